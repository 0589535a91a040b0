import { describe, expect, it } from "vitest";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { type RequestChanges, timeOfChangeAfter, timeOfChangeBefore } from "./adjacent-change";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

/** A log with the same order and limit as the route: newest first, cut at the limit. */
function logOf(moments: readonly number[]): RequestChanges {
  return async (from, to, limit) => {
    const all = moments.filter((at) => at >= from && at <= to).sort((a, b) => b - a);
    return { rows: all.slice(0, limit).map((at) => ({ at }) as ActivityRow), next: all.length > limit ? "more" : null };
  };
}

describe("the search for the previous and next change", () => {
  it("returns the nearest change", async () => {
    const log = logOf([NOW - 5 * HOUR, NOW - 2 * HOUR, NOW - HOUR, NOW - 1000]);
    expect(await timeOfChangeAfter(log, NOW - 3 * HOUR, NOW)).toBe(NOW - 2 * HOUR);
    expect(await timeOfChangeBefore(log, NOW - 3 * HOUR)).toBe(NOW - 5 * HOUR);
  });

  it("never returns a change at the current time itself", async () => {
    const log = logOf([NOW - 3 * HOUR, NOW - 2 * HOUR, NOW - HOUR]);
    expect(await timeOfChangeAfter(log, NOW - 2 * HOUR, NOW)).toBe(NOW - HOUR);
    expect(await timeOfChangeBefore(log, NOW - 2 * HOUR)).toBe(NOW - 3 * HOUR);
  });

  it("finds the next change among thousands of changes", async () => {
    const crowd = Array.from({ length: 5000 }, (_, index) => NOW - 20_000 + index * 3);
    expect(await timeOfChangeAfter(logOf(crowd), NOW - 25_000, NOW)).toBe(NOW - 20_000);
  });

  it("returns null if there is none", async () => {
    expect(await timeOfChangeAfter(logOf([NOW - HOUR]), NOW - HOUR, NOW)).toBeNull();
    expect(await timeOfChangeBefore(logOf([NOW - HOUR]), NOW - HOUR)).toBeNull();
    expect(await timeOfChangeAfter(logOf([]), NOW, NOW)).toBeNull();
  });
});
