import { describe, expect, it } from "vitest";
import { groupSteps } from "./availability";
import { NO_MACHINES } from "./levels";
import type { Span } from "./spans";

const SERIES = 1;

/** A group of four machines. Its size is known from the start of the window, its machines from `joinedAt`. */
function stepsOf(uncounted: readonly Span[], joinedAt: number) {
  const levels = new Map([[SERIES, [{ ...NO_MACHINES, serving: 4, total: 4, at: joinedAt, series: SERIES }]]]);
  return groupSteps({ span: { from: 0, to: 100 }, levels, sizes: new Map([[SERIES, [{ at: 0, size: 4 }]]]), uncounted: () => uncounted }, SERIES);
}

const whole = { serving: 4, total: 4, down: 0 };

describe("the steps of a group", () => {
  it("begin at the first complete list, so that no machine is missing before it", () => {
    expect(stepsOf([{ from: 0, to: 10 }], 10)).toEqual([{ at: 10, ...whole }]);
  });

  it("have missing machines if the group was observed without them", () => {
    expect(stepsOf([], 10)).toEqual([
      { at: 0, serving: 0, total: 4, down: 4 },
      { at: 10, ...whole },
    ]);
  });

  it("keep what was before a later gap", () => {
    expect(stepsOf([{ from: 20, to: 30 }], 0)).toEqual([{ at: 0, ...whole }]);
  });
});
