import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { ownerOfOlderGroup } from "./owner-of-older-group";

it("finds an entry of an earlier group of that name, and is silent once the present one owns it", () => {
  const objects = { entries: [anEntry()], groups: [aGroup({ uid: "9a02" })] };
  expect(evidenceOf(ownerOfOlderGroup, objects)).toEqual([{ group: "checkout", ownerUid: "9a01", groupUid: "9a02" }]);
  expect(detectedAfterPatch(ownerOfOlderGroup, objects)).toEqual([]);
});

it.each([
  { of: "of the present group", entry: anEntry(), groups: [aGroup()] },
  { of: "of a group that is gone, which is told apart", entry: anEntry(), groups: [] },
  { of: "of nobody", entry: anEntry({ owner: null }), groups: [aGroup({ uid: "9a02" })] },
])("passes over an entry $of", ({ entry, groups }) => {
  expect(evidenceOf(ownerOfOlderGroup, { entries: [entry], groups })).toEqual([]);
});
