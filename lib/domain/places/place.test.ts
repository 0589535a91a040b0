import { describe, expect, it } from "vitest";
import { isNowhere, isOdd, NO_LOCALITY, placeKey, placeOf, zoneOf } from "./place";

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
