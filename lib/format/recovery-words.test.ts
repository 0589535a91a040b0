import { expect, it } from "vitest";
import type { RecoveryStatement } from "@/lib/domain/statements/recovery";
import { recoverySentence, timeToRecoverPhrase } from "./recovery-words";

const SINCE = Date.UTC(2026, 10, 24, 3, 31, 10);
const clock = { stepMs: 1_000, now: SINCE + 600_000, zone: "utc" } as const;
const recovered = { kind: "group-recovered", serving: 5, size: 5, since: SINCE, isSeen: true } as const;
const awaited = { kind: "machines-awaited", serving: 3, awaited: 2, size: 5, fewest: 1, fewestAt: SINCE } as const;

it.each<[RecoveryStatement, Parameters<typeof recoverySentence>[1], string]>([
  [recovered, clock, "Back since 03:31:10: 5 of 5 for 10 min."],
  [{ ...recovered, isSeen: false }, clock, "Back since 03:31:10 or before: 5 of 5 for at least 10 min."],
  [recovered, { ...clock, stepMs: 60_000 }, "Back since 03:31: 5 of 5 for 10 min."],
  [recovered, { ...clock, now: SINCE + 4_000 }, "Back since 03:31:10: 5 of 5 for 4 s."],
  [recovered, { ...clock, now: SINCE - 500 }, "Back since 03:31:10: 5 of 5 for 0 s."],
  [{ ...recovered, size: null, before: 3 }, clock, "Back since 03:31:10: 5, more than the 3 before, for 10 min. How many there should be is not known."],
  [{ ...recovered, size: null }, clock, "Back since 03:31:10: 5, as many as before, for 10 min. How many there should be is not known."],
  [awaited, clock, "On the way back: 3 of 5 serve, after 1 at 03:31:10. Waiting for 2."],
  [{ ...awaited, fewest: null, fewestAt: null }, clock, "Waiting for 2: 3 of 5 serve."],
  [{ kind: "fewer-serving", serving: 3, most: 5, mostAt: SINCE }, clock, "5 served at 03:31:10, 3 now. How many there should be is not known."],
])("states %j", (statement, at, sentence) => {
  expect(recoverySentence(statement, at)).toBe(sentence);
});

const NONE = { medianMs: null, longestMs: null, recovered: 0, notRecovered: 0, notMeasured: 0 };

it.each<[Parameters<typeof timeToRecoverPhrase>[0], number, string]>([
  [null, 1_000, "time to recover not known: nothing recorded to measure"],
  [NONE, 1_000, "time to recover: no drop"],
  [{ ...NONE, medianMs: 180_000, longestMs: 180_000, recovered: 1 }, 1_000, "time to recover: 3 min (1 drop)"],
  [{ ...NONE, medianMs: 180_000, longestMs: 720_000, recovered: 4 }, 1_000, "time to recover: median 3 min, longest 12 min (4 drops)"],
  [{ ...NONE, medianMs: 180_000, longestMs: 720_000, recovered: 4 }, 60_000, "time to recover: median at most 3 min, longest at most 12 min (4 drops)"],
  [
    { medianMs: 180_000, longestMs: 720_000, recovered: 4, notRecovered: 1, notMeasured: 2 },
    1_000,
    "time to recover: median 3 min, longest 12 min (4 drops), 1 drop not recovered, 2 drops only partly recorded",
  ],
  [{ ...NONE, notRecovered: 2 }, 1_000, "time to recover not known: 2 drops not recovered"],
  [{ ...NONE, notMeasured: 1 }, 1_000, "time to recover not known: 1 drop only partly recorded"],
])("states the time to recover %j with moments to %i ms", (times, stepMs, phrase) => {
  expect(timeToRecoverPhrase(times, stepMs)).toBe(phrase);
});
