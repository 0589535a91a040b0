import { describe, expect, it } from "vitest";
import { isNamePattern, matchesNamePattern } from "./policies";

describe("a pattern of names", () => {
  it.each([
    ["shop", "shop", true],
    ["shop", "shops", false],
    ["shop-*", "shop-web", true],
    ["shop-*", "shop-", true],
    ["shop-*", "myshop-web", false],
    ["*-vm", "web-vm", true],
    ["*-vm", "web-vm-2", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["a*b*c", "axbyc", true],
    ["a*b*c", "acb", false],
    ["a*bc*c", "abc", false],
    ["a.b", "axb", false],
    ["*", "", true],
  ])("the pattern of names '%s' matches %j: %s", (pattern, name, fits) => {
    expect(matchesNamePattern(name, pattern)).toBe(fits);
  });

  it.each([
    ["shop-*", true],
    ["", false],
    ["^shop.*$", false],
    ["(a+)+", false],
    ["Shop", false],
    ["*a*a*a*", true],
    ["*a*a*a*a*", false],
  ])("isNamePattern of %j is %s", (pattern, is) => {
    expect(isNamePattern(pattern)).toBe(is);
  });

  it("a pattern of names is compared fast with a name that could make it slow", () => {
    const started = performance.now();
    expect(matchesNamePattern("a".repeat(100_000), "*a*a*a*b")).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
