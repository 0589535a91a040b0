import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch } from "@/lib/client/apply-frame";
import { Frame, type ViewState } from "@/lib/contract/view";
import { viewDiff } from "@/lib/server/live/view-diff";

const leaf = fc.constantFrom(null, 0, 1, true, "", "a", "__proto__");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie("value"), { maxLength: 3 }), fc.dictionary(name(), tie("value"), { maxKeys: 3 })),
}));
const row = fc.record({ id: fc.constantFrom("a", "b", "c", "d", "7", "toString"), state: value, message: value }, { requiredKeys: ["id"] });
const view: fc.Arbitrary<ViewState> = fc.record({
  head: fc.record({ total: value, facets: value, late: value }, { requiredKeys: ["total"] }),
  rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 6 }),
});

function name(): fc.Arbitrary<string> {
  return fc.constantFrom("value", "count", "10", "9", "__proto__", "constructor");
}

describe("a view in the browser", () => {
  it("is the server's after any changes, each carried by one frame as text", () => {
    fc.assert(
      fc.property(fc.array(view, { minLength: 2, maxLength: 5 }), (states) => {
        const [first, ...later] = states;
        if (first === undefined) return;
        let seen: ViewState = carried({ t: "snapshot", v: 1, n: 0, ...first }, null);
        let before = first;
        for (const after of later) {
          const patch = viewDiff(before, after);
          if (patch !== null) seen = carried({ t: "patch", v: 1, n: 1, ...patch }, seen);
          expect(seen).toEqual(after);
          before = after;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What the browser holds after a frame. */
function carried(frame: object, held: ViewState | null): ViewState {
  const parsed = Frame.parse(JSON.parse(JSON.stringify(frame)));
  if (parsed.t === "snapshot") return { head: parsed.head, rows: parsed.rows };
  if (parsed.t !== "patch" || held === null) throw new Error("This frame follows none.");
  return applyPatch(held, parsed);
}
