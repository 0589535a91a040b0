import { describe, expect, it } from "vitest";
import type { PatchFrame } from "@/lib/contract/views/frames";
import { applyEdits, applyPatch } from "./apply-frame";

const a = { id: "a", state: 1 };
const b = { id: "b", state: 1 };
const c = { id: "c", state: 1 };
const state = { head: { total: 1 }, rows: [a, b, c] };
type Patch = Omit<PatchFrame, "t" | "v" | "n">;
const patched = (patch: Patch) => applyPatch(state, { t: "patch", v: 1, n: 1, ...patch });

describe("applyEdits", () => {
  it.each([
    ["nothing", { total: 1 }, [], { total: 1 }],
    ["a field", { total: 1, kept: 1 }, [2, 5], { total: 5, kept: 1 }],
    ["a field by the order of names, in any order of fields", { z: 1, a: 2 }, [1, 5], { z: 1, a: 5 }],
    ["an item of a list in a list", { rows: [[1, 2], [3]] }, [6, 9], { rows: [[1, 2], [9]] }],
    ["a part after one that is replaced whole", { list: [1, 2], next: 3 }, [1, [], 4, 7], { list: [], next: 7 }],
    ["the whole value", { total: 1 }, [0, null], null],
    ["a field with a hostile name", JSON.parse('{"__proto__":1}'), [1, 2], JSON.parse('{"__proto__":2}')],
  ])("changes %s", (_, before, edits, after) => {
    expect(applyEdits(before, edits)).toStrictEqual(after);
  });

  it("keeps the identity of parts without an edit", () => {
    const before = { list: [{ count: 1 }, { count: 2 }], other: { x: 1 } };
    const after = applyEdits(before, [3, 5]) as typeof before;
    expect(after).toEqual({ list: [{ count: 5 }, { count: 2 }], other: { x: 1 } });
    expect(after.list[1]).toBe(before.list[1]);
    expect(after.other).toBe(before.other);
  });

  it.each<[string, readonly unknown[]]>([
    ["a number after the last part", [5, 1]],
    ["a part of a value that another edit replaces", [1, [], 2, 7]],
    ["one part twice", [2, 7, 2, 8]],
    ["no number", ["2", 7]],
    ["a number without a value", [2]],
  ])("rejects edits that name %s", (_, edits) => {
    expect(() => applyEdits({ list: [1, 2], next: 3 }, edits)).toThrow("an edit of no part");
  });
});

describe("applyPatch", () => {
  it("keeps head, rows and order that the patch does not name", () => {
    const next = patched({ set: { "1": [2, 2] } });
    expect(next).toEqual({ head: { total: 1 }, rows: [a, { id: "b", state: 2 }, c] });
    expect(next.head).toBe(state.head);
    expect(next.rows[0]).toBe(a);
    expect(patched({ head: [1, 2] }).rows).toBe(state.rows);
  });

  it.each<[string, NonNullable<PatchFrame["order"]>, readonly { readonly id: string }[]]>([
    ["a row that moved", [2, 1, 0, 2], [c, a, b]],
    ["a row that disappeared", [0, 1, 2, 1], [a, c]],
    ["a new row", [0, 1, { id: "d", state: 4 } as { id: string }, 1, 1], [a, { id: "d", state: 4 } as { id: string }, b]],
    ["a new row that is like the one above", [0, 1, [1, "d"], 1, 1], [a, { id: "d", state: 1 } as { id: string }, b]],
    ["no row", [], []],
  ])("returns the rows in their new order: %s", (_, order, rows) => {
    expect(patched({ order }).rows).toEqual(rows);
  });

  it("edits rows by their previous index, then orders them", () => {
    expect(patched({ set: { "2": [2, 7] }, order: [2, 1, [1, "d"]] }).rows).toEqual([
      { id: "c", state: 7 },
      { id: "d", state: 7 },
    ]);
  });

  it.each<[string, Patch, string]>([
    ["a head edit of no part", { head: [2, 5] }, "an edit of no part"],
    ["a head that becomes null", { head: [0, null] }, "an edit of the whole head"],
    ["an edit of a row after the last", { set: { "3": [2, 5] } }, "an edit of no row"],
    ["an edit of a row by no number", { set: { total: [2, 5] } }, "an edit of no row"],
    ["a row edit of no part", { set: { "1": [3, 5] } }, "an edit of no part"],
    ["an edit of the id of a row", { set: { "1": [1, "x"] } }, "an edit of an id"],
    ["a row that becomes null", { set: { "1": [0, null] } }, "an edit of an id"],
    ["a range that begins after the last row", { order: [3, 1] }, "a range of no rows"],
    ["a range that ends after the last row", { order: [2, 9] }, "a range of no rows"],
    ["a range that begins before the first row", { order: [-2, 1] }, "a range of no rows"],
    ["a range without a count", { order: [0, 2, 2] }, "a range of no rows"],
    ["one row twice", { order: [0, 3, 1, 1] }, "a row without an id of its own"],
    ["a new row with the id of another", { order: [0, 3, { id: "b" }] }, "a row without an id of its own"],
    ["a new row without an id", { order: [0, 3, { state: 4 } as never] }, "a row without an id of its own"],
    ["a new row whose id is a number", { order: [0, 3, [1, 4]] }, "a row without an id of its own"],
    ["a new row like the one above, but there is none", { order: [[1, "d"]] }, "an edit of no part"],
    ["a new row with a reference to no text", { order: [0, 3, [1, [4, 0]]] }, "a reference to no text"],
  ])("rejects a patch that does not fit: %s", (_, patch, reason) => {
    expect(() => patched(patch)).toThrow(reason);
  });
});
