import { describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { DerivedValues } from "./derived-values";
import { type SliceLimits, Slices } from "./slices";

/** Keys that fall due together at 100, each of which takes a millisecond to evaluate; and what is evaluated when. */
function hundredDue(limits: Partial<SliceLimits>) {
  const clock = new ManualClock(0);
  let spent = 0;
  const evaluatedAt: number[] = [];
  const values = new DerivedValues<number, string>(
    {
      evaluate: (_key, at) => {
        if (at === 100) {
          evaluatedAt.push(clock.now());
          spent++;
        }
        return { value: at, due: at < 100 ? 100 : null };
      },
      isSame: (a, b) => a === b,
    },
    "due",
  );
  // The clock of durations goes on while values are evaluated, the one of moments only between slices.
  const slices = new Slices(
    values.evaluations,
    { now: clock.now, monotonic: () => clock.now() + spent, setTimer: (call, ms) => clock.setTimer(call, Math.max(1, ms)) },
    limits,
  );
  for (let key = 0; key < 100; key++) values.evaluate(key, 0, "write");
  const sizes = () => [...new Set(evaluatedAt)].map((moment) => evaluatedAt.filter((at) => at === moment).length);
  return { clock, values, slices, sizes };
}

describe("slices", () => {
  it("end when their time is up, and go on until all is evaluated", () => {
    const { clock, values, sizes } = hundredDue({ ms: 8 });
    clock.advance(99);
    expect(sizes()).toEqual([]);
    clock.advance(100);
    expect(Math.max(...sizes())).toBe(8);
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(100);
    expect(values.evaluations.next).toBeNull();
  });

  it("evaluate no more values at once than they may", () => {
    const { clock, sizes } = hundredDue({ ms: 1_000, values: 30 });
    clock.advance(200);
    expect(sizes()).toEqual([30, 30, 30, 10]);
  });

  it("leave no timer behind once all is evaluated, or once they are stopped", () => {
    const { clock, slices, values } = hundredDue({ ms: 8 });
    expect(clock.timers).toBe(1);
    clock.advance(105);
    slices.stop();
    expect(clock.timers).toBe(0);
    values.evaluations.affect(0, 105, "change");
    expect(clock.timers).toBe(0);
    const other = hundredDue({});
    other.clock.advance(300);
    expect(other.clock.timers).toBe(0);
  });
});
