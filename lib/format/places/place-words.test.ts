import { expect, it } from "vitest";
import { areaName, cellCount, oddWords, type PlaceWordsInput, placeName, placeNote, regionLine, whoIsThere, zoneName } from "./place-words";

const place = (level: PlaceWordsInput["level"], region = "", zone = "", subzone = ""): PlaceWordsInput => ({ level, region, zone, subzone });

it.each([
  [place("region", "eu"), "eu", ""],
  [place("region"), "no region", ""],
  [place("zone", "eu", "a"), "a", ""],
  [place("zone", "eu"), "no zone", "a region is written, and no zone"],
  [place("subzone", "eu", "a", "r1"), "r1", ""],
  [place("subzone", "eu", "a"), "no subzone", ""],
  [place("nowhere"), "No locality", "no locality is written"],
  [place("unseen"), "Place not visible", "Nodes tell it, and are not visible to you"],
])("%j is %j", (input, name, note) => {
  expect([placeName(input), placeNote(input)]).toEqual([name, note]);
});

it.each([
  [place("region", "eu"), "eu"],
  [place("nowhere"), "nowhere"],
  [place("unseen"), "not visible"],
])("%j stands at the left as %j", (input, name) => {
  expect(areaName(input)).toBe(name);
});

it.each([
  ["eu-central-1", "eu-central-1a", "eu-central-1a"],
  ["eu", "fra", "eu/fra"],
  ["", "fra", "fra"],
])("the zone of %j, %j, stands for itself as %j", (region, zone, name) => {
  expect(zoneName({ region, zone })).toBe(name);
});

it.each([
  [{ machines: 150, pods: 24, within: 3 }, "150 registered machines and 24 pods", "3 zones · 150 registered · 24 pods", "150 + 24"],
  [{ machines: 1, pods: 0, within: 1 }, "1 registered machine", "1 zone · 1 registered", "1"],
  [{ machines: 0, pods: 16, within: 0 }, "16 pods", "16 pods", "— + 16"],
  [{ machines: 0, pods: 0, within: 0 }, "0 registered machines", "0 registered", "0"],
  [{ machines: 1_200, pods: 1, within: 2 }, "1,200 registered machines and 1 pod", "2 zones · 1,200 registered · 1 pod", "1,200 + 1"],
])("%j is %j, %j and %j", (input, who, line, cells) => {
  expect([whoIsThere(input), regionLine(input), cellCount(input)]).toEqual([who, line, cells]);
});

it.each([
  [1, "1 machine wrote a fourth part, which Istio drops"],
  [2, "2 machines wrote a fourth part, which Istio drops"],
])("%i odd ones", (odd, words) => {
  expect(oddWords(odd)).toBe(words);
});
