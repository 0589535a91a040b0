import { expect, it } from "vitest";
import { retryPauseMs } from "./retry-pause";

const FIRST = { attempts: 0, waitedMs: 0, spreadMs: 0, isRefused: false };

it.each([
  ["at the first try", FIRST, 0.5, 600],
  ["twice as long after each try in vain", { ...FIRST, attempts: 2 }, 0.5, 2_100],
  ["at most ten seconds", { ...FIRST, attempts: 9 }, 1, 10_100],
  ["as spread as the server wishes", { ...FIRST, spreadMs: 8_000 }, 1, 8_100],
  ["at most fifteen seconds, whatever the server wishes", { ...FIRST, spreadMs: 90_000 }, 1, 15_100],
  ["shorter by what the attempt has waited in vain, but never at once", { ...FIRST, attempts: 2, waitedMs: 3_500 }, 1, 1_100],
  ["half a minute more where it was refused", { ...FIRST, isRefused: true }, 0.5, 30_500],
])("a stream is opened again after a pause: %s", (_what, tried, chance, pause) => {
  expect(retryPauseMs(tried, chance)).toBe(pause);
});
