import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { groupMissing } from "./group-missing";

it("finds an entry whose owner is gone, and one that only names its group", () => {
  expect(evidenceOf(groupMissing, { entries: [anEntry()] })).toEqual([{ group: "checkout", isOwned: true }]);
  const named = anEntry({ owner: null });
  expect(detected(groupMissing, { entries: [named] })).toMatchObject([
    { objects: [{ kind: "WorkloadEntry" }, { kind: "WorkloadGroup", namespace: "shop", name: "checkout" }], evidence: { isOwned: false } },
  ]);
});

it.each([
  { of: "its group", entry: anEntry(), group: aGroup() },
  { of: "no group at all", entry: anEntry({ owner: null, registrationGroup: "" }), group: aGroup({ name: "other" }) },
  { of: "the group of its owner, though its annotation names none", entry: anEntry({ registrationGroup: "gone" }), group: aGroup() },
])("passes over an entry with $of", ({ entry, group }) => {
  expect(evidenceOf(groupMissing, { entries: [entry], groups: [group] })).toEqual([]);
});

it("looks in the entry's own namespace", () => {
  expect(evidenceOf(groupMissing, { entries: [anEntry()], groups: [aGroup({ namespace: "pay" })] })).toHaveLength(1);
});
