import { expect, it } from "vitest";
import { type SweepInput, sweepPhrase } from "./sweep-words";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);
const MINUTE = 60_000;

it.each<[SweepInput, string]>([
  [null, "never swept"],
  [{ from: NOW + 31 * MINUTE, to: NOW + 40 * MINUTE, assumed: false }, "swept in 31 min to 40 min"],
  [{ from: NOW + 31 * MINUTE - 500, to: NOW + 31 * MINUTE, assumed: true }, "swept in 31 min, assumed"],
  [{ from: NOW, to: NOW + 100_000, assumed: false }, "swept by 04:17:52"],
])("%j", (sweep, phrase) => {
  expect(sweepPhrase(sweep, NOW, "utc")).toBe(phrase);
});
