import { describe, expect, it } from "vitest";
import { aGroup, anEntry, aReplica, aWorld } from "@/lib/testing/entries";
import { aGateway, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { aDestinationRule, aKubernetesService, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { accountDiffers, accountMissing, noAccount } from "./accounts";

describe("STL118 no-account", () => {
  const nameless = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ serviceAccount: "", ...own });
  const handWritten = { registrationGroup: "", owner: null } as const;
  const unclaimed = { ...handWritten, controller: "", connectedAt: null } as const;
  const taking = aKubernetesService({ selector: [["app", "checkout"]] });

  it.each([
    { of: "that istiod claimed", entry: nameless(handWritten), hosts: [], says: { hosts: 0, network: "vpc-2", management: "claimed" } },
    {
      of: "that a service selects",
      entry: nameless(unclaimed),
      hosts: [taking],
      says: {
        ...{ hosts: 1, network: "vpc-2", management: "unmanaged", isTlsKnown: true },
        ...{ sends: ["plain"], because: ["no-account"], gatewayClosed: ["no-account"], isGatewayOpen: false },
      },
    },
    { of: "whose group is gone", entry: nameless({ owner: null }), hosts: [], says: { hosts: 0, network: "vpc-2", management: "auto" } },
  ])("STL118 finds a machine without an account $of", ({ entry, hosts, says }) => {
    expect(evidenceOf(noAccount, { entries: [entry], hosts })).toEqual([says]);
  });

  const inEntry = aServiceEntry({ selector: [["app", "checkout"]] });
  const rule = (tls: string) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy({ tls }) })] });
  const disable = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [] };
  const label = [
    ["app", "checkout"],
    ["security.istio.io/tlsMode", "istio"],
  ] as const;
  const closed = { gatewayClosed: ["no-account"], isGatewayOpen: false };

  it.each([
    [
      "a DestinationRule with ISTIO_MUTUAL, with which gateways still refuse the call",
      {},
      inEntry,
      rule("ISTIO_MUTUAL"),
      { sends: ["mutual"], because: ["destination-rule"], ...closed },
    ],
    ["SIMPLE", {}, inEntry, rule("SIMPLE"), { sends: ["simple"], because: ["destination-rule"], ...closed }],
    ["DISABLE", {}, inEntry, rule("DISABLE"), { sends: ["plain"], because: ["destination-rule"], ...closed }],
    ["a DISABLE policy", {}, inEntry, { authentications: [disable] }, { sends: ["plain"], because: ["peer-authentication"], ...closed }],
    [
      "MESH_EXTERNAL",
      {},
      aServiceEntry({ selector: [["app", "checkout"]], isExternal: true }),
      {},
      { sends: ["plain"], because: ["external"], gatewayClosed: ["external"], isGatewayOpen: false },
    ],
    ["the label tlsMode=istio", { specLabels: label }, inEntry, {}, { sends: ["mutual"], because: ["label"], gatewayClosed: [], isGatewayOpen: true }],
    [
      "the label tlsMode=istio, and an older object that makes the host name MESH_EXTERNAL",
      { specLabels: label },
      [inEntry, aServiceEntry({ name: "old", createdAt: -1, selector: null, isExternal: true })],
      {},
      { sends: ["plain"], because: ["external"], gatewayClosed: ["external"], isGatewayOpen: false },
    ],
    [
      "the label tlsMode=istio, and a DestinationRule with DISABLE",
      { specLabels: label },
      inEntry,
      rule("DISABLE"),
      { sends: ["plain"], because: ["destination-rule"], gatewayClosed: ["destination-rule"], isGatewayOpen: false },
    ],
    [
      "two services of different kinds",
      {},
      [inEntry, taking],
      rule("ISTIO_MUTUAL"),
      { sends: ["mutual", "plain"], because: ["destination-rule", "no-account"], ...closed },
    ],
  ] as const)("STL118 reports how callers connect: %s", (_case, own, hosts, policies, tls) => {
    const found = evidenceOf(noAccount, { entries: [nameless({ ...unclaimed, namespace: "shop", ...own })], hosts: [hosts].flat(), policies });
    expect(found).toEqual([expect.objectContaining({ isTlsKnown: true, ...tls })]);
  });

  it.each([
    ["no gateway", withGateways([]), false],
    ["a gateway", withGateways([aGateway()]), undefined],
    ["a gateway for ambient only", withGateways([aGateway({ tlsPort: null, tunnelPort: 15_008 })]), false],
    ["gateways that are not visible", { world: aWorld([aReplica()], { gateways: { kind: "denied", source: "Services" } }) }, undefined],
  ])("STL118 reports if the mesh has no gateway for the machine: %s", (_mesh, objects, hasGateways) => {
    const [found] = evidenceOf(noAccount, { entries: [nameless(unclaimed)], hosts: [taking], ...objects });
    expect(found?.hasGateways).toBe(hasGateways);
  });

  it("STL118 reports nothing about callers if policies are not visible", () => {
    const [found] = evidenceOf(noAccount, { entries: [nameless(unclaimed)], hosts: [taking], unseen: { peerauthentications: "all" } });
    expect(found).toEqual({ hosts: 1, network: "vpc-2", management: "unmanaged", isTlsKnown: false });
  });

  it.each([
    { of: "with an account", entry: anEntry(unclaimed) },
    { of: "whose group has its own finding", entry: nameless() },
    {
      of: "whose label shows that it has no sidecar",
      entry: nameless({
        ...unclaimed,
        specLabels: [
          ["app", "checkout"],
          ["security.istio.io/tlsMode", "disabled"],
        ],
      }),
    },
    { of: "without service and connection", entry: nameless({ ...unclaimed, specLabels: [], metadataLabels: [["app", "alone"]] }) },
  ])("STL118 finds nothing for a machine $of", ({ entry }) => {
    expect(evidenceOf(noAccount, { entries: [entry], groups: [aGroup()], hosts: [taking] })).toEqual([]);
  });
});

