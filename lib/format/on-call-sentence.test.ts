import { expect, it } from "vitest";
import { type OnCallInput, onCallDoubt, onCallSentence } from "./on-call-sentence";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const SINCE = Date.UTC(2026, 10, 24, 3, 12, 24);
const LIVE = { past: false } as const;
const input = (change: Partial<OnCallInput> = {}): OnCallInput => ({
  groups: 25,
  groupsInTrouble: 4,
  groupsInDoubt: 0,
  since: SINCE,
  atLeast: false,
  ...change,
});
const words = (change: Partial<OnCallInput>, tense: Parameters<typeof onCallSentence>[1] = LIVE) => {
  const { strong, rest } = onCallSentence(input(change), tense, NOW, "utc");
  return `${strong} ${rest}`;
};

it.each<[string, Partial<OnCallInput>, string]>([
  ["several groups", {}, "4 groups are in trouble. The worst began at 03:12:24."],
  ["one group", { groupsInTrouble: 1 }, "1 group is in trouble. It began at 03:12:24."],
  ["nobody saw it begin", { atLeast: true }, "4 groups are in trouble. The worst began at 03:12:24 or before."],
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

it("what is only in doubt is told apart", () => {
  expect([0, 1, 3].map((groupsInDoubt) => onCallDoubt({ groupsInDoubt }))).toEqual([
    "",
    "1 group in doubt or reconnecting",
    "3 groups in doubt or reconnecting",
  ]);
});
