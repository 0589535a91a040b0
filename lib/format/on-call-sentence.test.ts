import { expect, it } from "vitest";
import { fleetServing, groupsUnverified } from "@/lib/domain/statements/fleet";
import { onCallTrouble } from "@/lib/domain/statements/on-call";
import { onCallLine, onCallSentence, untroubledSentence } from "./on-call-sentence";
import type { Tense } from "./text/tense";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const SINCE = Date.UTC(2026, 10, 24, 3, 12, 24);
const LIVE = { past: false } as const;
type OnCallInput = Parameters<typeof onCallTrouble>[0] & Parameters<typeof onCallTrouble>[1];
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
const words = (change: Partial<OnCallInput>, tense: Tense = LIVE) => {
  const { strong, rest } = onCallSentence(onCallTrouble(input(change), input(change)), { tense, now: NOW, zone: "utc" });
  return `${strong} ${rest}`;
};

it.each<[string, Partial<OnCallInput>, string]>([
  ["sudden trouble", { pace: { kind: "sudden" } }, "4 groups are in trouble. The worst began at 03:12:24, suddenly."],
  ["slow trouble", { pace: { kind: "slow" } }, "4 groups are in trouble. The worst began at 03:12:24, slowly."],
  ["several groups", {}, "4 groups are in trouble. The worst began at 03:12:24."],
  ["one group", { groupsInTrouble: 1 }, "1 group is in trouble. It began at 03:12:24."],
  ["trouble whose begin was not seen", { atLeast: true }, "4 groups are in trouble. The worst began at 03:12:24 or before."],
  ["a group with older trouble", { isBeginning: false }, "4 groups are in trouble. The worst last got worse at 03:12:24."],
  ["a begin that is not known", { since: null }, "4 groups are in trouble."],
  ["some groups are unverified only", { groupsInDoubt: 3 }, "1 group is in trouble. The worst began at 03:12:24."],
  ["all groups are unverified only", { groupsInDoubt: 4 }, "No group of 25 is in trouble."],
  ["no group in trouble", { groupsInTrouble: 0, since: null }, "No group of 25 is in trouble."],
])("%s", (_what, change, sentence) => {
  expect(words(change)).toBe(sentence);
});

it.each<[Partial<OnCallInput>, string]>([
  [{}, "4 groups were in trouble at 04:10:00. The worst began at 03:12:24."],
  [{ groupsInTrouble: 0, since: null }, "No group of 25 was in trouble at 04:10:00."],
  [{ groupsInDoubt: 4 }, "No group of 25 was in trouble at 04:10:00."],
])("uses the past tense if the page is not live: %j", (change, sentence) => {
  expect(words(change, { past: true, at: "at 04:10:00", moment: NOW })).toBe(sentence);
});

it("counts unverified groups apart, after the serving machines", () => {
  const rollUp = { total: 9, fullTotal: 10, serving: 7, doubted: 0, counts: [], expected: null };
  const serving = fleetServing({ rollUp });
  const told = (groupsInDoubt: number) => onCallLine(serving, groupsUnverified({ groupsInDoubt }), LIVE).map(({ text }) => text);
  expect(told(1)).toEqual(["7 of 10 machines are serving", "1 group unverified or reconnecting"]);
  expect(told(0)).toEqual(["7 of 10 machines are serving"]);
});

it("counts the groups without trouble, in the tense of the page", () => {
  expect(untroubledSentence({ groups: 42, groupsUntroubled: 38 }, LIVE)).toBe("38 of 42 groups are in no trouble.");
  expect(untroubledSentence({ groups: 2, groupsUntroubled: 1 }, LIVE)).toBe("1 of 2 groups is in no trouble.");
  expect(untroubledSentence({ groups: 42, groupsUntroubled: 38 }, { past: true, at: "at 04:10:00", moment: NOW })).toBe(
    "38 of 42 groups were in no trouble at 04:10:00.",
  );
});
