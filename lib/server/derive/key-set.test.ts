import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeySet } from "./key-set";

describe("a set of keys", () => {
  it("has what was added and not deleted since, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 600 }))), (uses) => {
        const [set, model] = [new KeySet(), new Set<number>()];
        for (const [adds, key] of uses) {
          for (const one of [set, model]) adds ? one.add(key) : one.delete(key);
        }
        for (let key = 0; key <= 1_200; key++) expect(set.has(key)).toBe(model.has(key));
      }),
    );
  });
});
