import { expect, it } from "vitest";
import { localityPartsOf } from "./locality-tree";
import { concentrationOf, concentrationThreshold, type ZoneSpread, zoneSpread } from "./zone-spread";

/** `eu/a=3, ?=1`: localities with how many say them; `?` = where they are is not visible. */
const members = (text: string) =>
  text.split(", ").flatMap((pair) => {
    const [locality = "", count] = pair.split("=");
    return count === undefined ? [] : [{ place: locality === "?" ? null : localityPartsOf(locality), count: Number(count) }];
  });

it.each<readonly [string, string, ZoneSpread]>([
  ["nobody", "", { kind: "nobody" }],
  ["nobody at a place that had some", "eu/a=0", { kind: "nobody" }],
  ["one zone", "eu/a=3", { kind: "one", zone: localityPartsOf("eu/a") }],
  ["two subzones of one zone", "eu/a/1=3, eu/a/2=1", { kind: "one", zone: localityPartsOf("eu/a") }],
  ["a fourth part makes no other zone", "eu/a/1/x=3, eu/a/1=1", { kind: "one", zone: localityPartsOf("eu/a") }],
  ["two zones", "eu/a=3, eu/b=1", { kind: "several", zones: 2 }],
  ["a zone of the same name in another region", "eu/a=3, us/a=1", { kind: "several", zones: 2 }],
  ["some say no zone", "eu/a=3, =1", { kind: "untold", zones: 1 }],
  ["some say a region only", "eu/a=3, eu=1", { kind: "untold", zones: 1 }],
  ["nobody says any", "=2", { kind: "untold", zones: 0 }],
  ["where some are is not visible", "eu/a=2, ?=1", { kind: "untold", zones: 1 }],
  ["two zones are two, whoever says none", "eu/a=2, eu/b=1, =1", { kind: "several", zones: 2 }],
])("%s", (_, text, expected) => {
  expect(zoneSpread(members(text))).toEqual(expected);
});

/** `eu/a=3, eu/b=1`: zones with their weights. */
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
])("of %i zones one is said to carry much from a share of %d on", (zones, share) => {
  expect(concentrationThreshold(zones)).toBe(share);
});

it.each<readonly [string, string, number, string, string, number]>([
  ["one zone of many", "eu/a=31, eu/b=29, eu/c=20, us/a=20", 100, "spread", "a", 0.31],
  ["one zone above the threshold", "eu/a=31, eu/b=23, eu/c=23, us/a=13, us/b=10", 100, "concentrated", "a", 0.31],
  ["just below it", "eu/a=29.9, eu/b=20, eu/c=20, us/a=20, us/b=10.1", 100, "spread", "a", 0.299],
  ["three even zones are not concentrated", "eu/a=1, eu/b=1, eu/c=1", 3, "spread", "a", 1 / 3],
  ["two even zones are not either", "eu/b=1, eu/a=1", 2, "spread", "a", 0.5],
  ["all of it in one", "eu/a=7", 7, "single", "a", 1],
  ["zones of one name are two", "eu/a=1, us/a=9", 10, "concentrated", "a", 0.9],
  ["what says no zone counts in the share", "eu/a=30, eu/b=5, eu/c=5", 100, "spread", "a", 0.3],
  ["a zone without weight is no zone to go to", "eu/a=5, eu/b=0", 5, "single", "a", 1],
])("%s", (_, pairs, total, kind, zone, share) => {
  const found = concentrationOf(weights(pairs), total);
  expect([found?.kind, found?.zone.zone]).toEqual([kind, zone]);
  expect(found?.share).toBeCloseTo(share);
});

it("nothing is told where no zone carries anything", () => {
  expect(concentrationOf([], 10)).toBeNull();
  expect(concentrationOf(weights("eu/a=0"), 0)).toBeNull();
});
