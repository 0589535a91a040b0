import { describe, expect, it } from "vitest";
import { parseLabelSelector } from "./label-selector";

const labels = { app: "a", idx: "3", "topology.istio.io/network": "n1", empty: "" };

describe("a label selector", () => {
  it.each([
    ["app=a", true],
    ["app==b", false],
    ["app!=b", true],
    ["missing!=b", true],
    ["app in (a,b),idx notin (1,2),!foo,idx", true],
    ["idx notin (3)", false],
    ["missing notin (3)", true],
    ["!app", false],
    ["topology.istio.io/network=n1", true],
    ["empty=", true],
    ["idx>2,idx<4", true],
    ["toString", false],
  ])("%s matches: %s", (text, expected) => {
    expect(parseLabelSelector(text)?.(labels)).toBe(expected);
  });

  it.each([
    ["app in (a", "unable to parse requirement: found ''"],
    ["app in a", "unable to parse requirement: found 'a' expected: '('"],
    ["=a", "found '=', expected: !, identifier, or 'end of string'"],
    ["app=a b", "found 'b', expected: ',' or 'end of string'"],
  ])("%s is refused", (text, words) => {
    expect(() => parseLabelSelector(text)).toThrow(words);
  });

  it("that is empty is no selector", () => {
    expect(parseLabelSelector(" ")).toBeNull();
  });
});
