import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { labelInBothPlaces } from "./label-in-both-places";

const group = (inTemplate: string) => aGroup({ entryLabels: [["tier", "b"]], template: { ...aGroup().template, labels: [["tier", inTemplate]] } });

it("finds a label with two values, and is silent after its patch", () => {
  const objects = { groups: [group("a")] };
  expect(evidenceOf(labelInBothPlaces, objects)).toEqual([{ keys: ["tier"], inTemplate: ["a"], inMetadata: ["b"], machines: 0 }]);
  expect(detectedAfterPatch(labelInBothPlaces, objects)).toEqual([]);
});

it.each([
  { of: "one value in both places", group: group("b") },
  { of: "different labels", group: aGroup({ template: { ...aGroup().template, labels: [["tier", "a"]] } }) },
])("passes over $of", ({ group: one }) => {
  expect(evidenceOf(labelInBothPlaces, { groups: [one] })).toEqual([]);
});

it("has no patch while machines are registered, because selectors may use the template's value's value", () => {
  const [found] = findingsOf(labelInBothPlaces, { groups: [group("a")], entries: [anEntry()] });
  expect(found?.detected.evidence).toMatchObject({ machines: 1 });
  expect(found?.detected).not.toHaveProperty("patch");
});
