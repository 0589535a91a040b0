import { describe, expect, it } from "vitest";
import { FIRST_WINDOW } from "./first-window";
import { windowFor } from "./use-windowed-view";

describe("the window asked for", () => {
  it("is the one that was painted, as long as the list is not scrolled on a usual screen", () => {
    expect(windowFor(0, 40)).toEqual(FIRST_WINDOW);
    expect(windowFor(0, 60)).toEqual(FIRST_WINDOW);
  });

  it("covers the rows on the screen with room to scroll on both sides, and stays small", () => {
    for (let first = 0; first < 3000; first += 10) {
      const { offset, limit } = windowFor(first, first + 50);
      expect(offset).toBeLessThanOrEqual(Math.max(0, first - 20));
      expect(offset + limit).toBeGreaterThanOrEqual(first + 50);
      expect(limit).toBeLessThanOrEqual(180);
    }
  });

  it("does not change with every row that is scrolled by", () => {
    const windows = new Set(Array.from({ length: 30 }, (_, index) => JSON.stringify(windowFor(300 + index, 350 + index))));
    expect(windows.size).toBeLessThanOrEqual(3);
  });
});
