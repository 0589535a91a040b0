import { expect, it } from "vitest";
import { recoveryWords, unknownSizeWords, waitingWords } from "./recovery-words";

const SINCE = Date.UTC(2026, 10, 24, 3, 31, 10);
const clock = { stepMs: 1_000, now: SINCE + 600_000, zone: "utc" } as const;

it.each([
  [{ since: SINCE, isSeen: true }, clock, "Back since 03:31:10: 5 of 5 for 10 min."],
  [{ since: SINCE, isSeen: false }, clock, "Back since 03:31:10 or before: 5 of 5 for at least 10 min."],
  [{ since: SINCE, isSeen: true }, { ...clock, stepMs: 60_000 }, "Back since 03:31: 5 of 5 for 10 min."],
  [{ since: SINCE, isSeen: true }, { ...clock, now: SINCE + 4_000 }, "Back since 03:31:10: 5 of 5 for 4 s."],
  [{ since: SINCE, isSeen: true }, { ...clock, now: SINCE - 500 }, "Back since 03:31:10: 5 of 5 for 0 s."],
] as const)("%j", (recovery, at, words) => {
  expect(recoveryWords(5, recovery, at)).toBe(words);
});

it.each([
  [3, 2, { at: SINCE, serving: 1 }, "On the way back: 3 of 5 serve, after 1 at 03:31:10. Waiting for 2."],
  [3, 2, { at: SINCE, serving: 3 }, "Waiting for 2: 3 of 5 serve."],
  [2, 3, { at: SINCE, serving: 3 }, "Waiting for 3: 2 of 5 serve."],
  [3, 2, null, "Waiting for 2: 3 of 5 serve."],
] as const)("%i serve, %i are awaited, %j", (serving, awaited, fewest, words) => {
  expect(waitingWords(serving, awaited, fewest, clock)).toBe(words);
});

it.each([
  [
    5,
    { regained: { since: SINCE, isSeen: true }, most: null },
    "Back since 03:31:10: 5, as many as before, for 10 min. How many there should be is not known.",
  ],
  [3, { regained: null, most: { at: SINCE, serving: 5 } }, "5 served at 03:31:10, 3 now. How many there should be is not known."],
  [5, { regained: null, most: { at: SINCE, serving: 5 } }, ""],
  [5, { regained: null, most: null }, ""],
] as const)("%i serve, and nobody knows of how many: %j", (serving, told, words) => {
  expect(unknownSizeWords(serving, told, clock)).toBe(words);
});
