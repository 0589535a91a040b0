import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { bundleDrift } from "./bundle-drift";

const entry = (version: string, own: Parameters<typeof anEntry>[0] = {}) => {
  const labels = [
    ["app", "checkout"],
    ["version", version],
  ] as const;
  return anEntry({ specLabels: labels, metadataLabels: labels, ...own });
};
const group = aGroup({
  entryLabels: [
    ["app", "checkout"],
    ["version", "v2"],
  ],
});

it("says which labels of the group have another value, and whether only the machine can have said so", () => {
  const says = { group: "checkout", keys: ["version"], found: ["v1"], wanted: ["v2"] };
  expect(evidenceOf(bundleDrift, { entries: [entry("v1")], groups: [group] })).toEqual([{ ...says, isMachines: true }]);
  expect(evidenceOf(bundleDrift, { entries: [entry("v1")], groups: [{ ...group, generation: 2 }] })).toEqual([{ ...says, isMachines: false }]);
});

it("is silent after its patch", () => {
  expect(detectedAfterPatch(bundleDrift, { entries: [entry("v1")], groups: [group] })).toEqual([]);
});

it.each([
  { of: "the same value", one: entry("v2"), with: group },
  { of: "no such label, which is the template's drift", one: anEntry(), with: group },
  {
    of: "a canonical name of its own",
    one: entry("v2", { specLabels: [["service.istio.io/canonical-name", "a"]], metadataLabels: [["version", "v2"]] }),
    with: group,
  },
  {
    of: "the value that a bundle takes of both places",
    one: entry("v3"),
    with: { ...group, template: { ...group.template, labels: [["version", "v3"]] as const } },
  },
  { of: "no group", one: entry("v1"), with: { ...group, name: "other" } },
  { of: "hand-written labels", one: entry("v1", { registrationGroup: "" }), with: group },
])("says nothing of an entry with $of", ({ one, with: of }) => {
  expect(evidenceOf(bundleDrift, { entries: [one], groups: [of] })).toEqual([]);
});
