import { expect, it } from "vitest";
import { parseLocality } from "@/lib/domain/localities/locality";
import { localityInUseKey, localityInUseOfKey, machineCountsByKey } from "./in-use";

it.each([
  ["eu/a", "eu/a//"],
  ["eu/a/", "eu/a//"],
  ["eu/a/rack/shelf/left", "eu/a/rack/shelf/left"],
  ["", "///"],
])("the locality %o has the key %s, and the key gives the locality", (locality, key) => {
  expect(localityInUseKey(locality)).toBe(key);
  expect(localityInUseOfKey("prod-eu", key, 1)).toEqual({ cluster: "prod-eu", ...parseLocality(locality), machines: 1 });
});

it("tallied adds up the machines of each key, in the order of the keys", () => {
  const places = [localityInUseOfKey("prod-eu", "eu/b//", 2), localityInUseOfKey("prod-eu", "eu/a//", 1), localityInUseOfKey("prod-eu", "eu/b//", 3)];
  expect(machineCountsByKey(places, ({ zone }) => zone)).toEqual([
    ["a", 1],
    ["b", 5],
  ]);
});

it("no entries have no counts", () => {
  expect(machineCountsByKey([], String)).toEqual([]);
});