describe("STL119 account-differs", () => {
  it.each(["old-vm", ""])("STL119 finds an entry with the account %j", (serviceAccount) => {
    const objects = { entries: [anEntry({ serviceAccount })], groups: [aGroup()] };
    expect(evidenceOf(accountDiffers, objects)).toEqual([{ group: "checkout", found: serviceAccount, wanted: "checkout-vm" }]);
  });

  it.each([
    { of: "with the account of its group", entry: anEntry(), group: aGroup() },
    { of: "of a group without an account", entry: anEntry(), group: aGroup({ template: { ...aGroup().template, serviceAccount: "" } }) },
    { of: "that was written by hand", entry: anEntry({ serviceAccount: "b", registrationGroup: "", owner: null }), group: aGroup() },
  ])("STL119 finds nothing for an entry $of", ({ entry, group }) => {
    expect(evidenceOf(accountDiffers, { entries: [entry], groups: [group] })).toEqual([]);
  });
});

describe("STL124 account-missing", () => {
  const naming = (serviceAccount: string) => aGroup({ template: { ...aGroup().template, serviceAccount } });
  const entries = [anEntry({ serviceAccount: "web" })];
  const found = [{ account: "web", namespace: "shop" }];

  it.each([
    ["a machine without a group", { entries }],
    ["a machine whose account is in another namespace", { entries, accounts: [{ namespace: "legacy", name: "web" }] }],
    ["a machine whose group has another account", { entries, groups: [naming("other")], accounts: [{ namespace: "shop", name: "other" }] }],
  ])("STL124 finds %s", (_what, objects) => {
    expect(evidenceOf(accountMissing, objects)).toEqual(found);
  });

  it.each([
    ["a machine whose account exists", { entries, accounts: [{ namespace: "shop", name: "web" }] }],
    ["a machine without an account", { entries: [anEntry({ serviceAccount: "" })] }],
    ["a machine whose group has the same account, so that the group has the finding", { entries, groups: [naming("web")] }],
  ])("STL124 finds nothing for %s", (_what, objects) => {
    expect(evidenceOf(accountMissing, objects)).toEqual([]);
  });

  it("STL124 finds nothing after its command was run", () => {
    expect(leftAfterPatch(accountMissing, { entries })).toEqual([]);
  });
});
