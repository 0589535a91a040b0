import { describe, expect, it } from "vitest";
import { type SharedTrait, sharedTraits } from "./shared-traits";

const zone = (value: string, troubled: number, others: number): SharedTrait => ({ trait: "zone", value, troubled, others });

describe("what machines in trouble share", () => {
  const cases: readonly [string, readonly SharedTrait[], number, number, string[]][] = [
    ["names the zone in which all of them stand", [zone("a", 3, 10), zone("b", 0, 10)], 3, 20, ["zone a"]],
    ["is silent when one of them stands elsewhere", [zone("a", 2, 0), zone("b", 1, 10)], 3, 10, []],
    ["is silent when most others stand there too", [zone("a", 3, 9), zone("b", 0, 1)], 3, 10, []],
    ["is silent about a single machine", [zone("a", 1, 0)], 1, 10, []],
    ["is silent when nobody else is left", [zone("a", 3, 0)], 3, 0, []],
    ["never names what is not set", [zone("", 3, 0)], 3, 10, []],
    [
      "begins with the trait that fewest others have",
      [zone("a", 2, 5), { trait: "replica", value: "istiod-a", troubled: 2, others: 1 }],
      2,
      10,
      ["replica istiod-a", "zone a"],
    ],
  ];
  it.each(cases)("%s", (_, traits, troubled, others, expected) => {
    expect(sharedTraits(traits, troubled, others)).toEqual(expected);
  });
});
