import { describe, expect, it } from "vitest";
import { type GroupTraitCounts, sharedTraits } from "./shared-traits";

const zone = (value: string, troubled: number, others: number): GroupTraitCounts => ({ trait: "zone", value, troubled, others });

describe("the traits that troubled machines share", () => {
  const cases: readonly [string, readonly GroupTraitCounts[], number, number, string[]][] = [
    ["contain the zone of all machines in trouble", [zone("a", 3, 10), zone("b", 0, 10)], 3, 20, ["zone a"]],
    ["are none if one machine in trouble is in another zone", [zone("a", 2, 0), zone("b", 1, 10)], 3, 10, []],
    ["are none if most others are in the zone, too", [zone("a", 3, 9), zone("b", 0, 1)], 3, 10, []],
    ["are none for a single machine", [zone("a", 1, 0)], 1, 10, []],
    ["are none without another machine", [zone("a", 3, 0)], 3, 0, []],
    ["never contain an empty value", [zone("", 3, 0)], 3, 10, []],
    [
      "begin with the trait that the fewest others have",
      [zone("a", 2, 5), { trait: "replica", value: "istiod-a", troubled: 2, others: 1 }],
      2,
      10,
      ["replica istiod-a", "zone a"],
    ],
  ];
  it.each(cases)("the traits that machines in trouble share: %s", (_, traits, troubled, others, expected) => {
    expect(sharedTraits(traits, troubled, others)).toEqual(expected);
  });
});
