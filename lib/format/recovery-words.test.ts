import { expect, it } from "vitest";
import { recoveryWords } from "./recovery-words";

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
