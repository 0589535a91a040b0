import { describe, expect, it } from "vitest";
import { sinceTitle } from "./since-words";

const T = Date.UTC(2026, 7, 12, 4, 8, 31);

describe("since when, in full", () => {
  it.each([
    ["2026-08-12 04:08:31 UTC", { at: T, atLeast: false, atMost: null }],
    [
      "at least since 2026-08-12 04:08:31 UTC, when it was first seen so; at most since 2026-08-11 04:08:31 UTC",
      { at: T, atLeast: true, atMost: T - 86_400_000 },
    ],
    ["at least since 2026-08-12 04:08:31 UTC, when it was first seen so", { at: T, atLeast: true, atMost: null }],
    ["at least since 2026-08-12 04:08:31 UTC, when it was first seen so", { at: T, atLeast: true, atMost: 0 }],
  ])("%s", (words, since) => {
    expect(sinceTitle(since, "utc")).toBe(words);
  });
});
