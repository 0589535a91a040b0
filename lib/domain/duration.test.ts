import { describe, expect, it } from "vitest";
import { parseDuration } from "./duration";

describe("a length of time", () => {
  it.each([
    ["47s", 47_000],
    ["90m", 5_400_000],
    ["3h20m", 12_000_000],
    ["5d", 432_000_000],
    ["2w", 1_209_600_000],
    ["2y30d", 65_664_000_000],
    ["", null],
    ["5", null],
    ["5 d", null],
    ["d", null],
    ["-5d", null],
    ["1e9s", null],
    ["5days", null],
  ])("%j is %j ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});
