import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatArea, isNowhere, isOdd, isWithin, NO_LOCALITY, type PlaceArea, parseArea, placeKey, placeOf, zoneOf } from "./place";

describe("the place of a locality", () => {
  it.each([
    ["", "//", true, false],
    ["/", "//", true, false],
    ["eu", "eu//", false, false],
    ["eu/a", "eu/a/", false, false],
    ["eu/a/rack-1", "eu/a/rack-1", false, false],
    ["eu/a/rack-1/4", "eu/a/rack-1", false, true],
    ["eu/a/rack-1/", "eu/a/rack-1", false, false],
    ["eu//rack-1", "eu//rack-1", false, false],
    ["/a", "/a/", false, false],
    ["///4", "//", true, true],
  ])("%j is %j", (text, key, nowhere, odd) => {
    expect([placeKey(placeOf(text)), isNowhere(placeOf(text)), isOdd(text)]).toEqual([key, nowhere, odd]);
  });

  it("two texts that differ in the fourth part are one place", () => {
    expect(placeOf("eu/a/b/c")).toEqual(placeOf("eu/a/b/d"));
  });

  it("its zone is a place of its own, and none where it says none", () => {
    expect(zoneOf(placeOf("eu/a/b"))).toEqual({ region: "eu", zone: "a", subzone: "" });
    expect([zoneOf(placeOf("eu")), zoneOf(NO_LOCALITY), zoneOf(placeOf("eu//b"))]).toEqual([null, null, null]);
  });
});

describe("an area", () => {
  it.each<readonly [string, PlaceArea | null]>([
    ["region:eu", { level: "region", region: "eu" }],
    ["zone:eu/a", { level: "zone", region: "eu", zone: "a" }],
    ["zone:/a", { level: "zone", region: "", zone: "a" }],
    ["subzone:eu/a/1", { level: "subzone", region: "eu", zone: "a", subzone: "1" }],
    ["subzone:eu//1", { level: "subzone", region: "eu", zone: "", subzone: "1" }],
    ["zone:eu", null],
    ["zone:eu/", null],
    ["zone:eu/a/1", null],
    ["region:", null],
    ["region:eu/a", null],
    ["subzone:eu/a", null],
    ["subzone:eu/a/", null],
    ["network:net", null],
    ["", null],
  ])("%j is read", (text, area) => {
    expect(parseArea(text)).toEqual(area);
    if (area !== null) expect(formatArea(area)).toBe(text);
  });

  it.each<readonly [string, string, boolean]>([
    ["eu/a/1", "region:eu", true],
    ["eu", "region:eu", true],
    ["eu/a/1", "zone:eu/a", true],
    ["eu/a", "zone:eu/a", true],
    ["us/a", "zone:eu/a", false],
    ["eu/b", "zone:eu/a", false],
    ["eu/a/1", "subzone:eu/a/1", true],
    ["eu/a", "subzone:eu/a/1", false],
    ["", "region:eu", false],
  ])("%j in %j: %j", (text, area, expected) => {
    expect(isWithin(placeOf(text), parseArea(area) as PlaceArea)).toBe(expected);
  });

  it("holds no machine that says no locality", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isWithin(NO_LOCALITY, parseArea(text) ?? { level: "region", region: text })).toBe(false);
      }),
    );
  });
});
