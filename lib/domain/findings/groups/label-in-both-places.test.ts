import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { labelInBothPlaces } from "./label-in-both-places";

const group = (inTemplate: string) => aGroup({ entryLabels: [["tier", "b"]], template: { ...aGroup().template, labels: [["tier", inTemplate]] } });

it("finds a label with two values, and is silent after its patch", () => {
  const objects = { groups: [group("a")] };
  expect(evidenceOf(labelInBothPlaces, objects)).toEqual([{ keys: ["tier"], inTemplate: ["a"], inMetadata: ["b"] }]);
  expect(detectedAfterPatch(labelInBothPlaces, objects)).toEqual([]);
});

it.each([
  { of: "one value in both places", group: group("b") },
  { of: "different labels", group: aGroup({ template: { ...aGroup().template, labels: [["tier", "a"]] } }) },
])("passes over $of", ({ group: one }) => {
  expect(evidenceOf(labelInBothPlaces, { groups: [one] })).toEqual([]);
});
