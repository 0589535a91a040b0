import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { Dictionary } from "./dictionary";
import { LabelSets } from "./label-sets";

const arbitrarySet = fc
  .array(fc.tuple(fc.constantFrom("app", "ap", "version", "__proto__", "zone"), fc.constantFrom("", "a", "b", "=")), { maxLength: 4 })
  .map((pairs) => sortedLabelSet(new Map(pairs)));

describe("label sets", () => {
  it("keep equal sets once, give back each as it came, and forget what nobody uses", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), arbitrarySet), { maxLength: 60 }), (uses) => {
        const sets = new LabelSets(new Dictionary());
        const held: { id: number; labels: ReturnType<typeof sortedLabelSet> }[] = [];
        for (const [takes, labels] of uses) {
          if (takes) held.push({ id: sets.acquire(labels), labels });
          else {
            const gone = held.shift();
            if (gone !== undefined) sets.release(gone.id);
          }
          const byText = new Map<string, number>();
          for (const { id, labels: own } of held) {
            expect(sets.labels(id)).toEqual(own);
            for (const key of ["app", "ap", "version", "__proto__", "zone"]) expect(sets.value(id, key)).toBe(valueOfLabel(own, key));
            const text = JSON.stringify(own);
            expect(byText.get(text) ?? id).toBe(id);
            byText.set(text, id);
          }
          expect(new Set(byText.values()).size).toBe(byText.size);
        }
      }),
    );
  });

  it("keep what many share once, whatever is each one's own", () => {
    const texts = new Dictionary();
    const sets = new LabelSets(texts);
    const shared = Array.from({ length: 8 }, (_, i) => [`shared-${i}`, `value-${i}`] as const);
    const setOf = (vm: number) => sortedLabelSet([...shared, ["hostname", `vm-${vm}`], ["zone", `zone-${vm % 3}`]]);
    const ids = Array.from({ length: 500 }, (_, vm) => sets.acquire(setOf(vm)));
    expect(new Set(ids).size).toBe(500);
    for (const [vm, id] of ids.entries()) {
      expect(sets.labels(id)).toEqual(setOf(vm));
      expect(sets.acquire(setOf(vm))).toBe(id);
      expect([sets.value(id, "shared-7"), sets.value(id, "hostname"), sets.value(id, "vm-0")]).toEqual(["value-7", `vm-${vm}`, undefined]);
    }
    for (const id of [...ids, ...ids]) sets.release(id);
    expect([texts.find("shared-0"), texts.find("vm-9"), texts.find("zone-1")]).toEqual([undefined, undefined, undefined]);
  });

  it("do not grow when sets come and go", () => {
    const texts = new Dictionary();
    const sets = new LabelSets(texts);
    for (let i = 0; i < 3_000; i++) sets.release(sets.acquire([["hostname", `vm-${i}`]]));
    expect(texts.limit).toBeLessThan(8);
    expect(sets.acquire([["hostname", "last"]])).toBeLessThan(4);
  });
});
