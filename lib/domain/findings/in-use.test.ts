import { expect, it } from "vitest";
import { parseLocality } from "@/lib/domain/locality";
import { placeKey, placeOfKey, tallied } from "./in-use";

it.each([
  ["eu/a", "eu/a//"],
  ["eu/a/", "eu/a//"],
  ["eu/a/rack/shelf/left", "eu/a/rack/shelf/left"],
  ["", "///"],
])("the place %o has the key %s, from which it is read back", (locality, key) => {
  expect(placeKey(locality)).toBe(key);
  expect(placeOfKey("prod-eu", key, 1)).toEqual({ cluster: "prod-eu", ...parseLocality(locality), machines: 1 });
});

it("adds up the machines of each key, in the order of the keys", () => {
  const places = [placeOfKey("prod-eu", "eu/b//", 2), placeOfKey("prod-eu", "eu/a//", 1), placeOfKey("prod-eu", "eu/b//", 3)];
  expect(tallied(places, ({ zone }) => zone)).toEqual([
    ["a", 1],
    ["b", 5],
  ]);
});

it("counts nothing of nothing", () => {
  expect(tallied([], String)).toEqual([]);
});
