import { describe, expect, it } from "vitest";
import { groupSelectedEntries, type SelectedEntry, type SelectionByGroup } from "./planned-groups";

const machine = (name: string, group: string, own: Partial<SelectedEntry> = {}) => ({ cluster: "eu", namespace: "shop", name, group, ...own });
const ofGroup = (name: string, entries: readonly string[], own: { readonly cluster?: string; readonly namespace?: string } = {}) => ({
  ...{ cluster: "eu", namespace: "shop", name, entries },
  ...own,
});

describe("chosen machines by their groups", () => {
  const cases: readonly [claim: string, machines: readonly SelectedEntry[], expected: SelectionByGroup][] = [
    ["are none of none", [], { groups: [], without: [] }],
    ["are one group, however many they are", [machine("b", "web"), machine("a", "web")], { groups: [ofGroup("web", ["a", "b"])], without: [] }],
    [
      "are in the order of their groups, not in that of the choice",
      [machine("b", "web"), machine("z", "api"), machine("a", "web")],
      { groups: [ofGroup("api", ["z"]), ofGroup("web", ["a", "b"])], without: [] },
    ],
    [
      "are other groups where the namespace or the cluster is another",
      [machine("a", "web"), machine("a", "web", { namespace: "pay" }), machine("a", "web", { cluster: "us" })],
      { groups: [ofGroup("web", ["a"], { namespace: "pay" }), ofGroup("web", ["a"]), ofGroup("web", ["a"], { cluster: "us" })], without: [] },
    ],
    ["are apart where they belong to none", [machine("by-hand", ""), machine("a", "web")], { groups: [ofGroup("web", ["a"])], without: ["by-hand"] }],
    ["name two incarnations of a machine once", [machine("a", "web"), machine("a", "web")], { groups: [ofGroup("web", ["a"])], without: [] }],
    ["take a group with the name of a key of every object", [machine("a", "__proto__")], { groups: [ofGroup("__proto__", ["a"])], without: [] }],
    [
      "never take two places for one",
      [machine("a", "b/c"), machine("a", "c", { namespace: "shop/b" })],
      { groups: [ofGroup("b/c", ["a"]), ofGroup("c", ["a"], { namespace: "shop/b" })], without: [] },
    ],
  ];
  it.each(cases)("%s", (_claim, machines, expected) => {
    expect(groupSelectedEntries(machines)).toEqual(expected);
  });
});
