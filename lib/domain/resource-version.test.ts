import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareResourceVersions } from "./resource-version";

describe("the order of resource versions", () => {
  it("is that of the numbers, however long", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 10n ** 40n }), (a, b) => {
        expect(Math.sign(compareResourceVersions(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
    expect(compareResourceVersions("9", "10")).toBeLessThan(0);
  });

  it.each([
    ["", "1"],
    ["abc", "1"],
    ["007", "8"],
    ["-1", "1"],
  ])("cannot be told between %j and %j", (a, b) => {
    expect(compareResourceVersions(a, b)).toBe(0);
  });
});
