import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import { SelectorAnchors } from "./selector-anchors";

const labels = fc
  .record({ app: fc.constantFrom("a", "b", "c", undefined), team: fc.constantFrom("x", "y", undefined), v: fc.constantFrom("1", "2", undefined) })
  .map((texts): LabelSet => sortedLabelSet(Object.entries(texts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))));

const takes = (pairs: LabelSet, of: ReadonlyMap<string, string>) => pairs.every(([key, value]) => of.get(key) === value);

describe("selectors by their anchors", () => {
  it("leave out none that takes a machine, and give each once, however they come and go", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ pairs: labels, goes: fc.boolean() }), { maxLength: 40 }), labels, (selectors, machine) => {
        const anchors = new SelectorAnchors<{ readonly pairs: LabelSet }>();
        for (const one of selectors) anchors.add(one);
        for (const one of selectors) if (one.goes) anchors.delete(one);
        const of = new Map(machine);
        const near = [...anchors.near((key) => of.get(key))];
        expect(new Set(near).size).toBe(near.length);
        const left = selectors.filter(({ goes }) => !goes);
        expect(new Set(near.filter(({ pairs }) => takes(pairs, of)))).toEqual(new Set(left.filter(({ pairs }) => takes(pairs, of))));
        for (const one of near) expect(left).toContain(one);
      }),
      { numRuns: 300 },
    );
  });

  it("are few for a machine, though many want the same label beside one of their own, whichever comes first", () => {
    for (const own of ["app", "zapp"]) {
      const anchors = new SelectorAnchors<{ readonly pairs: LabelSet }>();
      for (let n = 0; n < 1_000; n++)
        anchors.add({
          pairs: sortedLabelSet([
            ["team", "x"],
            [own, `a-${n}`],
          ]),
        });
      const of = new Map([
        ["team", "x"],
        [own, "a-7"],
      ]);
      expect([...anchors.near((key) => of.get(key))].length).toBeLessThanOrEqual(8);
    }
  });
});
