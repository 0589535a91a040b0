import { describe, expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { accountShared, groupAccountMissing, groupWithoutAccount } from "./accounts";

describe("STL203 group-without-account", () => {
  it("STL203 finds a group without a service account, with the number of its machines", () => {
    const group = aGroup({ template: { ...aGroup().template, serviceAccount: "" } });
    expect(evidenceOf(groupWithoutAccount, { groups: [group], entries: [anEntry()] })).toEqual([{ machines: 1, namespace: "shop" }]);
  });

  it("STL203 finds nothing for a group with a service account", () => {
    expect(evidenceOf(groupWithoutAccount, { groups: [aGroup()] })).toEqual([]);
  });
});

describe("STL204 account-shared", () => {
  const named = (name: string, serviceAccount = "vm", namespace = "shop") =>
    aGroup({ name, uid: `${namespace}/${name}`, namespace, template: { ...aGroup().template, serviceAccount } });

  it("STL204 is one finding about the first of the groups that share an account", () => {
    const groups = [named("a"), named("b"), named("c", "other")];
    expect(detected(accountShared, { groups })).toEqual([
      {
        of: "vm",
        objects: [
          { kind: "WorkloadGroup", namespace: "shop", name: "a" },
          { kind: "WorkloadGroup", namespace: "shop", name: "b" },
        ],
        evidence: { account: "vm", groups: ["a", "b"] },
      },
    ]);
    expect(evidenceOf(accountShared, { groups: [...groups].reverse().slice(1) })).toEqual([]);
  });

  it.each([
    { of: "in different namespaces", groups: [named("a"), named("b", "vm", "pay")] },
    { of: "of their own", groups: [named("a"), named("b", "other")] },
    { of: "that they do not name", groups: [named("a", ""), named("b", "")] },
  ])("STL204 finds nothing for accounts $of", ({ groups }) => {
    expect(evidenceOf(accountShared, { groups })).toEqual([]);
  });
});

describe("STL215 group-account-missing", () => {
  const naming = (serviceAccount: string) => [aGroup({ template: { ...aGroup().template, serviceAccount } })];

  it("STL215 finds a group whose account is not in its namespace, with the number of its machines", () => {
    const objects = { groups: naming("web"), entries: [anEntry()], accounts: [{ namespace: "legacy", name: "web" }] };
    expect(evidenceOf(groupAccountMissing, objects)).toEqual([{ account: "web", namespace: "shop", machines: 1 }]);
  });

  it.each([
    ["a group whose account is there", naming("web")],
    ["a group without a service account", naming("")],
  ])("STL215 finds nothing for %s", (_what, groups) => {
    expect(evidenceOf(groupAccountMissing, { groups, accounts: [{ namespace: "shop", name: "web" }] })).toEqual([]);
  });

  it("STL215 finds nothing after its command, and has no command for an invalid name", () => {
    expect(leftAfterPatch(groupAccountMissing, { groups: naming("web") })).toEqual([]);
    expect(findingsOf(groupAccountMissing, { groups: naming("Web!") })[0]?.detected).not.toHaveProperty("patch");
  });
});
