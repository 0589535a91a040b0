import { expect, it } from "vitest";
import { skewOf } from "./skew";

it.each<[string, readonly number[], readonly [fullest: string, even: number, isUneven: boolean] | null]>([
  ["no replica", [], null],
  ["one replica", [500], null],
  ["replicas that hold nobody", [0, 0, 0], null],
  ["equal shares", [100, 100, 100], ["r0", 100, false]],
  ["one and a half times an even share, exactly", [150, 50], ["r0", 100, false]],
  ["more than that", [151, 49], ["r0", 100, true]],
  ["a replica that came last and holds nobody", [40, 0], ["r0", 20, true]],
  ["few machines, however uneven", [12, 0, 0], ["r0", 4, false]],
  ["ten more than an even share", [15, 0, 0], ["r0", 5, true]],
  ["the first of two that hold as many", [10, 200, 200], ["r1", 410 / 3, false]],
])("%s", (_what, held, skew) => {
  const found = skewOf(held.map((count, at) => ({ name: `r${at}`, held: count })));
  expect(found && [found.fullest.name, found.even, found.isUneven]).toEqual(skew);
});
