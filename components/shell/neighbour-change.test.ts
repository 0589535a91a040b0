import { describe, expect, it } from "vitest";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { type AskChanges, changeAfter, changeBefore } from "./neighbour-change";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

/** A log that answers as the route does: newest first, from included, to excluded or not, cut at the limit. */
function logOf(moments: readonly number[]): AskChanges {
  return async (from, to, limit) => {
    const all = moments.filter((at) => at >= from && at <= to).sort((a, b) => b - a);
    return { rows: all.slice(0, limit).map((at) => ({ at }) as ActivityRow), next: all.length > limit ? "more" : null };
  };
}

describe("the change beside a moment", () => {
  it("is the nearest one, whatever else happened", async () => {
    const log = logOf([NOW - 5 * HOUR, NOW - 2 * HOUR, NOW - HOUR, NOW - 1000]);
    expect(await changeAfter(log, NOW - 3 * HOUR, NOW)).toBe(NOW - 2 * HOUR);
    expect(await changeBefore(log, NOW - 3 * HOUR)).toBe(NOW - 5 * HOUR);
  });

  it("is never the moment itself", async () => {
    const log = logOf([NOW - 3 * HOUR, NOW - 2 * HOUR, NOW - HOUR]);
    expect(await changeAfter(log, NOW - 2 * HOUR, NOW)).toBe(NOW - HOUR);
    expect(await changeBefore(log, NOW - 2 * HOUR)).toBe(NOW - 3 * HOUR);
  });

  it("is found in a crowd", async () => {
    const crowd = Array.from({ length: 5000 }, (_, index) => NOW - 20_000 + index * 3);
    expect(await changeAfter(logOf(crowd), NOW - 25_000, NOW)).toBe(NOW - 20_000);
  });

  it("is none where there is none", async () => {
    expect(await changeAfter(logOf([NOW - HOUR]), NOW - HOUR, NOW)).toBeNull();
    expect(await changeBefore(logOf([NOW - HOUR]), NOW - HOUR)).toBeNull();
    expect(await changeAfter(logOf([]), NOW, NOW)).toBeNull();
  });
});
