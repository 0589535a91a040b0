import { describe, expect, it } from "vitest";
import { formatCallerPlace, fullLocality, parseCallerPlace } from "./caller-place";

describe("a caller's place in an address", () => {
  it.each([
    ["web/eu-central-1/eu-central-1b/vpc-2", { namespace: "web", locality: "eu-central-1/eu-central-1b", network: "vpc-2" }],
    ["web/eu/a/s/vpc-2", { namespace: "web", locality: "eu/a/s", network: "vpc-2" }],
    ["web//", { namespace: "web", locality: "", network: "" }],
    ["web/eu/", { namespace: "web", locality: "eu", network: "" }],
    ["web//vpc-2", { namespace: "web", locality: "", network: "vpc-2" }],
  ])("%s", (text, place) => {
    expect(parseCallerPlace(text)).toEqual(place);
    expect(formatCallerPlace(place)).toBe(text);
  });

  it("of a namespace alone is nowhere, and without a namespace there is none", () => {
    expect(parseCallerPlace("web")).toEqual({ namespace: "web", locality: "", network: "" });
    expect([parseCallerPlace(""), parseCallerPlace("/eu/vpc-2")]).toEqual([null, null]);
  });
});

it.each([
  ["a", ["eu/a", "eu/b"], "eu/a"],
  ["eu/b", ["eu/a"], "eu/b"],
  ["c", ["eu/a"], "c"],
  ["", ["eu/a"], ""],
])("the zone %s among %j is %s", (text, known, locality) => {
  expect(fullLocality(text, known)).toBe(locality);
});
