import { describe, expect, it } from "vitest";
import { groupSelectedEntries, type SelectedEntry, type SelectionByGroup } from "./planned-groups";

const machine = (name: string, group: string, own: Partial<SelectedEntry> = {}) => ({ cluster: "eu", namespace: "shop", name, group, ...own });
const ofGroup = (name: string, entries: readonly string[], own: { readonly cluster?: string; readonly namespace?: string } = {}) => ({
  ...{ cluster: "eu", namespace: "shop", name, entries },
  ...own,
});

describe("selected machines by group", () => {
  const cases: readonly [claim: string, machines: readonly SelectedEntry[], expected: SelectionByGroup][] = [
    ["are empty for an empty selection", [], { groups: [], without: [] }],
    ["have one group for all of its machines", [machine("b", "web"), machine("a", "web")], { groups: [ofGroup("web", ["a", "b"])], without: [] }],
    [
      "are sorted by group, not in the order of the selection",
      [machine("b", "web"), machine("z", "api"), machine("a", "web")],
      { groups: [ofGroup("api", ["z"]), ofGroup("web", ["a", "b"])], without: [] },
    ],
    [
      "have separate groups for the same name in another namespace or cluster",
      [machine("a", "web"), machine("a", "web", { namespace: "pay" }), machine("a", "web", { cluster: "us" })],
      { groups: [ofGroup("web", ["a"], { namespace: "pay" }), ofGroup("web", ["a"]), ofGroup("web", ["a"], { cluster: "us" })], without: [] },
    ],
    ["list machines without a group separately", [machine("by-hand", ""), machine("a", "web")], { groups: [ofGroup("web", ["a"])], without: ["by-hand"] }],
    ["have a machine once if two of its entries are selected", [machine("a", "web"), machine("a", "web")], { groups: [ofGroup("web", ["a"])], without: [] }],
    ["accept a group with the name of an object's built-in key", [machine("a", "__proto__")], { groups: [ofGroup("__proto__", ["a"])], without: [] }],
    [
      "separate a group b/c in shop from a group c in shop/b",
      [machine("a", "b/c"), machine("a", "c", { namespace: "shop/b" })],
      { groups: [ofGroup("b/c", ["a"]), ofGroup("c", ["a"], { namespace: "shop/b" })], without: [] },
    ],
  ];
  it.each(cases)("selected machines by group: %s", (_claim, machines, expected) => {
    expect(groupSelectedEntries(machines)).toEqual(expected);
  });
});
