import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { type SharedLabels, sharedLabels } from "./shared-labels";

const group = (name: string, labels: Readonly<Record<string, string>>) => aGroup({ name, entryLabels: Object.entries(labels).sort() });
const NONE: SharedLabels = { same: [], included: [], including: [] };
const APP = { app: "web" };
const VERSION = { app: "web", version: "v2" };

it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, Partial<SharedLabels>]>([
  ["equal labels", APP, APP, { same: ["other"] }],
  ["all labels of the other group and one more", VERSION, APP, { included: ["other"] }],
  ["a subset of the other group's labels", APP, VERSION, { including: ["other"] }],
  ["a different value of the same label", { app: "store" }, APP, {}],
  ["one common label, and one different label on each side", { app: "web", tier: "a" }, VERSION, {}],
  ["no labels", {}, APP, {}],
  ["labels, if the other group has none", APP, {}, {}],
])("sharedLabels returns the right list of groups for a group that has %s", (_labels, own, others, expected) => {
  expect(sharedLabels(group("web", own), [group("other", others)])).toEqual({ ...NONE, ...expected });
});

it("sharedLabels does not compare a group with its own stored version", () => {
  expect(sharedLabels(group("web", VERSION), [group("web", APP)])).toEqual(NONE);
});

it("sharedLabels sorts the other groups by name", () => {
  expect(sharedLabels(group("web", APP), [group("b", APP), group("a", APP), group("c", VERSION)])).toEqual({ ...NONE, same: ["a", "b"], including: ["c"] });
});
