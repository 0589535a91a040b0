import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { NETWORK_TEXTS } from "./networks";

it.each<[RuleNameOfCodeDigit<5>, readonly FindingObject[], FindingEvidence, string]>([
  [
    "network-without-gateway",
    [],
    { network: "vpc-2", machines: 31, leftOut: false, hasTunnelOnly: false },
    "vpc-2 has 31 machines and no gateway: Istio calls these machines directly.",
  ],
  [
    "network-without-gateway",
    [],
    { network: "vpc-2", machines: 1, leftOut: true, hasTunnelOnly: true },
    "vpc-2 has 1 machine and no gateway for sidecars, only one for ambient: its machines are left out for callers of other networks.",
  ],
  [
    "network-without-gateway",
    [],
    { network: "vpc-9", machines: 1, unaddressed: 1, leftOut: false, hasTunnelOnly: false },
    "vpc-9 has 1 machine and no gateway: it has no address, so callers get no endpoint or an empty address.",
  ],
  [
    "network-without-gateway",
    [],
    { network: "vpc-9", machines: 2, unaddressed: 2, leftOut: false, hasTunnelOnly: false },
    "vpc-9 has 2 machines and no gateway: they have no address, so callers get no endpoint or an empty address.",
  ],
  [
    "network-without-gateway",
    [],
    { network: "vpc-9", machines: 3, unaddressed: 1, leftOut: false, hasTunnelOnly: false },
    "vpc-9 has 3 machines and no gateway: Istio calls 2 of them directly, and 1 has no address.",
  ],
  [
    "gateway-of-nobody",
    [],
    { gateway: "istio-system/east-west", network: "vpc-2", lacks: "port" },
    "istio-system/east-west leads into vpc-2 by its label and has no port 15443, 15008 or networking.istio.io/gatewayPort: istiod makes no gateway of it.",
  ],
  [
    "gateway-of-nobody",
    [],
    { gateway: "istio-system/east-west", network: "vpc-2", lacks: "address" },
    "istio-system/east-west leads into vpc-2 by its label and has no address: istiod makes no gateway of it.",
  ],
  [
    "network-label-without-network",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { label: "vpc-1", network: "" },
    "vm-1 is labelled as in network vpc-1, and its spec.network is not set.",
  ],
  [
    "network-label-without-network",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { label: "vpc-1", network: "vpc-2" },
    "vm-1 is labelled as in network vpc-1, and its spec.network says vpc-2.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "no-account" },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks are not sent it: it has no service account.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "auto-mtls-off", isGatewaySent: true },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks send that gateway plain text, which it closes: enableAutoMtls is off.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "destination-rule", isGatewaySent: false, ports: ["80"], plainPorts: [], isEveryPort: false },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks are not sent it on port 80: a DestinationRule sets the TLS mode.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "destination-rule", isGatewaySent: false, ports: ["80", "81"], plainPorts: [], isEveryPort: false },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks are not sent it on ports 80 and 81: a DestinationRule sets the TLS mode.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "destination-rule", isGatewaySent: false, ports: ["80", "81"], plainPorts: [], isEveryPort: true },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks are not sent it: a DestinationRule sets the TLS mode.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], network: "vpc-1", because: "destination-rule", isGatewaySent: true, ports: ["80"], plainPorts: ["80"], isEveryPort: false },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks send that gateway plain text on port 80, which it closes: a DestinationRule sets the TLS mode.",
  ],
  [
    "unmarked-behind-gateway",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    {
      hosts: ["a.example.com"],
      network: "vpc-1",
      because: "destination-rule",
      isGatewaySent: false,
      ports: ["80", "81"],
      plainPorts: ["81"],
      isEveryPort: true,
    },
    "vm-1 is behind the gateway of vpc-1. Callers of a.example.com in other networks are not sent it on port 80: a DestinationRule sets the TLS mode. They send that gateway plain text on port 81, which it closes.",
  ],
  [
    "external-behind-gateway",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], machines: 2, networks: ["vpc-1", "vpc-2"] },
    "a.example.com is MESH_EXTERNAL, or has no location, and takes 2 machines in vpc-1 and vpc-2, which others reach through a gateway.",
  ],
  [
    "address-by-gateway-only",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { network: "vpc-2", callers: "nothing" },
    "vm-1 has no address, and its network vpc-2 has no gateway. Callers get no endpoint for it.",
  ],
  [
    "address-by-gateway-only",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { network: "vpc-2", callers: "empty-address" },
    "vm-1 has no address, and its network vpc-2 has no gateway. The mesh has no gateway, so callers get an empty address.",
  ],
  [
    "address-by-gateway-only",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { network: "vpc-2", callers: "not-known" },
    "vm-1 has no address, and its network vpc-2 has no gateway. Callers of its DNS services may get an empty address.",
  ],
  [
    "address-by-gateway-only",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { network: "vpc-2", callers: "by-service" },
    "vm-1 has no address, and its network vpc-2 has no gateway. Callers of its DNS services may get an empty address.",
  ],
  [
    "host-not-passed",
    [],
    { hosts: ["a.example.com"], machines: 2, networks: ["vpc-1"], passed: ["*.local"] },
    "a.example.com has 2 machines behind gateways of vpc-1. The gateways pass only *.local.",
  ],
  [
    "host-not-passed",
    [],
    { hosts: ["a.example.com"], machines: 1, networks: ["vpc-1"], passed: ["*"], because: ["not-exported"], gateways: ["far/second"] },
    "a.example.com has 1 machine behind gateways of vpc-1. far/second drops calls, and other gateways may pass them. It is not exported to the gateway's namespace.",
  ],
  [
    "host-not-passed",
    [],
    { hosts: ["a.example.com"], machines: 2, networks: ["vpc-1"], passed: [] },
    "a.example.com has 2 machines behind gateways of vpc-1. The gateways pass no service.",
  ],
  [
    "host-not-passed",
    [],
    { hosts: ["a.example.com"], machines: 1, networks: ["vpc-1"], passed: ["*"], because: ["not-exported"] },
    "a.example.com has 1 machine behind gateways of vpc-1. It is not exported to the gateway's namespace.",
  ],
  [
    "host-not-passed",
    [],
    { hosts: ["a.example.com"], machines: 1, networks: ["vpc-1"], passed: ["*"], because: ["other-owner"] },
    "a.example.com has 1 machine behind gateways of vpc-1. In the gateway's namespace, another object has its host name or its ports differ.",
  ],
])("%s about %j with evidence %j", (rule, objects, evidence, sentence) => expect(NETWORK_TEXTS[rule].found({ objects, evidence })).toBe(sentence));
