import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { handWrittenInAGroup } from "./hand-written-in-a-group";

const written = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ registrationGroup: "", owner: null, ...own });
const wide = aGroup({
  name: "wide",
  entryLabels: [
    ["app", "checkout"],
    ["tier", "web"],
  ],
});

it("finds a hand-written entry with all labels of a group", () => {
  expect(evidenceOf(handWrittenInAGroup, { entries: [written()], groups: [aGroup(), wide] })).toEqual([{ groups: ["checkout"] }]);
});

it.each([
  { of: "that istiod made", entry: anEntry(), group: aGroup() },
  { of: "that lacks a label", entry: written(), group: wide },
  { of: "without labels", entry: written({ specLabels: [], metadataLabels: [] }), group: aGroup() },
  { of: "beside a group without labels", entry: written(), group: aGroup({ entryLabels: [] }) },
  { of: "in another namespace", entry: written({ namespace: "pay" }), group: aGroup() },
])("passes over an entry $of", ({ entry, group }) => {
  expect(evidenceOf(handWrittenInAGroup, { entries: [entry], groups: [group] })).toEqual([]);
});
