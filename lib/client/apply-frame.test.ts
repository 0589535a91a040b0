import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ViewState } from "@/lib/contract/view";
import { applyPatch } from "./apply-frame";

const row = fc.record({ id: fc.constantFrom("a", "b", "c", "toString"), state: fc.nat({ max: 2 }) });
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 });

describe("a view after a patch", () => {
  it("is the second of two states where the patch says what changed between them", () => {
    fc.assert(
      fc.property(rows, rows, fc.nat({ max: 3 }), (before, after, total) => {
        const known = new Map<string, (typeof before)[number]>(before.map((one) => [one.id, one]));
        const set = Object.fromEntries(after.filter((one) => known.get(one.id)?.state !== one.state).map((one) => [one.id, { ...one }]));
        const state: ViewState = { head: { total: 0, kept: 1 }, rows: before };
        const next = applyPatch(state, { t: "patch", v: 1, n: 1, head: { total }, set, order: after.map(({ id }) => id) });
        expect(next).toEqual({ head: { total, kept: 1 }, rows: after });
        for (const one of next.rows) if (!(one.id in set)) expect(one).toBe(known.get(one.id));
      }),
    );
  });

  it("keeps head and order where the patch is silent about them", () => {
    const state: ViewState = { head: { total: 1 }, rows: [{ id: "a" }, { id: "b" }] };
    const next = applyPatch(state, { t: "patch", v: 1, n: 1, set: { b: { state: 2 } } });
    expect(next).toEqual({ head: { total: 1 }, rows: [{ id: "a" }, { id: "b", state: 2 }] });
    expect([next.head, next.rows[0]]).toEqual([state.head, state.rows[0]]);
    expect(next.head).toBe(state.head);
  });

  it("leaves out what an order names and nobody knows", () => {
    expect(applyPatch({ head: {}, rows: [] }, { t: "patch", v: 1, n: 1, order: ["ghost"] }).rows).toEqual([]);
  });
});
