import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HashIndex, hashText } from "./hash-index";

describe("a hash index", () => {
  it("finds exactly the keys that a map holds, through collisions, removals and growth", () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 300 })), { maxLength: 600 });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 7, 1_000), (uses, hashes) => {
        const index = new HashIndex((key) => key % hashes);
        const model = new Set<number>();
        for (const [adds, key] of uses) {
          if (adds === model.has(key)) continue;
          if (adds) index.insert(key);
          else index.remove(key);
          if (adds) model.add(key);
          else model.delete(key);
        }
        for (let key = 0; key <= 300; key++) expect(index.find(key % hashes, (found) => found === key)).toBe(model.has(key) ? key : -1);
      }),
      { numRuns: 60 },
    );
  });

  it("offers every key of a hash to a search that takes none", () => {
    const index = new HashIndex(() => 5);
    for (const key of [1, 2, 3]) index.insert(key);
    index.remove(2);
    const offered: number[] = [];
    index.find(5, (key) => {
      offered.push(key);
      return false;
    });
    expect(offered).toEqual([1, 3]);
  });
});

describe("keys that go and come again", () => {
  it("are not hashed anew for each other: the table stays as it is", () => {
    let hashed = 0;
    const index = new HashIndex((key) => {
      hashed++;
      return key;
    });
    for (let key = 0; key < 1_000; key++) index.insert(key);
    hashed = 0;
    for (let round = 0; round < 10_000; round++) {
      index.remove(round % 1_000);
      index.insert(round % 1_000);
    }
    expect(hashed).toBe(20_000);
  });
});

describe("hashText", () => {
  it("is never negative and depends on its seed", () => {
    fc.assert(fc.property(fc.string(), (text) => hashText(text) >= 0));
    expect(hashText("a", 1)).not.toBe(hashText("a", 2));
  });
});
