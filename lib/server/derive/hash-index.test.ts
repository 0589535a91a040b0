import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashText, SlotIndex } from "./slot-index";

describe("a slot index", () => {
  it("finds exactly the slots that a map holds, through collisions, removals and growth", () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 300 })), { maxLength: 600 });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 7, 1_000), (uses, hashes) => {
        const index = new SlotIndex((slot) => slot % hashes);
        const model = new Set<number>();
        for (const [adds, slot] of uses) {
          if (adds === model.has(slot)) continue;
          if (adds) index.insert(slot);
          else index.remove(slot);
          if (adds) model.add(slot);
          else model.delete(slot);
        }
        for (let slot = 0; slot <= 300; slot++) expect(index.find(slot % hashes, (found) => found === slot)).toBe(model.has(slot) ? slot : -1);
      }),
      { numRuns: 60 },
    );
  });

  it("offers every slot of a hash to a search that takes none", () => {
    const index = new SlotIndex(() => 5);
    for (const slot of [1, 2, 3]) index.insert(slot);
    index.remove(2);
    const offered: number[] = [];
    index.find(5, (slot) => {
      offered.push(slot);
      return false;
    });
    expect(offered).toEqual([1, 3]);
  });
});

describe("hashText", () => {
  it("is never negative and depends on its seed", () => {
    fc.assert(fc.property(fc.string(), (text) => hashText(text) >= 0));
    expect(hashText("a", 1)).not.toBe(hashText("a", 2));
  });
});
