import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedTuples } from "./shared-tuples";

const arbitraryTuple = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }));

describe("shared tuples", () => {
  it("are one number for as long as somebody uses them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), arbitraryTuple), { maxLength: 80 }), (uses) => {
        const tuples = new SharedTuples(2);
        const held: { id: number; tuple: readonly [number, number] }[] = [];
        for (const [takes, tuple] of uses) {
          if (takes) held.push({ id: tuples.acquire(Int32Array.of(...tuple)), tuple });
          else tuples.release(held.shift()?.id ?? tuples.acquire(Int32Array.of(0, 0)));
          for (const { id, tuple: own } of held) {
            expect([tuples.value(id, 0), tuples.value(id, 1)]).toEqual(own);
            const same = held.filter((other) => other.tuple.join() === own.join());
            expect(new Set(same.map((other) => other.id)).size).toBe(1);
            expect(tuples.users(id)).toBe(same.length + (own.join() === "0,0" ? 1 : 0));
          }
        }
      }),
    );
  });

  it("do not grow when they come and go, and outlive their first thousand", () => {
    const tuples = new SharedTuples(1);
    for (let i = 1; i < 3_000; i++) tuples.release(tuples.acquire(Int32Array.of(i)));
    expect(tuples.acquire(Int32Array.of(7_000))).toBe(1);
    const ids = Array.from({ length: 1_000 }, (_, i) => tuples.acquire(Int32Array.of(10_000 + i)));
    expect(ids.map((id) => tuples.value(id, 0))).toEqual(ids.map((_, i) => 10_000 + i));
  });
});
