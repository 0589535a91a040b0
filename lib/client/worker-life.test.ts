import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepAsking } from "./worker-life";

const now = () => performance.now();

describe("the life of a shared worker", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("that never says a word is given up after fifteen seconds, once", () => {
    const failed = vi.fn();
    keepAsking(() => undefined, failed, now);
    vi.advanceTimersByTime(14_999);
    expect(failed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it("that answers is asked for ever, and given up within fifteen seconds once it does not", () => {
    const failed = vi.fn();
    let alive = true;
    const life = keepAsking(() => alive && life.heard(), failed, now);
    vi.advanceTimersByTime(3_600_000);
    expect(failed).not.toHaveBeenCalled();
    alive = false;
    vi.advanceTimersByTime(15_000);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it("is not given up by a page whose own timers come late: the machine is busy, or has slept", () => {
    const failed = vi.fn();
    // Every timer comes as late again as it was to take.
    const atHalfSpeed = () => performance.now() * 2;
    keepAsking(() => undefined, failed, atHalfSpeed);
    vi.advanceTimersByTime(60_000);
    expect(failed).not.toHaveBeenCalled();
  });

  it("that is known to have failed is given up at once; a page that goes asks no more", () => {
    const [failed, ask] = [vi.fn(), vi.fn()];
    const life = keepAsking(ask, failed, now);
    life.fail();
    life.fail();
    expect(failed).toHaveBeenCalledTimes(1);
    const other = keepAsking(ask, failed, now);
    other.stop();
    other.fail();
    vi.advanceTimersByTime(60_000);
    expect(ask).not.toHaveBeenCalled();
    expect(failed).toHaveBeenCalledTimes(1);
  });
});
