import { describe, expect, it } from "vitest";
import { absentWords, type MisreadInput, misreadWords, stateNote } from "./filter-words";

const KEYS = {
  facets: ["state", "zone"],
  compared: ["age", "for"],
  values: { state: ["unhealthy", "vanished", "healthy"] },
  pageWords: new Map([["vanished", "lost"]]),
};

describe("what a filter does not understand", () => {
  it.each<[MisreadInput, string, string | null]>([
    [
      { code: "key", key: "zon", nearest: "zone" },
      'There is no key "zon", the nearest is "zone". Keys are state, zone, age and for; a text with a colon stands in quotes.',
      "zone",
    ],
    [{ code: "key", key: "foo", nearest: null }, 'There is no key "foo". Keys are state, zone, age and for; a text with a colon stands in quotes.', null],
    [{ code: "plain", key: "ip", value: "10.2" }, '"ip" is no key: names, addresses, host names and reasons are found by their text alone.', "10.2"],
    [
      { code: "value", key: "state", value: "unhealty", nearest: "unhealthy" },
      'There is no state "unhealty", the nearest is "unhealthy". It is one of unhealthy, lost and healthy.',
      "unhealthy",
    ],
    [{ code: "no-value", key: "zone" }, '"zone" needs a value: zone:VALUE.', null],
    [{ code: "no-value", key: "age" }, '"age" is compared with a length of time: age>5d, age<=3h20m, age<45s.', null],
    [{ code: "no-comparison", key: "age", value: "5d" }, '"age" is compared with a length of time: age>5d, age<=3h20m, age<45s.', "age>5d"],
    [{ code: "not-compared", key: "zone" }, '"zone" cannot be compared: age and for can.', null],
    [{ code: "duration", key: "age", comparison: ">", value: "banana" }, '"banana" is no length of time: write age>5d, 3h20m, 90m or 45s.', null],
  ])("%j", (why, says, instead) => {
    expect(misreadWords(why, KEYS)).toEqual({ says, instead });
  });

  it("names the value that nobody has", () => {
    expect(absentWords("zone:eu-1x", "eu-1a")).toBe('No entry that matches the rest has zone:eu-1x, the nearest is "eu-1a".');
  });

  it("says the word of the pages beside that of the filter where they differ", () => {
    expect([stateNote("unchecked"), stateNote("healthy"), stateNote("zone")]).toEqual(["Not checked", "", ""]);
  });
});
