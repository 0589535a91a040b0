import { expect, it } from "vitest";
import { CLOUD_REGIONS, cloudRegion } from "./cloud-regions";

it.each([
  ["eu-central-1", "AWS", "Frankfurt"],
  ["us-central1", "Google Cloud", "Council Bluffs"],
  ["westeurope", "Azure", "Amsterdam"],
])("cloudRegion of '%s' is a region of %s, in %s", (region, cloud, city) => {
  expect(cloudRegion(region)).toMatchObject({ cloud, city });
});

it.each(["", "eu", "rack-7", "EU-CENTRAL-1", "eu-central-1a", "constructor"])("cloudRegion returns null for %j", (region) => {
  expect(cloudRegion(region)).toBeNull();
});

it("every region has coordinates on the globe, and none is at 0,0", () => {
  expect(CLOUD_REGIONS.size).toBeGreaterThan(130);
  for (const [region, { latitude, longitude, city }] of CLOUD_REGIONS) {
    expect([region, Math.abs(latitude) <= 70, Math.abs(longitude) <= 180]).toEqual([region, true, true]);
    expect([region, Math.abs(latitude) + Math.abs(longitude) > 10, city !== ""]).toEqual([region, true, true]);
  }
});

it("regions of different clouds in one city have nearly equal coordinates", () => {
  const byCity = new Map<string, { readonly latitude: number; readonly longitude: number }>();
  for (const [region, { city, latitude, longitude }] of CLOUD_REGIONS) {
    const known = byCity.get(city) ?? { latitude, longitude };
    byCity.set(city, known);
    // The data centres of one city can be tens of kilometres apart.
    expect([region, Math.hypot(known.latitude - latitude, known.longitude - longitude) < 0.3]).toEqual([region, true]);
  }
});
