import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withSameParts } from "./same-parts";

const copy = <T>(value: T): T => structuredClone(value);

describe("withSameParts", () => {
  it("gives back what was there where nothing changed", () => {
    const before = { head: { total: 2, facets: [{ key: "zone", values: ["a"] }] }, rows: [{ id: "1", name: "x" }] };
    expect(withSameParts(before, copy(before))).toBe(before);
  });

  it("keeps every row but the one that changed, wherever the rows stand now", () => {
    const [one, two, three] = ["1", "2", "3"].map((id) => ({ id, state: "healthy" }));
    const now = withSameParts({ rows: [one, two, three] }, { rows: [copy(three), { id: "2", state: "unhealthy" }, { id: "4", state: "new" }, copy(one)] });
    const { rows } = now as { readonly rows: readonly object[] };
    expect(rows[0]).toBe(three);
    expect(rows[3]).toBe(one);
    expect(rows[1]).toEqual({ id: "2", state: "unhealthy" });
    expect(rows[2]).toEqual({ id: "4", state: "new" });
  });

  it("takes an undefined field that appears, and a field that goes, for changes", () => {
    expect(withSameParts({ a: 1 }, { a: 1, b: undefined })).toStrictEqual({ a: 1, b: undefined });
    expect(withSameParts({ a: 1, b: undefined }, { a: 1, c: undefined })).toStrictEqual({ a: 1, c: undefined });
    expect(withSameParts({ a: 1, b: 2 }, { a: 1 })).toStrictEqual({ a: 1 });
  });

  it("copes with names that objects have a meaning for", () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"id":"x"},"rows":[1]}');
    const now = withSameParts(hostile, JSON.parse('{"__proto__":{"id":"y"},"rows":[1]}')) as object;
    expect(JSON.stringify(now)).toBe('{"__proto__":{"id":"y"},"rows":[1]}');
    expect(Object.getPrototypeOf(now)).toBe(Object.prototype);
  });

  it("always equals what came", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 0, 1, "a", true), fc.array(tie("any"), { maxLength: 3 }), tie("record")),
      record: fc.oneof(
        fc.record({ id: fc.constantFrom("1", "2"), of: tie("any") }),
        fc.dictionary(fc.constantFrom("id", "a", "b"), tie("any"), { maxKeys: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, value, (before, now) => {
        expect(withSameParts(before, copy(now))).toEqual(now);
      }),
    );
  });
});
