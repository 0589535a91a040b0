import { describe, expect, it } from "vitest";
import type { PlaceSetting } from "@/lib/domain/selection/locality-settings";
import { mostThinned, strandedCallers } from "./stranded-callers";

const distributing = (...rules: { from: string; to: [string, number][] }[]): PlaceSetting => ({
  ...{ by: "locality", isForced: false, from: "rule" },
  setting: { isEnabled: true, distribute: rules, failover: [], failoverPriority: [] },
});
const FAILOVER: PlaceSetting = {
  ...{ by: "locality", isForced: false, from: "mesh" },
  setting: { isEnabled: true, distribute: null, failover: [], failoverPriority: [] },
};
const lost = { before: ["eu/a", "eu/b"], after: ["eu/b"] };

describe("callers who have nobody though some live", () => {
  it.each<[string, PlaceSetting | null, { before: readonly string[]; after: readonly string[] }, readonly string[]]>([
    ["all that they are given is lost", distributing({ from: "eu/b/*", to: [["eu/a/*", 100]] }), lost, ["eu/b/*"]],
    [
      "some of what they are given is left",
      distributing({
        from: "eu/b/*",
        to: [
          ["eu/a/*", 90],
          ["eu/b/*", 10],
        ],
      }),
      lost,
      [],
    ],
    [
      "a place without a share gives nothing",
      distributing({
        from: "eu/*",
        to: [
          ["eu/a/*", 100],
          ["eu/b/*", 0],
        ],
      }),
      lost,
      ["eu/*"],
    ],
    ["they had nobody before either", distributing({ from: "us/*", to: [["us/a/*", 100]] }), lost, []],
    ["nobody is left for anybody", distributing({ from: "eu/b/*", to: [["eu/a/*", 100]] }), { before: ["eu/a"], after: [] }, []],
    ["failover leaves nobody without", FAILOVER, lost, []],
    ["nobody orders by place", null, lost, []],
  ])("%s", (_, setting, places, from) => {
    expect(strandedCallers(setting, places)).toEqual(from);
  });
});

describe("the place that is thinned most", () => {
  it.each([
    [
      "keeps a tenth",
      [
        { locality: "eu/a", before: 10, after: 1 },
        { locality: "eu/b", before: 10, after: 5 },
      ],
      "eu/a",
    ],
    [
      "is not one that is gone",
      [
        { locality: "eu/a", before: 10, after: 0 },
        { locality: "eu/b", before: 10, after: 10 },
      ],
      null,
    ],
  ] as const)("%s", (_, places, locality) => {
    expect(mostThinned(places)?.locality ?? null).toBe(locality);
  });
});
