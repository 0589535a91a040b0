import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aDestinationRule, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
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
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(externalWithAccounts, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it("its patch silences it", () => expect(leftAfterPatch(externalWithAccounts, { hosts, entries: [withAccount] })).toEqual([]));

const older = (own: Parameters<typeof aServiceEntry>[0]) => aServiceEntry({ name: "older", createdAt: 1, selector: [["app", "b"]], ...own });
const newer = aServiceEntry({ createdAt: 2 });

it.each([
  ["an older object makes the host name external", { hosts: [newer, older({ isExternal: true })] }, [{ machines: 1, ports: ["80"] }]],
  ["an older object keeps it in the mesh", { hosts: [{ ...newer, isExternal: true }, older({})] }, []],
  ["another namespace has the host name", { hosts: [newer, older({ namespace: "web", isExternal: true })] }, []],
  ["the older object lacks the port", { hosts: [newer, older({ isExternal: true, ports: [anEntryPort({ name: "web", number: 81 })] })] }, []],
])("judges by the object that defines the host name for callers: %s", (_what, objects, evidence) => {
  const found = findingsOf(externalWithAccounts, { ...objects, entries: [withAccount] }).filter(({ subject }) => subject === "ServiceEntry/shop/a");
  expect(found.map(({ detected }) => detected.evidence)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("patches the object that makes the host name external", () => {
  const objects = { hosts: [newer, older({ isExternal: true })], entries: [withAccount] };
  const [finding] = findingsOf(externalWithAccounts, objects);
  expect([finding?.detected.objects.map(({ name }) => name), finding?.detected.patch]).toMatchObject([["a", "older"], { name: "older" }]);
  expect(leftAfterPatch(externalWithAccounts, objects)).toEqual([]);
});
