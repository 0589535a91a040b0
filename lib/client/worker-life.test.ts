import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepAsking } from "./worker-life";

describe("the life of a shared worker", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("that never says a word is given up after nine seconds, once", () => {
    const failed = vi.fn();
    keepAsking(() => undefined, failed);
    vi.advanceTimersByTime(8_999);
    expect(failed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it("that answers is asked for ever, and given up within fifteen seconds once it does not", () => {
    const failed = vi.fn();
    let alive = true;
    const life = keepAsking(() => alive && life.heard(), failed);
    vi.advanceTimersByTime(3_600_000);
    expect(failed).not.toHaveBeenCalled();
    alive = false;
    vi.advanceTimersByTime(15_000);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it("that is known to have failed is given up at once; a page that goes asks no more", () => {
    const [failed, ask] = [vi.fn(), vi.fn()];
    const life = keepAsking(ask, failed);
    life.fail();
    life.fail();
    expect(failed).toHaveBeenCalledTimes(1);
    const other = keepAsking(ask, failed);
    other.stop();
    other.fail();
    vi.advanceTimersByTime(60_000);
    expect(ask).not.toHaveBeenCalled();
    expect(failed).toHaveBeenCalledTimes(1);
  });
});
