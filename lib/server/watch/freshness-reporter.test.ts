import { beforeEach, describe, expect, it } from "vitest";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { Clock } from "@/lib/server/clock";
import { createFreshnessReporter } from "./freshness-reporter";
import { WATCH_TIMINGS } from "./watch-timings";

let now = 0;
let timers: { at: number; call: () => void }[] = [];
const clock: Clock = {
  now: () => 1_000_000 + now,
  monotonic: () => now,
  setTimer(call, ms) {
    const timer = { at: now + ms, call };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  },
};
function pass(ms: number): void {
  now += ms;
  const due = timers.filter((timer) => timer.at <= now);
  timers = timers.filter((timer) => timer.at > now);
  for (const timer of due) timer.call();
}

let told: Freshness[] = [];
const start = () => createFreshnessReporter(clock, WATCH_TIMINGS, (freshness) => told.push(freshness));

beforeEach(() => {
  [now, timers, told] = [0, [], []];
});

describe("freshness", () => {
  it("starts without a proof and is never live by itself", () => {
    const reporter = start();
    reporter.prove();
    reporter.doubt("catching-up", "quiet");
    pass(60_000);
    expect(reporter.current()).toMatchObject({ kind: "starting", asOf: null });
  });

  it("moves its asOf with every proof, but tells it once a second", () => {
    const reporter = start();
    reporter.live();
    for (let i = 0; i < 25; i++) {
      pass(100);
      reporter.prove();
    }
    expect(told.map((one) => one.asOf)).toEqual([1_000_000, 1_001_000, 1_002_000]);
  });

  it("stays live for three seconds of doubt, and no longer", () => {
    const reporter = start();
    reporter.live();
    reporter.doubt("catching-up", "cut");
    pass(2_999);
    expect(reporter.current().kind).toBe("live");
    pass(1);
    expect(reporter.current()).toEqual({ kind: "catching-up", asOf: 1_000_000, reason: "cut" });
  });

  it("passes on why as a code, where there is one", () => {
    const reporter = start();
    reporter.live();
    reporter.doubt("catching-up", "the API server closed the stream", { code: "closed" });
    pass(3_000);
    expect(reporter.current()).toMatchObject({ kind: "catching-up", reason: "the API server closed the stream", why: { code: "closed" } });
    reporter.catchingUp("two objects differ", { code: "differs", objects: 2 });
    expect(reporter.current()).toMatchObject({ reason: "two objects differ", why: { code: "differs", objects: 2 } });
    reporter.lost("refused");
    expect(reporter.current()).not.toHaveProperty("why");
  });

  it("is stale after the doubt where the server was silent, with the last proof", () => {
    const reporter = start();
    reporter.live();
    reporter.doubt("stale", "silent for 20 s", { code: "silent", ms: 20_000 });
    pass(3_000);
    expect(reporter.current()).toEqual({ kind: "stale", asOf: 1_000_000, reason: "silent for 20 s", why: { code: "silent", ms: 20_000 } });
  });

  it("does not prolong doubt by doubting again, nor by bytes of a stream that is gone", () => {
    const reporter = start();
    reporter.live();
    reporter.doubt("catching-up", "cut");
    pass(2_000);
    reporter.doubt("catching-up", "cut again");
    reporter.prove();
    pass(1_000);
    expect(reporter.current().kind).toBe("catching-up");
  });

  it("is cleared of doubt by a stream that is open again", () => {
    const reporter = start();
    reporter.live();
    reporter.doubt("catching-up", "closed");
    pass(1_000);
    reporter.live();
    pass(10_000);
    expect(reporter.current().kind).toBe("live");
  });

  it("is lost at once when a request failed, keeps the last proof, and says each reason once", () => {
    const reporter = start();
    reporter.live();
    pass(5_000);
    reporter.lost("refused");
    reporter.lost("refused");
    expect(told.slice(1)).toEqual([{ kind: "stale", asOf: 1_000_000, reason: "refused" }]);
  });

  it("calls a repair starting as long as nothing was ever proven", () => {
    const reporter = start();
    reporter.catchingUp("listing");
    expect(reporter.current()).toEqual({ kind: "starting", asOf: null, reason: "listing" });
  });
});
