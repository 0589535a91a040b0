import { describe, expect, it } from "vitest";
import { noCounts, STATE_CODES } from "@/lib/domain/verdict/state-code";
import { bandPoints } from "./band-points";
import type { LevelStep } from "./levels";

const UNHEALTHY: number = STATE_CODES.unhealthy;
const level = (series: number, at: number, unhealthy: number): LevelStep => ({
  at,
  series,
  counts: noCounts().map((_, state) => (state === UNHEALTHY ? unhealthy : 0)),
  serving: 20 - unhealthy,
  total: 20,
});
const points = (steps: readonly LevelStep[][], width: number) => {
  const levels = new Map(steps.map((own) => [own[0]?.series ?? 0, own]));
  return bandPoints({ span: { from: 0, to: 100 }, width, levels, sizes: new Map([[1, [{ at: 0, size: 20 }]]]), holes: [] });
};

describe("points of a band", () => {
  it("show a pixel's worst moment, which is none that only seems to be: what several groups do at once is added up first", () => {
    // At 20 one group falls as the other gets well: together they were never worse than at 10.
    const found = points(
      [
        [level(2, 0, 0), level(2, 20, 9)],
        [level(1, 0, 0), level(1, 10, 10), level(1, 20, 0)],
      ],
      1,
    );
    expect(found.map(({ at, counts }) => [at, counts[UNHEALTHY]])).toEqual([
      [10, 10],
      [20, 9],
    ]);
  });

  it("are at most two for each pixel, however much happened", () => {
    const busy = Array.from({ length: 1_000 }, (_, at) => level(1, at / 10, at % 7));
    const { length } = points([busy], 8);
    expect([length > 8, length <= 16]).toEqual([true, true]);
  });
});
