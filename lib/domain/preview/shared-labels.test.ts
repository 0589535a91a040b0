import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { type SharedLabels, sharedLabels } from "./shared-labels";

const group = (name: string, labels: Readonly<Record<string, string>>) => aGroup({ name, entryLabels: Object.entries(labels).sort() });
const NONE: SharedLabels = { same: [], included: [], including: [] };
const APP = { app: "web" };
const VERSION = { app: "web", version: "v2" };

it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, Partial<SharedLabels>]>([
  ["equal ones", APP, APP, { same: ["other"] }],
  ["all of another's and one more", VERSION, APP, { included: ["other"] }],
  ["fewer than another's", APP, VERSION, { including: ["other"] }],
  ["another value", { app: "store" }, APP, {}],
  ["one in common, and one of its own on each side", { app: "web", tier: "a" }, VERSION, {}],
  ["none", {}, APP, {}],
  ["some, where the other has none", APP, {}, {}],
])("a group with %s", (_labels, own, others, expected) => {
  expect(sharedLabels(group("web", own), [group("other", others)])).toEqual({ ...NONE, ...expected });
});

it("is not compared with itself as it is there", () => {
  expect(sharedLabels(group("web", VERSION), [group("web", APP)])).toEqual(NONE);
});

it("names the others in order", () => {
  expect(sharedLabels(group("web", APP), [group("b", APP), group("a", APP), group("c", VERSION)])).toEqual({ ...NONE, same: ["a", "b"], including: ["c"] });
});
