import { describe, expect, it } from "vitest";
import { parseGoBool, parseGoDuration } from "./go-values";

it.each([
  { texts: ["1", "t", "T", "TRUE", "true", "True"], value: true },
  { texts: ["0", "f", "F", "FALSE", "false", "False"], value: false },
  { texts: ["", "yes", "tRUE", " true", "2"], value: undefined },
])("parseGoBool returns $value for $texts", ({ texts, value }) => {
  for (const text of texts) expect(parseGoBool(text), text).toBe(value);
});

describe("a Go duration", () => {
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
  ])("parseGoDuration of '%s' is %s", (text, ms) => {
    expect(parseGoDuration(text)).toBe(ms);
  });
});
