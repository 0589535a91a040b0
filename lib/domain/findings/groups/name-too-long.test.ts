import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { nameTooLong } from "./name-too-long";

const long = (letters: number, own: Parameters<typeof aGroup>[0] = {}) => aGroup({ name: "a".repeat(letters), entryLabels: [["team", "x"]], ...own });
const template = (labels: readonly (readonly [string, string])[]) => ({ ...aGroup().template, labels });

it("finds a group of 64 letters, and is silent after its patch", () => {
  const objects = { groups: [long(64)] };
  expect(evidenceOf(nameTooLong, objects)).toEqual([{ letters: 64, label: "a".repeat(63) }]);
  expect(detectedAfterPatch(nameTooLong, objects)).toEqual([]);
});

it("gives a label that ends in a letter", () => {
  expect(evidenceOf(nameTooLong, { groups: [long(64, { name: `${"a".repeat(60)}-----b` })] })).toEqual([{ letters: 66, label: "a".repeat(60) }]);
});

it.each([
  { of: "of 63 letters", group: long(63) },
  { of: "with an app label", group: long(64, { entryLabels: [["app", "a"]] }) },
  { of: "with a name in its template's labels", group: long(64, { template: template([["app.kubernetes.io/name", "a"]]) }) },
  { of: "with a canonical name", group: long(64, { entryLabels: [["service.istio.io/canonical-name", "a"]] }) },
])("passes over a group $of", ({ group }) => {
  expect(evidenceOf(nameTooLong, { groups: [group] })).toEqual([]);
});
