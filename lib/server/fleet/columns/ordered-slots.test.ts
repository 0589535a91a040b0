import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrderedSlots } from "./ordered-slots";

const numerically = (a: number, b: number) => a - b;

describe("ordered slots", () => {
  it("are, after any insertions and removals, what sorting gives", () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 2_000 })), { maxLength: 1_500, minLength: 700 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 2_000 }), { maxLength: 900 }), steps, (first, uses) => {
        const model = new Set(first);
        const slots = OrderedSlots.ofSorted([...model].sort(numerically), numerically);
        for (const [adds, slot] of uses) {
          if (adds && model.has(slot)) continue;
          if (adds) slots.insert(slot);
          else expect(slots.remove(slot)).toBe(model.has(slot));
          if (adds) model.add(slot);
          else model.delete(slot);
        }
        const sorted = [...model].sort(numerically);
        expect([...slots]).toEqual(sorted);
        expect(slots.size).toBe(sorted.length);
        for (const offset of [0, 1, 255, 256, 257, 600]) expect(slots.slice(offset, 50)).toEqual(sorted.slice(offset, offset + 50));
        for (const at of [0, 100, sorted.length - 1]) if (sorted[at] !== undefined) expect(slots.indexOf(sorted[at])).toBe(at);
        expect(slots.indexOf(5_000)).toBe(-1);
      }),
      { numRuns: 25 },
    );
  });

  it("go on where a whole stretch of them is gone", () => {
    const all = Array.from({ length: 1_000 }, (_, slot) => slot);
    const slots = OrderedSlots.ofSorted(all, numerically);
    for (let slot = 200; slot < 800; slot++) slots.remove(slot);
    for (const slot of [0, 199, 800, 999]) expect(slots.slice(slots.indexOf(slot), 1)).toEqual([slot]);
    slots.insert(500);
    expect([...slots]).toEqual(all.filter((slot) => slot < 200 || slot === 500 || slot >= 800));
  });

  it("are empty again when all have gone, and take new ones then", () => {
    const slots = OrderedSlots.ofSorted([1, 2], numerically);
    slots.remove(1);
    slots.remove(2);
    expect([slots.size, slots.slice(0, 5), slots.remove(1), slots.indexOf(1)]).toEqual([0, [], false, -1]);
    slots.insert(7);
    expect([...slots]).toEqual([7]);
  });
});
