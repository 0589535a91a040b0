import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";
import { addressByGatewayOnly } from "./address-by-gateway-only";
import { externalBehindGateway } from "./external-behind-gateway";
import { gatewayOfNobody } from "./gateway-of-nobody";
import { networkLabelWithoutNetwork } from "./network-label-without-network";
import { networkWithoutGateway } from "./network-without-gateway";
import { unmarkedBehindGateway } from "./unmarked-behind-gateway";

it.each<[WordsOfFinding, readonly FindingObject[], FindingEvidence, string]>([
  [
    networkWithoutGateway,
    [],
    { network: "vpc-2", machines: 31, leftOut: false, hasTunnelOnly: false },
    "vpc-2 has 31 machines and no gateway: Istio calls these machines directly.",
  ],
  [
    networkWithoutGateway,
    [],
    { network: "vpc-2", machines: 1, leftOut: true, hasTunnelOnly: true },
    "vpc-2 has 1 machine and no gateway for sidecars, only one for ambient: its machines are left out for callers of other networks.",
  ],
  [
    gatewayOfNobody,
    [],
    { gateway: "istio-system/east-west", network: "vpc-2", lacks: "port" },
    "istio-system/east-west leads into vpc-2 by its label and has no port 15443, 15008 or networking.istio.io/gatewayPort: istiod makes no gateway of it.",
  ],
  [
    gatewayOfNobody,
    [],
    { gateway: "istio-system/east-west", network: "vpc-2", lacks: "address" },
    "istio-system/east-west leads into vpc-2 by its label and has no address: istiod makes no gateway of it.",
  ],
  [
    networkLabelWithoutNetwork,
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { label: "vpc-1", network: "" },
    "vm-1 is labelled as in network vpc-1, and its spec.network is not set.",
  ],
  [
    networkLabelWithoutNetwork,
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { label: "vpc-1", network: "vpc-2" },
    "vm-1 is labelled as in network vpc-1, and its spec.network says vpc-2.",
  ],
  [
    unmarkedBehindGateway,
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "no-account" },
    "vm-1 is behind the gateway of vpc-1 and is not marked for mutual TLS (it has no service account): callers of a.example.com in other networks are not sent it.",
  ],
  [
    externalBehindGateway,
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], machines: 2, networks: ["vpc-1", "vpc-2"] },
    "a.example.com is MESH_EXTERNAL, or has no location, and takes 2 machines in vpc-1 and vpc-2, which others reach through a gateway.",
  ],
  [
    addressByGatewayOnly,
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { network: "vpc-2" },
    "vm-1 has a network, vpc-2, and no address: the network has no gateway to stand for it.",
  ],
])("says what was found: %#", (words, objects, evidence, sentence) => expect(words.found({ objects, evidence })).toBe(sentence));
