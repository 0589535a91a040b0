import { expect, it } from "vitest";
import { onCallLine, untroubledSentence } from "./on-call-sentence";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const LIVE = { past: false } as const;

it("counts the rows of On call, which are groups and namespaces", () => {
  const rows = { groupsInTrouble: 4, placesInTrouble: 1, failing: { count: 1 }, lost: 0, missing: 0 };
  const parts = (change: Partial<typeof rows>) => onCallLine({ ...rows, ...change }).map(({ text, tone }) => [text, tone]);
  expect(parts({})).toEqual([["3 groups and machines of no group in 1 namespace in trouble", "bad"]]);
  expect(parts({ failing: { count: 0 }, lost: 1 })).toEqual([["3 groups and machines of no group in 1 namespace in trouble", "bad"]]);
  expect(parts({ placesInTrouble: 0, failing: { count: 0 } })).toEqual([["4 groups in trouble", "blind"]]);
  expect(parts({ groupsInTrouble: 0, placesInTrouble: 0 })).toEqual([]);
});

it("counts the groups without trouble, in the tense of the page", () => {
  expect(untroubledSentence({ groups: 42, groupsUntroubled: 38 }, LIVE)).toBe("38 of 42 groups are in no trouble.");
  expect(untroubledSentence({ groups: 2, groupsUntroubled: 1 }, LIVE)).toBe("1 of 2 groups is in no trouble.");
  expect(untroubledSentence({ groups: 42, groupsUntroubled: 38 }, { past: true, at: "at 04:10:00", moment: NOW })).toBe(
    "38 of 42 groups were in no trouble at 04:10:00.",
  );
});
