import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PatchFrame, type ViewState } from "@/lib/contract/view";
import { viewDiff } from "./view-diff";

const value = fc.oneof(
  fc.constantFrom(null, 0, 1, true, "", "a", "__proto__"),
  fc.array(fc.nat({ max: 3 }), { maxLength: 2 }),
  fc.record({ kind: fc.constantFrom("x", "y") }),
);
const row = fc.record({ id: fc.constantFrom("a", "b", "c", "d", "toString"), state: value, message: value });
const arbitraryState: fc.Arbitrary<ViewState> = fc.record({
  head: fc.record({ total: value, facets: value }),
  rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 5 }),
});

/** What a reader does with a patch, in its plainest form. */
function applied(state: ViewState, patch: PatchFrame): ViewState {
  const rows = new Map(state.rows.map((one) => [one.id, one]));
  for (const [id, fields] of Object.entries(patch.set ?? {})) rows.set(id, { ...rows.get(id), ...fields, id });
  const order = patch.order ?? state.rows.map(({ id }) => id);
  return { head: { ...state.head, ...patch.head }, rows: order.map((id) => rows.get(id) ?? { id }) };
}

describe("the changes between two states of a view", () => {
  it("turn the first into the second, after a journey as text", () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryState, (before, after) => {
        const patch = viewDiff(before, after);
        if (patch === null) {
          expect(after).toEqual(before);
          return;
        }
        const frame = PatchFrame.parse(JSON.parse(JSON.stringify({ t: "patch", v: 1, n: 1, ...patch })));
        expect(applied(before, frame)).toEqual(after);
      }),
    );
  });

  it("are none between equal states, and name no row that stayed as it was", () => {
    fc.assert(fc.property(arbitraryState, (state) => viewDiff(state, structuredClone(state)) === null));
    const before = {
      head: { total: 2 },
      rows: [
        { id: "a", state: 1 },
        { id: "b", state: 1 },
      ],
    };
    const after = {
      head: { total: 2 },
      rows: [
        { id: "b", state: 1 },
        { id: "a", state: 2 },
      ],
    };
    expect(viewDiff(before, after)).toEqual({ set: { a: { state: 2 } }, order: ["b", "a"] });
  });

  it("carry a row that is new as a whole", () => {
    const after = { head: {}, rows: [{ id: "a", state: 1 }] };
    expect(viewDiff({ head: {}, rows: [] }, after)).toEqual({ set: { a: { id: "a", state: 1 } }, order: ["a"] });
  });
});
