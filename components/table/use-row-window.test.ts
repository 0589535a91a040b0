import { describe, expect, it } from "vitest";
import { windowAt } from "./use-row-window";

describe("the window of a long list", () => {
  it("begins at the first row while the list is not scrolled", () => {
    expect(windowAt({ topPx: 200, screenPx: 900, rowPx: 30, total: 10_000 })).toMatchObject({ first: 0, last: 40 });
  });

  it("draws about as many rows at the far end of 100,000 as at the beginning", () => {
    const { first, last } = windowAt({ topPx: -50_000 * 30, screenPx: 900, rowPx: 30, total: 100_000 });
    expect(first).toBeLessThanOrEqual(50_000 - 10);
    expect(last).toBeGreaterThanOrEqual(50_030 + 10);
    expect(last - first).toBeLessThanOrEqual(70);
  });

  it("covers the screen wherever it stands, and never leaves the list", () => {
    for (const total of [0, 1, 25, 100, 5000]) {
      for (const topPx of [500, 0, -333, -29 * 30, -total * 30, -10 * total * 30]) {
        const { first, last } = windowAt({ topPx, screenPx: 900, rowPx: 30, total });
        expect(first).toBeGreaterThanOrEqual(0);
        expect(last).toBeGreaterThan(first);
        expect(last).toBeLessThanOrEqual(Math.max(total, 10));
      }
    }
  });
});
