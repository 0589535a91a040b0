import { describe, expect, it } from "vitest";
import { MOST_CELLS, ribbonsOf, type StripGroup } from "./strip-ribbons";

interface NamedGroup extends StripGroup {
  readonly name: string;
}

const group = (place: string, machines: number, inTrouble = 0): NamedGroup => {
  const [cluster = "", namespace = "", name = ""] = place.split("/");
  return { cluster, namespace, name, machines, inTrouble };
};

const text = (groups: readonly NamedGroup[], limit: number) =>
  ribbonsOf(groups, limit).map(({ cluster, namespace, groups: own, shared }) => {
    const machines = own.reduce((sum, one) => sum + one.machines, 0);
    const what = shared === null ? own[0]?.name : `${own.length} ${shared.isTrouble ? "in trouble" : "calm"} in ${shared.namespaces}`;
    return `${cluster}/${namespace}: ${what}, ${machines}`;
  });

/** Namespaces a, b … with groups 0, 1 … of 100 machines. */
const fleet = (namespaces: string, groups: number, troubleOf: (place: string) => number = () => 0) =>
  [...namespaces].flatMap((ns) => Array.from({ length: groups }, (_, index) => group(`eu/${ns}/${index}`, 100, troubleOf(`${ns}/${index}`))));

describe("ribbons of a strip", () => {
  it("have one group each while each machine has a cell, in the order of the groups, whatever is in trouble", () => {
    const groups = [group("eu/a/x", 4_000), group("eu/a/y", 999), group("eu/b/z", 1, 1)];
    expect(text(groups, 3)).toEqual(["eu/a: x, 4000", "eu/a: y, 999", "eu/b: z, 1"]);
  });

  it.each([
    ["more groups than the window has room", 17, fleet("abc", 6), true],
    ["too many machines, with more groups than a namespace has ribbons", 120, [...fleet("a", 50), group("eu/b/big", MOST_CELLS)], true],
    ["too many machines, with few groups", 120, [...fleet("ab", 6), group("eu/c/big", MOST_CELLS)], false],
  ])("are shared by groups only where needed: %s", (_, limit, groups, isShared) => {
    expect(ribbonsOf(groups, limit).some(({ shared }) => shared !== null)).toBe(isShared);
  });

  it("fold the groups without trouble of a namespace, and those in trouble beyond the worst ones", () => {
    const groups = fleet("abcdefghij", 30, (place) => ({ "a/3": 2, "a/7": 9, "a/8": 1, "a/9": 4, "a/11": 1, "a/12": 3 })[place] ?? 0);
    expect(text(groups, 120).filter((line) => line.startsWith("eu/a"))).toEqual([
      "eu/a: 3, 100",
      "eu/a: 7, 100",
      "eu/a: 9, 100",
      "eu/a: 12, 100",
      "eu/a: 2 in trouble in 1, 200",
      "eu/a: 24 calm in 1, 2400",
    ]);
  });

  it("fold namespaces beyond the worst and the largest, so that the number of drawn namespaces does not change with trouble", () => {
    const calm = fleet("abcdefghijkl", 5);
    const hurt = fleet("abcdefghijkl", 5, (place) => (place === "k/2" ? 7 : 0));
    expect([calm, hurt].map((groups) => [...new Set(text(groups, 24).map((line) => line.slice(0, 5)))])).toEqual([
      ["eu/a:", "eu/b:", "eu/: "],
      ["eu/a:", "eu/k:", "eu/: "],
    ]);
  });

  it("never put groups of two clusters together", () => {
    const groups = [...fleet("abcdef", 3), ...fleet("abcdef", 3).map((one) => ({ ...one, cluster: "us" }))];
    expect(text(groups, 12).filter((line) => line.includes("calm in"))).toEqual(["eu/: 15 calm in 5, 1500", "us/: 18 calm in 6, 1800"]);
  });

  it.each([1, 5, 12, 60, 120, 480])("contain each group once with a window of %i", (limit) => {
    const groups = fleet("abcdefghijklmnopqrstuvwxyz", 31, (place) => (place.endsWith("7") ? 3 : 0));
    const names = ribbonsOf(groups, limit).flatMap(({ groups: own }) => own.map(({ namespace, name }) => `${namespace}/${name}`));
    expect([...names].sort()).toEqual(groups.map(({ namespace, name }) => `${namespace}/${name}`).sort());
  });
});
