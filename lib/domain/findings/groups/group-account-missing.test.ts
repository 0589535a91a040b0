import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { groupAccountMissing } from "./group-account-missing";

const naming = (serviceAccount: string) => [aGroup({ template: { ...aGroup().template, serviceAccount } })];

it("finds a group whose account is not in its namespace, with its machines counted", () => {
  const objects = { groups: naming("web"), entries: [anEntry()], accounts: [{ namespace: "legacy", name: "web" }] };
  expect(evidenceOf(groupAccountMissing, objects)).toEqual([{ account: "web", namespace: "shop", machines: 1 }]);
});

it.each([
  ["a group whose account is there", naming("web")],
  ["a group that names none", naming("")],
])("passes over %s", (_what, groups) => {
  expect(evidenceOf(groupAccountMissing, { groups, accounts: [{ namespace: "shop", name: "web" }] })).toEqual([]);
});

it("its command silences it, and of what is no name there is none", () => {
  expect(leftAfterPatch(groupAccountMissing, { groups: naming("web") })).toEqual([]);
  expect(findingsOf(groupAccountMissing, { groups: naming("Web!") })[0]?.detected).not.toHaveProperty("patch");
});
