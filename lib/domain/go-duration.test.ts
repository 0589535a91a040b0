import { describe, expect, it } from "vitest";
import { goDurationOf } from "./go-duration";

describe("a duration of Go", () => {
  it.each<[string, number | null]>([
    ["30m0s", 1_800_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    [".5s", 500],
    ["0", 0],
    ["-1s", -1_000],
    ["30", null],
    ["1d", null],
    ["", null],
    ["1m 2s", null],
  ])("%s is %s ms", (text, ms) => {
    expect(goDurationOf(text)).toBe(ms);
  });
});
