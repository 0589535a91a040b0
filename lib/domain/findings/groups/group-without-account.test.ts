import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { groupWithoutAccount } from "./group-without-account";

it("finds a group that names none, with its machines counted", () => {
  const group = aGroup({ template: { ...aGroup().template, serviceAccount: "" } });
  expect(evidenceOf(groupWithoutAccount, { groups: [group], entries: [anEntry()] })).toEqual([{ machines: 1, namespace: "shop" }]);
});

it("passes over a group that names one", () => {
  expect(evidenceOf(groupWithoutAccount, { groups: [aGroup()] })).toEqual([]);
});
