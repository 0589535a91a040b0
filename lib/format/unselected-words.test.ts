import { describe, expect, it } from "vitest";
import { nearestWords, unselectedAside, unselectedCount } from "./unselected-words";

describe("machines that nobody selects", () => {
  it.each([
    [{ machines: 4, of: 4 }, "4 machines"],
    [{ machines: 1, of: 12 }, "1 of 12 machines"],
    [{ machines: 0, of: 0 }, "no machine yet"],
  ])("are counted: %o", (counts, words) => {
    expect(unselectedCount(counts)).toBe(words);
  });

  it.each([
    [{ machines: 2, groups: 1 }, "2 machines, 1 group"],
    [{ machines: 0, groups: 3 }, "3 groups"],
    [{ machines: 0, groups: 0 }, "0 machines"],
  ])("stand above their list: %o", (counts, words) => {
    expect(unselectedAside(counts)).toBe(words);
  });

  it("say what nearly takes them, or that nothing does", () => {
    const selector = { kind: "Service", namespace: "logistics", name: "labels" };
    expect(nearestWords({ selectors: 3, nearest: { selector, why: "label app is labels, the selector wants label-printer" } })).toEqual({
      before: "nearest: Service",
      after: "label app is labels, the selector wants label-printer",
    });
    expect(nearestWords({ selectors: 3, nearest: null }).before).toBe("no selector in this namespace wants any of its labels");
    expect(nearestWords({ selectors: 0, nearest: null }).before).toBe("nothing in this namespace selects by labels");
  });
});
