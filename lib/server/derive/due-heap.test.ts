import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DueHeap } from "./due-heap";

describe("a due heap", () => {
  it("gives slots in the order of their moments, however they came", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat({ max: 50 })), { maxLength: 80 }), (steps) => {
        const heap = new DueHeap();
        const model: { at: number; slot: number }[] = [];
        for (const [slot, at] of steps.entries()) {
          if (at !== null) {
            heap.push(at, slot);
            model.push({ at, slot });
          } else {
            const next = heap.next;
            const taken = heap.pop();
            const found = model.findIndex((pair) => pair.slot === taken);
            expect(next).toBe(model.length === 0 ? null : Math.min(...model.map((pair) => pair.at)));
            expect(model[found]?.at ?? null).toBe(next);
            if (found >= 0) model.splice(found, 1);
          }
          expect(heap.size).toBe(model.length);
        }
      }),
    );
  });

  it("is empty when cleared", () => {
    const heap = new DueHeap();
    heap.push(5, 1);
    heap.clear();
    expect([heap.size, heap.next, heap.pop()]).toEqual([0, null, null]);
  });
});
