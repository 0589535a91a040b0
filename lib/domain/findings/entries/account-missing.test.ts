import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { leftAfterPatch } from "@/lib/testing/finding-cases";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { accountMissing } from "./account-missing";

const naming = (serviceAccount: string) => aGroup({ template: { ...aGroup().template, serviceAccount } });
const entries = [anEntry({ serviceAccount: "web" })];
const found = [{ account: "web", namespace: "shop" }];

it.each([
  ["a machine without a group", { entries }],
  ["a machine whose account is in another namespace", { entries, accounts: [{ namespace: "legacy", name: "web" }] }],
  ["a machine whose group names another account", { entries, groups: [naming("other")], accounts: [{ namespace: "shop", name: "other" }] }],
])("finds %s", (_what, objects) => {
  expect(evidenceOf(accountMissing, objects)).toEqual(found);
});

it.each([
  ["a machine whose account is there", { entries, accounts: [{ namespace: "shop", name: "web" }] }],
  ["a machine without an account", { entries: [anEntry({ serviceAccount: "" })] }],
  ["a machine whose group names the same: it is told of the group", { entries, groups: [naming("web")] }],
])("passes over %s", (_what, objects) => {
  expect(evidenceOf(accountMissing, objects)).toEqual([]);
});

it("its command silences it", () => {
  expect(leftAfterPatch(accountMissing, { entries })).toEqual([]);
});
