import { describe, expect, it } from "vitest";
import { goDuration, goTime, parseGoTime } from "./go-time";

describe("Go's times", () => {
  it.each(["2026-11-21T20:18:23.965208928Z", "2026-11-21T20:18:23.5Z", "2026-11-21T20:18:23Z", "2026-11-21T20:18:23.00000001Z"])(
    "%s is read and written back",
    (text) => {
      expect(goTime(parseGoTime(text) ?? 0n)).toBe(text);
    },
  );

  it("are the same in any zone", () => {
    expect(parseGoTime("2026-11-21T22:18:23.5+02:00")).toBe(parseGoTime("2026-11-21T20:18:23.5Z"));
  });

  it.each(["", "yesterday", "2026-11-21", "2026-11-21T20:18:23"])("'%s' is none", (text) => {
    expect(parseGoTime(text)).toBeNull();
  });

  it.each([
    [1_800_000, "30m0s"],
    [90_000, "1m30s"],
    [10_000, "10s"],
    [1_500, "1.5s"],
    [500, "500ms"],
    [14_400_000, "4h0m0s"],
  ])("a duration of %i ms is %s", (durationMs, text) => {
    expect(goDuration(durationMs)).toBe(text);
  });
});
