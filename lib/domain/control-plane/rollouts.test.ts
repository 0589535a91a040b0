import { describe, expect, it } from "vitest";
import type { MachineReconnection, ReconnectOutcome, ReplicaMoveDuration } from "./reconnections";
import { findRollouts, MAX_ROLLOUT_PAUSE_MS, quantile, type ReplicaEvent, summarizeReconnections } from "./rollouts";

const event = (kind: ReplicaEvent["kind"], at: number, name = `istiod-${at}`, cluster = "eu"): ReplicaEvent => ({
  kind,
  at,
  name,
  cluster,
  revision: "1-31",
  notBefore: null,
});
/** Returns an event that was observed at `at` and did not happen before `notBefore`. */
const unseen = (kind: ReplicaEvent["kind"], at: number, notBefore: number): ReplicaEvent => ({ ...event(kind, at), notBefore });
const seen = (events: readonly ReplicaEvent[]) => findRollouts(events).map(({ kind, from, to, ended, came }) => [kind, from, to, ended.length, came.length]);
const MINUTE = 60_000;

describe("rollouts", () => {
  it.each<[string, readonly ReplicaEvent[], readonly unknown[]]>([
    ["no event: none", [], []],
    ["the start of one more replica: none", [event("came", MINUTE)], []],
    ["the start of a replica and the end of another one", [event("came", 0), event("went", MINUTE)], [["rolled", MINUTE, MINUTE, 1, 1]]],
    ["the end of a replica and the start of another one", [event("went", 0), event("came", MINUTE)], [["rolled", 0, MINUTE, 1, 1]]],
    [
      "starts and ends of three replicas one after another",
      [0, 1, 2].flatMap((at) => [event("came", at * MINUTE), event("went", at * MINUTE + 30_000)]),
      [["rolled", 30_000, 2 * MINUTE + 30_000, 3, 3]],
    ],
    ["the restart of a container", [event("restarted", MINUTE)], [["restarted", MINUTE, MINUTE, 1, 0]]],
    ["the end of two replicas without a replacement", [event("went", MINUTE), event("went", MINUTE)], [["ended", MINUTE, MINUTE, 2, 0]]],
    [
      "a start and an end with the longest pause between them",
      [event("came", 0), event("went", MAX_ROLLOUT_PAUSE_MS)],
      [["rolled", MAX_ROLLOUT_PAUSE_MS, MAX_ROLLOUT_PAUSE_MS, 1, 1]],
    ],
    [
      "a start and an end with a longer pause: only from the end",
      [event("came", 0), event("went", MAX_ROLLOUT_PAUSE_MS + 1)],
      [["ended", MAX_ROLLOUT_PAUSE_MS + 1, MAX_ROLLOUT_PAUSE_MS + 1, 1, 0]],
    ],
    [
      "a late observation of an end that may belong to the rollout",
      [event("came", 0), event("went", MINUTE), unseen("went", 30 * MINUTE, 2 * MINUTE)],
      [["rolled", MINUTE, 30 * MINUTE, 2, 1]],
    ],
    [
      "a late observation of an end that cannot belong to the rollout",
      [event("came", 0), event("went", MINUTE), unseen("went", 30 * MINUTE, 20 * MINUTE)],
      [
        ["ended", 30 * MINUTE, 30 * MINUTE, 1, 0],
        ["rolled", MINUTE, MINUTE, 1, 1],
      ],
    ],
    [
      "two rollouts of one day, newest first",
      [event("went", 0), event("came", 1), event("went", 60 * MINUTE), event("came", 61 * MINUTE)],
      [
        ["rolled", 60 * MINUTE, 61 * MINUTE, 1, 1],
        ["rolled", 0, 1, 1, 1],
      ],
    ],
  ])("rollouts are found after %s", (_what, events, rollouts) => {
    expect(seen(events)).toEqual(rollouts);
    expect(seen([...events].reverse())).toEqual(rollouts);
  });

  it("rollouts are separate for two clusters at one time", () => {
    const both = ["eu", "us"].flatMap((cluster) => [event("came", 0, "b", cluster), event("went", MINUTE, "a", cluster)]);
    expect(findRollouts(both).map(({ cluster, kind }) => [cluster, kind])).toEqual([
      ["eu", "rolled"],
      ["us", "rolled"],
    ]);
  });
});

const S = 1_000;
const machine = (
  outcome: ReconnectOutcome,
  back: readonly [replica: string, at: number] | null = null,
  moves: readonly ReplicaMoveDuration[] = [],
): MachineReconnection => ({
  ...{ outcome, moves },
  back: back && { replica: back[0], at: back[1] },
});

it("summarizeReconnections counts machines by outcome, and reconnected ones by replica", () => {
  const board = summarizeReconnections([
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

it("summarizeReconnections returns an empty summary without machines", () => {
  expect(summarizeReconnections([])).toMatchObject({ total: 0, steps: [], p50: null, p95: null, slowest: null, moves: 0, targets: [] });
});

it.each([
  [200, 200],
  [201, 200],
  [5_000, 200],
])("summarizeReconnections of machines at %d times has %d steps, of which the last contains all machines", (moments, steps) => {
  const board = summarizeReconnections(Array.from({ length: moments }, (_, at) => machine("back", ["b", at * S])));
  expect(board.steps).toHaveLength(steps);
  expect(board.steps.at(-1)).toEqual({ at: (moments - 1) * S, back: moments });
  expect(new Set(board.steps.map(({ at }) => at)).size).toBe(steps);
});

it.each<[readonly number[], number, number | null]>([
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.95, 7],
  [[1, 2], 0.5, 1],
  [[1, 2, 3], 0.5, 2],
  [[1, 2, 3], 0, 1],
  [[1, 2, 3], 1, 3],
  [Array.from({ length: 100 }, (_, at) => at + 1), 0.95, 95],
  [Array.from({ length: 20 }, (_, at) => at + 1), 0.95, 19],
  [Array.from({ length: 19 }, (_, at) => at + 1), 0.95, 19],
])("quantile of %j for the share %d is %j", (sorted, share, value) => {
  expect(quantile(sorted, share)).toBe(value);
});
