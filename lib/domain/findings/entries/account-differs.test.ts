import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { accountDiffers } from "./account-differs";

it.each(["old-vm", ""])("finds an entry with the account %j", (serviceAccount) => {
  const objects = { entries: [anEntry({ serviceAccount })], groups: [aGroup()] };
  expect(evidenceOf(accountDiffers, objects)).toEqual([{ group: "checkout", found: serviceAccount, wanted: "checkout-vm" }]);
});

it.each([
  { of: "with its group's", entry: anEntry(), group: aGroup() },
  { of: "of a group that names none", entry: anEntry(), group: aGroup({ template: { ...aGroup().template, serviceAccount: "" } }) },
  { of: "that was written by hand", entry: anEntry({ serviceAccount: "b", registrationGroup: "", owner: null }), group: aGroup() },
])("passes over an entry $of", ({ entry, group }) => {
  expect(evidenceOf(accountDiffers, { entries: [entry], groups: [group] })).toEqual([]);
});
