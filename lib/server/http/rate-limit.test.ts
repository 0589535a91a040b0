import { describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { RateLimit, rateOf } from "./rate-limit";

/** How many of so many pass, one every `everyMs`. */
function passed(limit: RateLimit, clock: ManualClock, count: number, everyMs: number, key = "ann"): number {
  let passing = 0;
  for (let at = 0; at < count; at++) {
    if (limit.take(key) === 0) passing++;
    clock.advance(everyMs);
  }
  return passing;
}

describe("a limit of requests", () => {
  it.each([
    [1, 1],
    [3, 7],
    [50, 500],
    [200, 2_000],
    [0.5, 5],
  ])("of %s a second lets exactly %s pass at once, and then its rate, to one", (perSecond, burst) => {
    const clock = new ManualClock(17.3);
    const limit = new RateLimit({ perSecond, burst }, clock.monotonic);
    expect(passed(limit, clock, burst * 3, 0)).toBe(burst);
    const seconds = 60;
    const asked = 10 * perSecond * seconds;
    expect(Math.abs(passed(limit, clock, asked, (seconds * 1_000) / asked) - perSecond * seconds)).toBeLessThanOrEqual(1);
  });

  it("lets pass whoever keeps to the rate, for ever", () => {
    const clock = new ManualClock(0);
    expect(passed(new RateLimit({ perSecond: 3, burst: 1 }, clock.monotonic), clock, 3_000, 1_000 / 3)).toBe(3_000);
  });

  it("fills up again while nothing comes, and no further", () => {
    const clock = new ManualClock(0);
    const limit = new RateLimit(rateOf(10), clock.monotonic);
    expect(passed(limit, clock, 200, 0)).toBe(100);
    clock.advance(3_600_000);
    expect(passed(limit, clock, 200, 0)).toBe(100);
  });

  it("says after how many seconds the next one passes, and takes nothing for one that is refused", () => {
    const clock = new ManualClock(0);
    const limit = new RateLimit({ perSecond: 0.25, burst: 2 }, clock.monotonic);
    expect([limit.take("ann"), limit.take("ann"), limit.take("ann")]).toEqual([0, 0, 4]);
    clock.advance(3_999);
    expect(limit.take("ann")).toBe(1);
    clock.advance(1);
    expect(limit.take("ann")).toBe(0);
  });

  it("counts each by himself, and no more of them than it can remember", () => {
    const clock = new ManualClock(0);
    const limit = new RateLimit({ perSecond: 1, burst: 1 }, clock.monotonic);
    expect([limit.take("ann"), limit.take("bob"), limit.take("ann")]).toEqual([0, 0, 1]);
    for (let at = 0; at < 50_000; at++) limit.take(`nobody ${at}`);
    expect(limit.size).toBe(10_000);
  });
});
