import { expect, it } from "vitest";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATE_WORDS, STATES, type State } from "@/lib/domain/verdict/verdict";
import { stateCounts } from "./state-counts";

const ofStates = (counts: Partial<Record<State, number>>, { lost = 0, missing = 0 } = {}) =>
  stateCounts({ rollUp: { counts: codedCounts(STATES.map((state) => counts[state] ?? 0)) }, lost, missing });

it("has the eight words in their order, also without a machine", () => {
  expect(ofStates({}).map(({ word, count }) => [word, count])).toEqual(STATE_WORDS.map((word) => [word, 0]));
});

it.each<readonly [claim: string, counts: Partial<Record<State, number>>, away: { lost?: number; missing?: number }, word: string, shown: object]>([
  [
    "counts a machine without an endpoint as Unhealthy",
    { unhealthy: 3, "no-endpoint": 1 },
    {},
    "unhealthy",
    { count: 4, states: ["unhealthy", "no-endpoint"], numbers: [3, 1] },
  ],
  [
    "adds up three exact states of Unverified",
    { unverified: 2, disconnected: 1, unreadable: 1 },
    {},
    "unverified",
    { count: 4, states: ["unverified", "disconnected", "unreadable"] },
  ],
  ["counts an overdue renewal as Reconnecting", { overdue: 1, reconnecting: 4 }, {}, "reconnecting", { count: 5, numbers: [1, 4] }],
  ["counts lost and missing machines as Lost", {}, { lost: 2, missing: 3 }, "lost", { count: 5, states: ["vanished"], numbers: [2], missing: 3 }],
  ["has no exact state for missing machines alone", {}, { missing: 3 }, "lost", { count: 3, states: [], missing: 3 }],
  ["counts a machine without a report as Starting", { awaiting: 2 }, {}, "starting", { count: 2, missing: 0 }],
])("%s", (_claim, counts, away, word, shown) => {
  expect(ofStates(counts, away).find((one) => one.word === word)).toMatchObject(shown);
});

it("adds up to the total of registered, lost and missing machines", () => {
  const counts = { healthy: 1125, unchecked: 54, reconnecting: 12, unhealthy: 10, unverified: 2, draining: 2, awaiting: 3 };
  const sum = ofStates(counts, { lost: 1, missing: 1 }).reduce((total, { count }) => total + count, 0);
  expect(sum).toBe(1210);
});
