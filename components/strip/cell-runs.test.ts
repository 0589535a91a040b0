import { describe, expect, it } from "vitest";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";
import { cellIndexesOfRun, ribbonRuns, runAtCell, scaleRuns, splitCellsAndBar } from "./cell-runs";

const counts = (some: Partial<Record<(typeof STATES)[number], number>>) => codedCounts(STATES.map((state) => some[state] ?? 0));

describe("the runs of a ribbon", () => {
  const runs = ribbonRuns({ counts: counts({ unhealthy: 2, unverified: 1, healthy: 37 }), unvouched: 5 });

  it("are sorted by state, worst first, with unverified Healthy machines before the other Healthy ones", () => {
    expect(runs.map(({ state, vouched, count }) => [state, vouched, count])).toEqual([
      ["unhealthy", true, 2],
      ["unverified", true, 1],
      ["healthy", false, 5],
      ["healthy", true, 32],
    ]);
  });

  it("cover every cell exactly once", () => {
    expect(runs.flatMap(cellIndexesOfRun)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(runAtCell(runs, 2)?.state).toBe("unverified");
    expect(runAtCell(runs, 40)).toBeUndefined();
  });

  it("keep one cell for a single unhealthy machine of 10,000 when scaled to fewer cells", () => {
    const shared = scaleRuns(ribbonRuns({ counts: counts({ unhealthy: 1, healthy: 9_999 }), unvouched: 0 }), 24);
    expect(shared.map(({ state, count }) => [state, count])).toEqual([
      ["unhealthy", 1],
      ["healthy", 23],
    ]);
    expect(shared.flatMap(cellIndexesOfRun)).toHaveLength(24);
  });

  it("stay unchanged if there is a cell for every machine", () => {
    const few = ribbonRuns({ counts: counts({ healthy: 24 }), unvouched: 0 });
    expect(scaleRuns(few, 24)).toEqual(few);
  });

  it.each([
    [{ unhealthy: 2, draining: 1, reconnecting: 4, healthy: 30 }, true, ["unhealthy 0", "draining 2"], ["reconnecting 3", "healthy 7"]],
    [{ unhealthy: 97, healthy: 3 }, true, [], ["unhealthy 0", "healthy 97"]],
    [{ healthy: 3 }, true, [], ["healthy 0"]],
    [{ unhealthy: 2, healthy: 30 }, false, ["unhealthy 0", "healthy 2"], []],
    [{ unhealthy: 2, healthy: 1_152 }, false, ["unhealthy 0"], ["healthy 2"]],
  ])("of %j are split into cells and a bar (large fleet: %s)", (some, isLarge, cells, bar) => {
    const divided = splitCellsAndBar(ribbonRuns({ counts: counts(some), unvouched: 0 }), isLarge);
    const texts = (own: readonly { readonly state: string; readonly from: number }[]) => own.map(({ state, from }) => `${state} ${from}`);
    expect([texts(divided.cells), texts(divided.bar)]).toEqual([cells, bar]);
  });
});
