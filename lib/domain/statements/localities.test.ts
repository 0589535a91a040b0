import { expect, it } from "vitest";
import { type LocalitiesCounts, localityTotals, zoneSpreadStatement, zoneWeightConcentration } from "./localities";

const concentration = (share: number): LocalitiesCounts["concentration"] => ({
  ...{ kind: "concentrated", region: "eu", zone: "eu-a", share, threshold: 0.3, zones: 8 },
});
const counts = (share: number | null): LocalitiesCounts => ({
  ...{ machines: 9, pods: 2, regions: 1, zones: 8, withoutZone: 1, odd: 2, podsUnseen: 0, placesUnseen: 0 },
  concentration: share === null ? null : concentration(share),
});

it.each([
  [0.004, 1],
  [0.424, 42],
  [0.999, 99],
  [1, 100],
])("weightByLocality has a share of %d as %d per cent, like the text", (share, percent) => {
  expect(zoneWeightConcentration(counts(share), null, { past: false })).toMatchObject({ spread: "concentrated", zone: "eu-a", share: percent });
});

it("zoneWeightConcentration has no zone if none has weight, and null for numbers that are not known", () => {
  const statement = zoneWeightConcentration(counts(null), null, { past: false });
  expect(statement).toMatchObject({ spread: "none", region: null, zone: null, share: null, singleZoneGroups: null, singleZoneServices: null });
  expect(localityTotals(counts(null))).toMatchObject({ machines: 9, odd: 2, withoutZone: 1, threshold: null, weightedZones: null });
});

it("zoneSpreadStatement has the numbers of groups in one zone, in two, in more, and in unknown zones", () => {
  expect(zoneSpreadStatement("group", { total: 4, two: 6, more: 13, untold: 1, of: 24 })).toEqual({
    ...{ kind: "zones-of-each", of: "group", one: 4, two: 6, more: 13, untold: 1, all: 24 },
  });
});
