import { describe, expect, it } from "vitest";
import { type Capacity, capacityOf, neededShare } from "./capacity";

describe("what the rest would have to carry", () => {
  it.each<[string, number, number, number, Capacity["kind"], number]>([
    ["nobody is left", 12, 0, 30, "nobody", 0],
    ["nobody answered before either", 0, 0, 30, "idle", 0],
    ["nothing is lost", 45, 45, 30, "whole", 0.77],
    ["8 of 20 with 30 % to spare", 20, 8, 30, "overloaded", 1.92],
    ["58 of 82 with 30 % to spare", 82, 58, 30, "overloaded", 1.09],
    ["28 of 36 with 30 % to spare: next to no room", 36, 28, 30, "full", 0.99],
    ["30 of 36 with 100 % to spare", 36, 30, 100, "carries", 0.6],
    ["exactly as much as there is room for", 20, 10, 100, "full", 1],
    ["without any room one of a hundred is too many", 100, 99, 0, "overloaded", 1.01],
    ["less than no room is no room", 100, 50, -10, "overloaded", 2],
  ])("%s", (_, before, after, headroom, kind, ratio) => {
    const told = capacityOf({ before, after }, headroom);
    expect([told.kind, Math.round(told.ratio * 100) / 100]).toEqual([kind, ratio]);
  });

  it("needs the less of today's weight the more room there is", () => {
    expect([0, 30, 100].map((headroom) => Math.round(neededShare(headroom) * 100))).toEqual([100, 77, 50]);
  });
});
