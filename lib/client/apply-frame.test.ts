import { describe, expect, it } from "vitest";
import type { PatchFrame } from "@/lib/contract/views/frames";
import type { ViewState } from "@/lib/contract/views/view";
import { applyEdits } from "./apply-edits";
import { applyPatch } from "./apply-frame";

const a = { id: "a", state: 1 };
const b = { id: "b", state: 1 };
const c = { id: "c", state: 1 };
const state: ViewState = { head: { total: 1 }, rows: [a, b, c] };
const patched = (patch: Omit<PatchFrame, "t" | "v" | "n">) => applyPatch(state, { t: "patch", v: 1, n: 1, ...patch });

describe("a value after its edits", () => {
  it.each([
    ["nothing", { total: 1 }, [], { total: 1 }],
    ["a field", { total: 1, kept: 1 }, [2, 5], { total: 5, kept: 1 }],
    ["a field by the order of names, however they stand", { z: 1, a: 2 }, [1, 5], { z: 1, a: 5 }],
    ["one in a list in a list", { rows: [[1, 2], [3]] }, [6, 9], { rows: [[1, 2], [9]] }],
    ["what follows a part that is given whole", { list: [1, 2], next: 3 }, [1, [], 4, 7], { list: [], next: 7 }],
    ["the whole", { total: 1 }, [0, null], null],
    ["a field with a hostile name", JSON.parse('{"__proto__":1}'), [1, 2], JSON.parse('{"__proto__":2}')],
  ])("has other words for %s", (_, before, edits, after) => {
    expect(applyEdits(before, edits)).toStrictEqual(after);
  });

  it("keeps the identity of parts that no edit touches", () => {
    const before = { list: [{ count: 1 }, { count: 2 }], other: { x: 1 } };
    const after = applyEdits(before, [3, 5]) as typeof before;
    expect(after).toEqual({ list: [{ count: 5 }, { count: 2 }], other: { x: 1 } });
    expect(after.list[1]).toBe(before.list[1]);
    expect(after.other).toBe(before.other);
  });
});

describe("a view after a patch", () => {
  it("keeps head, rows and order where the patch is silent about them", () => {
    const next = patched({ set: { "1": [2, 2] } });
    expect(next).toEqual({ head: { total: 1 }, rows: [a, { id: "b", state: 2 }, c] });
    expect(next.head).toBe(state.head);
    expect(next.rows[0]).toBe(a);
    expect(patched({ head: [1, 2] }).rows).toBe(state.rows);
  });

  it.each<[string, NonNullable<PatchFrame["order"]>, readonly { readonly id: string }[]]>([
    ["a row that moved", [2, 1, 0, 2], [c, a, b]],
    ["a row that went", [0, 1, 2, 1], [a, c]],
    ["a row that came", [0, 1, { id: "d", state: 4 }, 1, 1], [a, { id: "d", state: 4 }, b]],
    ["a row that came and is like the one above", [0, 1, [1, "d"], 1, 1], [a, { id: "d", state: 1 }, b]],
    ["none left", [], []],
    ["more than there are", [2, 9], [c]],
    ["a row like one that is not there", [[1, "d"]], []],
  ])("has the rows in their order: %s", (_, order, rows) => {
    expect(patched({ order }).rows).toEqual(rows);
  });

  it("edits rows where they stood, then orders them", () => {
    expect(patched({ set: { "2": [2, 7] }, order: [2, 1, [1, "d"]] }).rows).toEqual([
      { id: "c", state: 7 },
      { id: "d", state: 7 },
    ]);
  });
});
