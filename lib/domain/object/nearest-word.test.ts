import { describe, expect, it } from "vitest";
import { nearestWord } from "./nearest-word";

const KEYS = ["state", "group", "zone", "region", "network", "replica", "revision", "origin", "cluster", "namespace"];

describe("the nearest word", () => {
  it.each([
    ["sate", "state"],
    ["stat", "state"],
    ["ZONES", "zone"],
    ["reigon", "region"],
    ["netwrok", "network"],
    ["foo", null],
    ["", null],
    ["x".repeat(10_000), null],
  ])("the nearest word to %j is %j", (word, nearest) => {
    expect(nearestWord(word, KEYS)).toBe(nearest);
  });

  it("the nearest word is null for an empty list", () => {
    expect(nearestWord("zone", [])).toBeNull();
  });
});
