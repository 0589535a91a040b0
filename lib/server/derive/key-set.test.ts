import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeySet } from "./key-set";

describe("a set of keys", () => {
  it("has what was added, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 600 })), (keys) => {
        const set = new KeySet();
        for (const key of keys) set.add(key);
        const model = new Set(keys);
        for (let key = 0; key <= 1_200; key++) expect(set.has(key)).toBe(model.has(key));
      }),
    );
  });
});
