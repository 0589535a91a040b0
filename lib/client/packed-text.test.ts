import { describe, expect, it } from "vitest";
import { packed, unpacked } from "./packed-text";

describe("a text in an address", () => {
  it.each(["", "kind: Service\n", "ä€🚢 \u0000", "a: b\n".repeat(4_000)])("comes back as it was: %j", async (text) => {
    const letters = await packed(text);
    expect(letters).toMatch(/^[A-Za-z0-9_-]*$/);
    expect(await unpacked(letters, 48_000)).toBe(text);
  });

  it("is short where it repeats itself", async () => {
    expect((await packed("a: b\n".repeat(4_000))).length).toBeLessThan(200);
  });

  it.each(["", "!", "eJw", "AAAA"])("%j is none", async (letters) => {
    expect(await unpacked(letters, 100)).toBeNull();
  });

  it("is none where it would be longer than it may be", async () => {
    expect(await unpacked(await packed("a".repeat(1_000_000)), 1_000)).toBeNull();
  });
});
