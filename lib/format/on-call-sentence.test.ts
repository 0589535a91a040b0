import { expect, it } from "vitest";
import { type OnCallInput, onCallLine, onCallSentence, untroubledSentence } from "./on-call-sentence";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const SINCE = Date.UTC(2026, 10, 24, 3, 12, 24);
const LIVE = { past: false } as const;
const NOTHING_COMMON = { lost: 0, groupsLosing: 0, failing: { count: 0, groups: 0, shared: [] }, rollout: null } as const;
const input = (change: Partial<OnCallInput> = {}): OnCallInput => ({
  groups: 25,
  groupsInTrouble: 4,
  groupsInDoubt: 0,
  since: SINCE,
  atLeast: false,
  isBeginning: true,
  pace: null,
  ...change,
});
const words = (change: Partial<OnCallInput>, tense: Parameters<typeof onCallSentence>[1] = LIVE) => {
  const { strong, rest } = onCallSentence(input(change), tense, NOW, "utc");
  return `${strong} ${rest}`;
};

it.each<[string, Partial<OnCallInput>, string]>([
  ["it was sudden", { pace: { kind: "sudden" } }, "4 groups are in trouble. The worst began at 03:12:24, suddenly."],
  ["it was slow", { pace: { kind: "slow" } }, "4 groups are in trouble. The worst began at 03:12:24, slowly."],
  ["several groups", {}, "4 groups are in trouble. The worst began at 03:12:24."],
  ["one group", { groupsInTrouble: 1 }, "1 group is in trouble. It began at 03:12:24."],
  ["nobody saw it begin", { atLeast: true }, "4 groups are in trouble. The worst began at 03:12:24 or before."],
  ["some of its machines failed before", { isBeginning: false }, "4 groups are in trouble. The worst last got worse at 03:12:24."],
  ["its beginning is not known", { since: null }, "4 groups are in trouble."],
  ["some are only in doubt", { groupsInDoubt: 3 }, "1 group is in trouble. The worst began at 03:12:24."],
  ["all are only in doubt", { groupsInDoubt: 4 }, "No group of 25 is in trouble."],
  ["none", { groupsInTrouble: 0, since: null }, "No group of 25 is in trouble."],
])("%s", (_what, change, sentence) => {
  expect(words(change)).toBe(sentence);
});

it.each<[Partial<OnCallInput>, string]>([
  [{}, "4 groups were in trouble at 04:10:00. The worst began at 03:12:24."],
  [{ groupsInTrouble: 0, since: null }, "No group of 25 was in trouble at 04:10:00."],
  [{ groupsInDoubt: 4 }, "No group of 25 was in trouble at 04:10:00."],
])("a page that is not live speaks of what was: %j", (change, sentence) => {
  expect(words(change, { past: true, at: "at 04:10:00", moment: NOW })).toBe(sentence);
});

it("what is only in doubt is told apart, after how many serve", () => {
  const rollUp = { total: 9, serving: 7, doubted: 0, counts: [], expected: null };
  const fleet = {
    rollUp,
    groups: 3,
    groupsInTrouble: 2,
    groupsInDoubt: 1,
    groupsWithoutExpected: 3,
    groupsLearned: 0,
    servingOfExpected: 0,
    namespaces: 1,
    ...NOTHING_COMMON,
  };
  const told = (groupsInDoubt: number) =>
    onCallLine({ ...fleet, groupsInDoubt, connections: 9, replicas: { kind: "known", running: 1 } }, LIVE).map(({ text }) => text);
  expect(told(1)).toEqual(["7 serving", "1 group in doubt or reconnecting"]);
  expect(told(0)).toEqual(["7 serving"]);
});

it("what is in no trouble is told as of when it is known", () => {
  expect(untroubledSentence({ groups: 42, groupsUntroubled: 38 }, LIVE)).toBe("38 of 42 groups are in no trouble.");
  expect(untroubledSentence({ groups: 2, groupsUntroubled: 1 }, LIVE)).toBe("1 of 2 groups is in no trouble.");
  expect(untroubledSentence({ groups: 42, groupsUntroubled: 38 }, { past: true, at: "at 04:10:00", moment: NOW })).toBe(
    "38 of 42 groups were in no trouble at 04:10:00.",
  );
});
