import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { registrationOverwritten } from "./registration-overwritten";

const group = (value: string) => aGroup({ entryAnnotations: [["istio.io/autoRegistrationGroup", value]] });

it.each(["cart", ""])("finds a group that names %j for its entries, and is silent after its patch", (annotation) => {
  const objects = { groups: [group(annotation)] };
  expect(evidenceOf(registrationOverwritten, objects)).toEqual([{ annotation }]);
  expect(detectedAfterPatch(registrationOverwritten, objects)).toEqual([]);
});

it.each([
  { of: "its own name", group: group("checkout") },
  { of: "other annotations", group: aGroup({ entryAnnotations: [["owner", "team"]] }) },
])("passes over a group with $of", ({ group: one }) => {
  expect(evidenceOf(registrationOverwritten, { groups: [one] })).toEqual([]);
});
