import { describe, expect, it } from "vitest";
import type { FailurePace } from "@/lib/domain/verdict/tiers";
import { pacePhrase } from "./pace-words";

describe("the words for how fast machines ceased to serve", () => {
  const cases: readonly [words: string, pace: FailurePace][] = [
    ["suddenly, 3 machines within 1 s", { kind: "sudden", count: 3, total: 3, lastedMs: 0 }],
    ["suddenly, 5 of 6 machines within 2 s", { kind: "sudden", count: 5, total: 6, lastedMs: 2_000 }],
    ["slowly, 7 machines over 14 min", { kind: "slow", count: 7, total: 7, lastedMs: 14 * 60_000 }],
  ];
  it.each(cases)("%s", (words, pace) => {
    expect(pacePhrase(pace)).toBe(words);
  });
});
