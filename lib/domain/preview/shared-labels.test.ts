import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { type GroupsWithOverlappingLabels, groupsWithOverlappingLabels } from "./shared-labels";

const group = (name: string, labels: Readonly<Record<string, string>>) => aGroup({ name, entryLabels: Object.entries(labels).sort() });
const NONE: GroupsWithOverlappingLabels = { same: [], included: [], including: [] };
const APP = { app: "web" };
const VERSION = { app: "web", version: "v2" };

it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, Partial<GroupsWithOverlappingLabels>]>([
  ["equal labels", APP, APP, { same: ["other"] }],
  ["all labels of the other group and one more", VERSION, APP, { included: ["other"] }],
  ["a subset of the other group's labels", APP, VERSION, { including: ["other"] }],
  ["a different value of the same label", { app: "store" }, APP, {}],
  ["one common label, and one different label on each side", { app: "web", tier: "a" }, VERSION, {}],
  ["no labels", {}, APP, {}],
  ["labels, if the other group has none", APP, {}, {}],
])("groupsWithSharedLabels returns the right list of groups for a group that has %s", (_labels, own, others, expected) => {
  expect(groupsWithOverlappingLabels(group("web", own), [group("other", others)])).toEqual({ ...NONE, ...expected });
});

it("groupsWithOverlappingLabels does not compare a group with its own stored version", () => {
  expect(groupsWithOverlappingLabels(group("web", VERSION), [group("web", APP)])).toEqual(NONE);
});

it("groupsWithOverlappingLabels sorts the other groups by name", () => {
  expect(groupsWithOverlappingLabels(group("web", APP), [group("b", APP), group("a", APP), group("c", VERSION)])).toEqual({
    ...NONE,
    same: ["a", "b"],
    including: ["c"],
  });
});
