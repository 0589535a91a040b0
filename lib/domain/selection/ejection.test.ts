import { describe, expect, it } from "vitest";
import { mostEjected, zoneLoss } from "./ejection";

const outlier = (maxEjectionPercent: number | null) => ({ minHealthPercent: 0, maxEjectionPercent });

describe("what outlier detection ejects at most (docs/istio.md#ejection)", () => {
  it.each([
    ["nobody without it", 100, null, 0],
    ["unset is 10 %", 20, outlier(null), 2],
    ["with fewer than ten hosts the default ejects nobody", 9, outlier(null), 0],
    ["0 is unset", 20, outlier(0), 2],
    ["100 ejects all", 7, outlier(100), 7],
    ["a share is rounded down", 7, outlier(50), 3],
  ])("%s", (_fact, hosts, setting, expected) => {
    expect(mostEjected(hosts, setting)).toBe(expected);
  });
});

describe("when a zone is lost (docs/istio.md#absent-endpoints, #ejection)", () => {
  it.each([
    [
      "without outlier detection requests move when its machines leave the list",
      { lost: 3, hosts: 9, outlier: null },
      { moves: "when-gone-from-list", because: "no-outlier-detection", ejected: 0 },
    ],
    [
      "with a limit below its share likewise",
      { lost: 3, hosts: 9, outlier: outlier(null) },
      { moves: "when-gone-from-list", because: "ejection-limit", ejected: 0 },
    ],
    ["a part may be ejected", { lost: 5, hosts: 10, outlier: outlier(30) }, { moves: "when-gone-from-list", because: "ejection-limit", ejected: 3 }],
    ["with a limit of its share at once", { lost: 3, hosts: 9, outlier: outlier(34) }, { moves: "at-once" }],
    ["with nobody elsewhere nowhere", { lost: 9, hosts: 9, outlier: outlier(100) }, { moves: "nowhere" }],
  ] as const)("%s", (_fact, given, expected) => {
    expect(zoneLoss(given)).toEqual(expected);
  });
});
