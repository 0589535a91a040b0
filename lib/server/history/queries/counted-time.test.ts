import { describe, expect, it } from "vitest";
import { ALL_NAMESPACES, type SourceName } from "@/lib/domain/source/source";
import { drawnUncounted, whileCounted } from "./counted-time";
import { Coverage, type Seen } from "./coverage";

const MINUTE = 60_000;
const step = (at: number, total: number) => ({ at, total });
const nothing = (at: number) => step(at, 0);

describe("steps of a group", () => {
  it.each([
    ["are kept when all time counts", [step(0, 3), step(5, 4)], [], [step(0, 3), step(5, 4)]],
    ["have the value of the last step after a gap", [step(0, 3), step(5, 4)], [{ from: 4, to: 8 }], [step(0, 3), nothing(4), step(8, 4)]],
    ["begin when the time begins to count", [step(0, 3)], [{ from: 0, to: 2 }], [nothing(0), step(2, 3)]],
    ["have nothing after a gap before the first step", [step(9, 3)], [{ from: 2, to: 4 }], [nothing(2), step(9, 3)]],
    ["keep a step at the end of a gap", [step(0, 3), step(4, 2)], [{ from: 2, to: 4 }], [step(0, 3), nothing(2), step(4, 2)]],
  ])("%s", (_name, steps, uncounted, counted) => {
    expect(whileCounted(steps, uncounted, nothing)).toEqual(counted);
  });

  it("are drawn without a level in a start of any length, and in gaps of at least a pixel", () => {
    const spans = [
      { from: 0, to: 1 },
      { from: 20, to: 29 },
      { from: 50, to: 60 },
    ];
    expect(drawnUncounted(spans, 0, 10)).toEqual([spans[0], spans[2]]);
  });
});

const window = (source: SourceName, from: number, to: number, more: Partial<Seen> = {}): Seen => ({
  ...{ recorder: 1, cluster: "eu", source, namespace: ALL_NAMESPACES, from, to, endedBecause: "", facts: null },
  ...more,
});
/** The first lists of a process that ends at `to`. */
const lists = (recorder: number, groups: number, entries: number, pods: number, to = 100 * MINUTE) => [
  window("workloadgroups", groups, to, { recorder }),
  window("workloadentries", entries, to, { recorder }),
  window("istiod-pods", pods, to, { recorder }),
];

describe("time that does not count for a namespace", () => {
  it.each<[string, readonly Seen[], readonly [number, number][]]>([
    ["before the entries are listed", lists(1, 0, 5, 0), [[0, 5]]],
    ["before istiod's Pods are listed", lists(1, 0, 5, 20), [[0, 20]]],
    ["before the groups are listed", lists(1, 9, 5, 5), [[0, 9]]],
    ["of a second process that starts alone", [...lists(1, 0, 0, 0, 50), ...lists(2, 60, 62, 65)], [[50, 65]]],
    ["not of a second process while the first one watches", [...lists(1, 0, 0, 0), ...lists(2, 60, 62, 65)], []],
    ["not until a list that is permitted long after the start", lists(1, 0, 0, 40 * MINUTE), []],
    ["not of another cluster", [...lists(1, 0, 3, 0), window("workloadentries", 30, 100 * MINUTE, { cluster: "us" })], [[0, 3]]],
  ])("%s", (_name, windows, uncounted) => {
    const coverage = new Coverage(windows, 0, { kind: "recording", since: 0, notice: "" }, 100 * MINUTE);
    const found = coverage.uncounted({ cluster: "eu", namespace: "shop" }, { from: 0, to: 100 * MINUTE });
    expect(found.map(({ from, to }) => [from, to])).toEqual(uncounted);
  });
});
