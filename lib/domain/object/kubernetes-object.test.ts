import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareResourceVersions, isObjectName, isResourceVersion } from "./kubernetes-object";

describe("the name of an object", () => {
  it.each(["a", "checkout", "checkout-10.0.0.1", "vm-1.example.com", "x".repeat(253)])("the name of an object can be '%s'", (name) => {
    expect(isObjectName(name)).toBe(true);
  });

  it.each(["", ".", "..", "a..b", "-a", "a-", ".a", "a.", "A", "a/b", "a%2fb", "a b", "a\n", "ä", "__proto__", "x".repeat(254)])(
    "the name of an object cannot be %j",
    (name) => {
      expect(isObjectName(name)).toBe(false);
    },
  );
});

describe("the order of resource versions", () => {
  it("the order of resource versions is the order of the numbers, at any length", () => {
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
  ])("compareResourceVersions of %j and %j is 0", (a, b) => {
    expect(compareResourceVersions(a, b)).toBe(0);
  });
});

describe("a valid resource version", () => {
  it.each([
    ["1", true],
    ["812", true],
    ["123456789012345678901234567890", true],
    ["0", false],
    ["", false],
    ["00", false],
    ["07", false],
    ["abc", false],
    ["-1", false],
    ["1.5", false],
    [" 1", false],
    ["1\n", false],
    ["١", false],
  ])("isResourceVersion of %j is %s", (version, is) => {
    expect(isResourceVersion(version)).toBe(is);
  });
});
