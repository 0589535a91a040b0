import { expect, it } from "vitest";
import { aMachine, evidenceOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aDestinationRule, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { externalWithAccounts } from "./external-with-accounts";

const hosts = [aServiceEntry({ isExternal: true })];
const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });
const disable = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [] };
const withAccount = aMachine("vm", { serviceAccount: "web" });

it.each([
  ["a machine with an account", { hosts, entries: [withAccount, aMachine("other")] }, [{ machines: 1 }]],
  ["one that is marked by a label", { hosts, entries: [aMachine("vm", { metadataLabels: [["security.istio.io/tlsMode", "istio"]] })] }, [{ machines: 1 }]],
  ["machines without accounts", { hosts, entries: [aMachine("vm")] }, []],
  ["an account that a label takes back", { hosts, entries: [{ ...withAccount, metadataLabels: [["security.istio.io/tlsMode", "disabled"]] as const }] }, []],
  ["a host of the mesh", { hosts: [aServiceEntry()], entries: [withAccount] }, []],
  ["a DestinationRule with ISTIO_MUTUAL", { hosts, entries: [withAccount], policies: ruled({ tls: "ISTIO_MUTUAL" }) }, []],
  ["a DestinationRule with DISABLE, which decides", { hosts, entries: [withAccount], policies: ruled({ tls: "DISABLE" }) }, []],
  ["a DestinationRule without a TLS mode", { hosts, entries: [withAccount], policies: ruled({}) }, [{ ports: ["80"] }]],
  ["a namespace whose PeerAuthentication is DISABLE", { hosts, entries: [withAccount], policies: { authentications: [disable] } }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOf(externalWithAccounts, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it("its patch silences it", () => expect(leftAfterPatch(externalWithAccounts, { hosts, entries: [withAccount] })).toEqual([]));
