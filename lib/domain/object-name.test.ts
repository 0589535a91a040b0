import { describe, expect, it } from "vitest";
import { isObjectName } from "./object-name";

describe("the name of an object", () => {
  it.each(["a", "checkout", "checkout-10.0.0.1", "vm-1.example.com", "x".repeat(253)])("can be %s", (name) => {
    expect(isObjectName(name)).toBe(true);
  });

  it.each(["", ".", "..", "a..b", "-a", "a-", ".a", "a.", "A", "a/b", "a%2fb", "a b", "a\n", "ä", "__proto__", "x".repeat(254)])("cannot be %j", (name) => {
    expect(isObjectName(name)).toBe(false);
  });
});
