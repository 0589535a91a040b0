import { beforeEach, describe, expect, it, vi } from "vitest";
import { revocations } from "./revocations";

/** Of what `npm run prove -- revocations` runs, the first twenty-fifth. */
const TRIALS = 20;
const LIMIT_MS = 10_000;

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

describe("rights that are lost at a random moment", () => {
  it(`end what is told by streams, requests, files and objects that stand open within ten seconds at a fifth of that time, in ${TRIALS} of ${TRIALS} trials`, {
    timeout: 60_000,
  }, async () => {
    const trials = await revocations({ trials: TRIALS, seed: 1, atOnce: TRIALS, scale: 5 });
    expect(trials).toHaveLength(TRIALS);
    for (const { before } of trials) expect(Object.values(before).map((count) => count > 0)).toEqual([true, true, true, true]);
    expect(trials.filter(({ late, lastMs }) => late > 0 || lastMs > LIMIT_MS)).toEqual([]);
  });
});
