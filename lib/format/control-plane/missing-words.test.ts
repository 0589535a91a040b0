import { expect, it } from "vitest";
import { type MissingInput, missingWords } from "./missing-words";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);
const MINUTE = 60_000;
const machine = (change: Partial<MissingInput> = {}): MissingInput => ({
  outcome: "out",
  state: "unverified",
  since: NOW - 14 * MINUTE,
  next: null,
  ...change,
});
const next = (kind: string, at: number | null, latestAt: number | null, assumed = false) => ({ kind, at, latestAt, assumed });

it.each<[Partial<MissingInput>, string]>([
  [{}, "since 04:02:12"],
  [{ since: null }, ""],
  [{ next: next("sweep", NOW + 31 * MINUTE, NOW + 33 * MINUTE) }, "since 04:02:12, swept in 31 min"],
  [{ next: next("sweep", NOW + 31 * MINUTE, NOW + 33 * MINUTE, true) }, "since 04:02:12, swept in 31 min, assumed"],
  [{ next: next("delete", NOW - 1, NOW + 100_000) }, "since 04:02:12, deleted within 2 min"],
  [{ next: next("delete", NOW - 2, NOW - 1) }, "since 04:02:12, deleted any moment"],
  [{ next: next("drop-condition", NOW + 4_000, null) }, "since 04:02:12, loses its health report in 4 s"],
  [{ next: next("never-cleaned", null, null) }, "since 04:02:12, never cleaned up"],
  [{ next: next("nothing", null, null) }, "since 04:02:12"],
])("%j", (change, words) => {
  expect(missingWords(machine(change), NOW, "utc")).toBe(words);
});
