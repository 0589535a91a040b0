import { describe, expect, it } from "vitest";
import { fullHostName, hostsOverlap, isHostWithin, mostSpecificHost } from "./host-name";

describe("host names and wildcards", () => {
  it.each([
    ["a.b", "a.b", true],
    ["a.b", "*.b", true],
    ["a.b", "*", true],
    ["*.a.b", "*.b", true],
    ["*.b", "*.a.b", false],
    ["*.b", "a.b", false],
    ["a.c", "*.b", false],
  ])("isHostWithin('%s', '%s') is %s", (inner, outer, expected) => {
    expect(isHostWithin(inner, outer)).toBe(expected);
  });

  it("hostsOverlap returns true if one host name matches all that the other matches", () => {
    expect([hostsOverlap("*.b", "a.b"), hostsOverlap("a.b", "*.b"), hostsOverlap("a.b", "c.b")]).toEqual([true, true, false]);
  });

  it.each([
    [["*.example.com", "a.example.com", "*"], "a.example.com"],
    [["*", "*.com", "*.example.com"], "*.example.com"],
    [["*.org", "b.example.com"], null],
  ])("among %j the most specific host for a.example.com is %s", (ruled, expected) => {
    expect(mostSpecificHost("a.example.com", ruled)).toBe(expected);
  });

  it.each([
    ["reviews", "reviews.shop.svc.cluster.local"],
    ["reviews.other", "reviews.other"],
    ["*", "*"],
    ["10.0.0.1", "10.0.0.1"],
    ["", ""],
  ])("the full host name of '%s' in a rule of namespace shop is '%s'", (written, expected) => {
    expect(fullHostName(written, "shop", "cluster.local")).toBe(expected);
  });
});
