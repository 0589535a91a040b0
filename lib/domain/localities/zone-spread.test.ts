import { expect, it } from "vitest";
import { localityPartsOf } from "./locality-tree";
import { concentrationOf, concentrationThreshold, type ZoneSpread, zoneSpread } from "./zone-spread";

/** Parses `eu/a=3, ?=1`: the number of members for each locality. `?` = the locality is not visible. */
const members = (text: string) =>
  text.split(", ").flatMap((pair) => {
    const [locality = "", count] = pair.split("=");
    return count === undefined ? [] : [{ place: locality === "?" ? null : localityPartsOf(locality), count: Number(count) }];
  });

it.each<readonly [string, string, ZoneSpread]>([
  ["is 'nobody' without members", "", { kind: "nobody" }],
  ["is 'nobody' for a locality with a count of zero", "eu/a=0", { kind: "nobody" }],
  ["is 'one' for one zone", "eu/a=3", { kind: "one", zone: localityPartsOf("eu/a") }],
  ["is 'one' for two subzones of one zone", "eu/a/1=3, eu/a/2=1", { kind: "one", zone: localityPartsOf("eu/a") }],
  ["is 'one' for localities that differ in the fourth part", "eu/a/1/x=3, eu/a/1=1", { kind: "one", zone: localityPartsOf("eu/a") }],
  ["is 'several' for two zones", "eu/a=3, eu/b=1", { kind: "several", zones: 2 }],
  ["is 'several' for zones of the same name in two regions", "eu/a=3, us/a=1", { kind: "several", zones: 2 }],
  ["is 'untold' for one zone and members without a locality", "eu/a=3, =1", { kind: "untold", zones: 1 }],
  ["is 'untold' for one zone and members with a region only", "eu/a=3, eu=1", { kind: "untold", zones: 1 }],
  ["is 'untold' if no member has a locality", "=2", { kind: "untold", zones: 0 }],
  ["is 'untold' for one zone and members whose locality is not visible", "eu/a=2, ?=1", { kind: "untold", zones: 1 }],
  ["is 'several' for two zones and members without a locality", "eu/a=2, eu/b=1, =1", { kind: "several", zones: 2 }],
])("the zone spread %s", (_, text, expected) => {
  expect(zoneSpread(members(text))).toEqual(expected);
});

/** Parses `eu/a=3, eu/b=1`: the zones with their weights. */
const weights = (text: string) =>
  text.split(", ").map((pair) => {
    const [zone = "", weight] = pair.split("=");
    return { zone: localityPartsOf(zone), weight: Number(weight) };
  });

it.each([
  [1, 1],
  [2, 0.625],
  [4, 0.3125],
  [5, 0.3],
  [100, 0.3],
])("with %i zones, one is concentrated from a share of %d", (zones, share) => {
  expect(concentrationThreshold(zones)).toBe(share);
});

it.each<readonly [string, string, number, string, string, number]>([
  ["is 'spread' below the threshold of 0.3125 for four zones", "eu/a=31, eu/b=29, eu/c=20, us/a=20", 100, "spread", "a", 0.31],
  ["is 'concentrated' above the threshold for five zones", "eu/a=31, eu/b=23, eu/c=23, us/a=13, us/b=10", 100, "concentrated", "a", 0.31],
  ["is 'spread' just below the threshold for five zones", "eu/a=29.9, eu/b=20, eu/c=20, us/a=20, us/b=10.1", 100, "spread", "a", 0.299],
  ["is 'spread' for three zones of equal weight", "eu/a=1, eu/b=1, eu/c=1", 3, "spread", "a", 1 / 3],
  ["is 'spread' for two zones of equal weight", "eu/b=1, eu/a=1", 2, "spread", "a", 0.5],
  ["is 'single' for one zone", "eu/a=7", 7, "single", "a", 1],
  ["has separate zones for the same name in two regions", "eu/a=1, us/a=9", 10, "concentrated", "a", 0.9],
  ["counts weight without a zone in the share", "eu/a=30, eu/b=5, eu/c=5", 100, "spread", "a", 0.3],
  ["does not count a zone without weight", "eu/a=5, eu/b=0", 5, "single", "a", 1],
])("the concentration of weight %s", (_, pairs, total, kind, zone, share) => {
  const found = concentrationOf(weights(pairs), total);
  expect([found?.kind, found?.zone.zone]).toEqual([kind, zone]);
  expect(found?.share).toBeCloseTo(share);
});

it("the concentration of weight is null if no zone has any", () => {
  expect(concentrationOf([], 10)).toBeNull();
  expect(concentrationOf(weights("eu/a=0"), 0)).toBeNull();
});
