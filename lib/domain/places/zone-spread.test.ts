import { expect, it } from "vitest";
import { placeOf } from "./place";
import { type ZoneSpread, zoneSpread } from "./zone-spread";

/** `eu/a=3, ?=1`: localities with how many say them; `?` = where they are is not visible. */
const members = (text: string) =>
  text.split(", ").flatMap((pair) => {
    const [locality = "", count] = pair.split("=");
    return count === undefined ? [] : [{ place: locality === "?" ? null : placeOf(locality), count: Number(count) }];
  });

it.each<readonly [string, string, ZoneSpread]>([
  ["nobody", "", { kind: "nobody" }],
  ["nobody at a place that had some", "eu/a=0", { kind: "nobody" }],
  ["one zone", "eu/a=3", { kind: "one", zone: placeOf("eu/a") }],
  ["two subzones of one zone", "eu/a/1=3, eu/a/2=1", { kind: "one", zone: placeOf("eu/a") }],
  ["a fourth part makes no other zone", "eu/a/1/x=3, eu/a/1=1", { kind: "one", zone: placeOf("eu/a") }],
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
