import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { annotationDiffersFromOwner } from "./annotation-differs-from-owner";

it("finds an entry that names another group than its owner, and is silent after its patch", () => {
  const objects = { entries: [anEntry({ registrationGroup: "cart" })] };
  expect(evidenceOf(annotationDiffersFromOwner, objects)).toEqual([{ annotation: "cart", owner: "checkout" }]);
  expect(detectedAfterPatch(annotationDiffersFromOwner, objects)).toEqual([]);
});

it.each([
  { of: "with the name of its owner", entry: anEntry() },
  { of: "without an annotation", entry: anEntry({ registrationGroup: "" }) },
  { of: "without an owner", entry: anEntry({ registrationGroup: "cart", owner: null }) },
])("passes over an entry $of", ({ entry }) => {
  expect(evidenceOf(annotationDiffersFromOwner, { entries: [entry] })).toEqual([]);
});
