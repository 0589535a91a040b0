import { describe, expect, it } from "vitest";
import {
  type BoardInput,
  baselineTitle,
  curveSummary,
  endedCounts,
  healthPhrase,
  missingPhrase,
  movesNote,
  outcomeWord,
  type RolloutInput,
  rolloutLabel,
  rolloutRowText,
  rolloutTitle,
  toComeBack,
} from "./rollout-words";

const AT = Date.UTC(2026, 7, 12, 4, 2, 10);
const NOW = AT + 60_000;
const rollout = (change: Partial<RolloutInput> = {}): RolloutInput => ({
  ...{ kind: "rolled", rolledAt: AT, ended: 3, came: 3, revisionsBefore: ["1-30"], revisionsAfter: ["1-31"] },
  ...change,
});
const board = (change: Partial<BoardInput> = {}): BoardInput => ({ kind: "rollout", total: 10, back: 10, same: 0, away: 0, out: 0, vanished: 0, ...change });

it.each<[Partial<RolloutInput>, string, string]>([
  [{}, "The rollout of 04:02:10", "04:02:10 · 1-30 → 1-31"],
  [{ revisionsAfter: ["1-30"] }, "The rollout of 04:02:10", "04:02:10 · 1-30"],
  [{ kind: "restarted", ended: 1, came: 0, revisionsAfter: [] }, "The restart of 04:02:10", "04:02:10 · restarted"],
  [{ kind: "ended", ended: 2, came: 0, revisionsAfter: [] }, "The end of replicas of 04:02:10", "04:02:10 · 2 replicas fewer"],
])("%j", (change, title, label) => {
  expect([rolloutTitle(rollout(change), NOW, "utc"), rolloutLabel(rollout(change), NOW, "utc")]).toEqual([title, label]);
});

it("a baseline is named by its moment", () => {
  expect(baselineTitle(AT, NOW, "utc")).toBe("Since the baseline of 04:02:10");
});

it("a rollout of another day is named with its day", () => {
  expect(rolloutTitle(rollout(), NOW + 86_400_000, "utc")).toBe("The rollout of 12 Aug 04:02:10");
});

it.each<[Partial<BoardInput>, string]>([
  [{}, ""],
  [{ back: 4, out: 6 }, "6 out"],
  [{ back: 1, out: 6, vanished: 2, away: 1 }, "6 out, 2 lost, 1 left again"],
])("those that are not back of %j: %s", (change, phrase) => {
  expect(missingPhrase(board(change))).toBe(phrase);
});

it.each<[Partial<BoardInput>, readonly number[], string]>([
  [{}, [AT, AT + 2_000], "10 of 10 machines connected anew, the last at 04:02:12."],
  [{ back: 7, away: 1, out: 2 }, [AT], "8 of 10 machines connected anew, the last at 04:02:10."],
  [{ back: 0, out: 10 }, [], "None of 10 machines has connected anew."],
])("the curve of %j", (change, moments, words) => {
  expect(curveSummary({ ...board(change), steps: moments.map((at) => ({ at })) }, "utc")).toBe(words);
});

it.each([
  [{ checked: 0, confirmed: 0, worse: 0, better: 0 }, "no machine that is back is checked"],
  [{ checked: 1, confirmed: 1, worse: 0, better: 0 }, "the one that is checked reported since"],
  [{ checked: 12, confirmed: 12, worse: 0, better: 0 }, "all 12 that are checked reported since"],
  [{ checked: 12, confirmed: null, worse: 0, better: 0 }, "12 are checked, and which of them reported since is not known"],
  [
    { checked: 12, confirmed: 9, worse: 1, better: 2 },
    "9 of 12 that are checked reported since; 1 machine served before and does not now; 2 the other way round",
  ],
])("health %j", (health, phrase) => {
  expect(healthPhrase(health)).toBe(phrase);
});

describe("the times", () => {
  it.each([
    [{ moves: 0, own: 0, byEnd: 0, early: 0, slowest: null }, "no machine moved because its replica ended"],
    [{ moves: 1, own: 0, byEnd: 1, early: 0, slowest: 2_000 }, "1 move from a replica that ended: 1 timed by the end of the replica; the slowest took 2 s"],
    [
      { moves: 1_040, own: 12, byEnd: 1_025, early: 3, slowest: 61_000 },
      "1,040 moves from a replica that ended: 12 timed by the machine's own disconnectedAt, 1,025 by the end of the replica and 3 not timed, as they moved before that end was seen; the slowest took 1 min",
    ],
    [{ moves: 1, own: 0, byEnd: 0, early: 1, slowest: null }, "1 move from a replica that ended: 1 not timed, as it moved before that end was seen"],
  ])("of %j", (moves, note) => {
    expect(movesNote(moves)).toBe(note);
  });

  it("an outcome has a word", () => {
    expect((["away", "out", "vanished"] as const).map(outcomeWord)).toEqual(["left again", "not back", "lost"]);
  });
});

it("the scale says what it counts", () => {
  expect([toComeBack(board({ total: 1_028 })), toComeBack(board({ kind: "baseline", total: 1 }))]).toEqual(["1,028 to come back", "1 was connected"]);
});

it("states replaced replicas and changed revisions in a list of what ended", () => {
  expect(rolloutRowText(rollout({ ended: 3 }))).toEqual({ size: "3 replicas replaced", revisions: "1-30 → 1-31" });
  expect(rolloutRowText(rollout({ ended: 1, revisionsAfter: ["1-30"] }))).toEqual({ size: "1 replica replaced", revisions: "1-30" });
  expect([endedCounts(1, 0), endedCounts(4, 2)]).toEqual(["1 incident", "4 incidents · 2 rollouts"]);
});
