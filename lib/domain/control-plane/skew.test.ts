import { expect, it } from "vitest";
import { connectionSkew } from "./skew";

it.each<[string, readonly number[], readonly [fullest: string, even: number, isUneven: boolean] | null]>([
  ["no replica", [], null],
  ["one replica", [500], null],
  ["replicas without connections", [0, 0, 0], null],
  ["replicas with equal shares", [100, 100, 100], ["r0", 100, false]],
  ["a replica with exactly one and a half times an even share", [150, 50], ["r0", 100, false]],
  ["a replica with more than one and a half times an even share", [151, 49], ["r0", 100, true]],
  ["replicas of which the newest has no connection", [40, 0], ["r0", 20, true]],
  ["few machines, which is not uneven", [12, 0, 0], ["r0", 4, false]],
  ["a replica with ten more than an even share", [15, 0, 0], ["r0", 5, true]],
  ["two equally full replicas: the first is the fullest", [10, 200, 200], ["r1", 410 / 3, false]],
])("connectionSkew returns the right skew of %s", (_what, held, skew) => {
  const found = connectionSkew(held.map((count, at) => ({ name: `r${at}`, held: count })));
  expect(found && [found.fullest.name, found.even, found.isUneven]).toEqual(skew);
});
