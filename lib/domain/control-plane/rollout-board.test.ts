import { expect, it } from "vitest";
import type { Move, Outcome, Reconnection } from "./reconnections";
import { rolloutBoardOf } from "./rollout-board";

const S = 1_000;
const machine = (outcome: Outcome, back: readonly [replica: string, at: number] | null = null, moves: readonly Move[] = []): Reconnection => ({
  ...{ outcome, moves },
  back: back && { replica: back[0], at: back[1] },
});

it("counts what became of machines, and who holds those that are back", () => {
  const board = rolloutBoardOf([
    machine("back", ["b", 102 * S], [{ by: "end", ms: 2 * S }]),
    machine("back", ["c", 104 * S], [{ by: "own", ms: 4 * S }]),
    machine("back", ["c", 101 * S], [{ by: "not-known" }]),
    machine("away", ["b", 102 * S], [{ by: "end", ms: 2 * S }]),
    machine("same"),
    machine("out"),
    machine("vanished"),
  ]);
  expect(board).toMatchObject({ total: 7, counts: { back: 3, same: 1, away: 1, out: 1, vanished: 1 }, moves: 4, own: 1, byEnd: 2, early: 1 });
  expect(board.targets).toEqual([
    { replica: "c", count: 2 },
    { replica: "b", count: 1 },
  ]);
  expect(board.steps).toEqual([
    { at: 101 * S, back: 1 },
    { at: 102 * S, back: 3 },
    { at: 104 * S, back: 4 },
  ]);
  expect([board.p50, board.p95, board.slowest]).toEqual([2 * S, 4 * S, 4 * S]);
});

it("of nobody says nothing", () => {
  expect(rolloutBoardOf([])).toMatchObject({ total: 0, steps: [], p50: null, p95: null, slowest: null, moves: 0, targets: [] });
});

it.each([
  [200, 200],
  [201, 200],
  [5_000, 200],
])("of %d moments has %d steps, the last of them with everybody", (moments, steps) => {
  const board = rolloutBoardOf(Array.from({ length: moments }, (_, at) => machine("back", ["b", at * S])));
  expect(board.steps).toHaveLength(steps);
  expect(board.steps.at(-1)).toEqual({ at: (moments - 1) * S, back: moments });
  expect(new Set(board.steps.map(({ at }) => at)).size).toBe(steps);
});
