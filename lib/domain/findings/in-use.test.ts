import { expect, it } from "vitest";
import { verdictOf } from "@/lib/domain/verdict-of";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { controllersOf, networksOf, placeKeyOf, placeOfKey, placesOf, sortedCounts } from "./in-use";

it.each([
  ["eu/a", "eu/a//"],
  ["eu/a/", "eu/a//"],
  ["eu/a/rack/shelf/left", "eu/a/rack/shelf/left"],
  ["", "///"],
])("the place %o has the key %s, from which it is read back", (locality, key) => {
  const entry = anEntry({ locality });
  expect(placeKeyOf(entry, true)).toBe(key);
  const [place] = placesOf("prod-eu", [entry], true);
  expect(placeOfKey("prod-eu", key, 1)).toEqual(place);
});

it("places and networks are counted, in the order of their names", () => {
  const entries = [anEntry({ locality: "eu/b", network: "" }), anEntry({ locality: "eu/a" }), anEntry({ locality: "eu/b", address: "" })];
  expect(placesOf("prod-eu", entries, true).map(({ region, zone, machines }) => [region, zone, machines])).toEqual([
    ["eu", "a", 1],
    ["eu", "b", 2],
  ]);
  expect(networksOf("prod-eu", entries)).toEqual([
    { cluster: "prod-eu", name: "", machines: 1, unaddressed: 0 },
    { cluster: "prod-eu", name: "vpc-2", machines: 2, unaddressed: 1 },
  ]);
});

it("a replica holds the connections that are held, and an entry without one belongs to none", () => {
  const entries = [anEntry(), anEntry({ connectedAt: null }), anEntry({ controller: "gone" }), anEntry({ controller: "" })];
  expect(controllersOf(entries, (entry) => verdictOf(entry, aWorld(), NOW))).toEqual([
    { name: "gone", machines: 1, held: 0 },
    { name: "istiod-7c9f-a", machines: 2, held: 1 },
  ]);
});

it("counts nothing of nothing", () => {
  expect(sortedCounts([], String)).toEqual([]);
});
