import { expect, it } from "vitest";
import type { RecoveryStatement } from "@/lib/domain/statements/recovery";
import { recoverySentence } from "./recovery-words";

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
