import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch } from "@/lib/client/apply-frame";
import { LiveViews } from "@/lib/client/live-views";
import type { WantedView } from "@/lib/client/view-key";
import { patchFromWire, patchPartsToWire, SnapshotOrRefusedFrame, WirePatch } from "@/lib/contract/views/frames";
import type { ViewState } from "@/lib/contract/views/view";
import { viewDiff } from "@/lib/server/live/view-diff";
import { damagedPatches } from "./damaged-patch";

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

/** Returns two frames as text: the snapshot of a view, and the patch to the next state. Null if nothing changes. */
function framesOf(before: ViewState, after: ViewState): readonly [snapshot: unknown, patch: string] | null {
  const patch = viewDiff(before, after);
  return patch === null ? null : [asText({ t: "snapshot", v: 1, n: 0, ...before }), JSON.stringify([1, 1, ...patchPartsToWire(patch)])];
}

const SERVICES: WantedView = { kind: "service", query: "cluster=c&kind=Service&ns=n&name=s", offset: 0, limit: 6 };

it("no damaged patch changes the shown view: its view is requested again", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(view, view, (before, after) => {
      const [snapshot, patch] = framesOf(before, after) ?? [null, ""];
      for (const [damage, text] of snapshot === null ? [] : damagedPatches(patch)) {
        seen.set(damage, (seen.get(damage) ?? 0) + 1);
        const [shown, misfits]: [unknown[], string[]] = [[], []];
        const views = new LiveViews(
          (_key, update) => shown.push(update),
          (reason) => misfits.push(reason),
        );
        views.want([SERVICES]);
        views.take(SnapshotOrRefusedFrame.parse(snapshot));
        expect(views.take(patchFromWire(WirePatch.parse(JSON.parse(text)))), damage).toBe(false);
        expect([shown.length, misfits.length, views.requests.map(({ id }) => id)], damage).toEqual([1, 1, [2]]);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(...seen.values())).toBeGreaterThan(50);
  expect(seen.size).toBe(9);
});

describe("a view in the browser", () => {
  it("is the server's after any changes, each carried by one frame as text", () => {
    fc.assert(
      fc.property(fc.array(view, { minLength: 2, maxLength: 5 }), (states) => {
        const [first, ...later] = states;
        if (first === undefined) return;
        let seen: ViewState = begun({ t: "snapshot", v: 1, n: 0, ...first });
        let before = first;
        for (const after of later) {
          const patch = viewDiff(before, after);
          if (patch !== null) seen = applyPatch(seen, patchFromWire(WirePatch.parse(asText([1, 1, ...patchPartsToWire(patch)]))));
          expect(seen).toEqual(after);
          before = after;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What the browser holds after a first frame. */
function begun(frame: object): ViewState {
  const parsed = SnapshotOrRefusedFrame.parse(asText(frame));
  if (parsed.t !== "snapshot") throw new Error("This is no beginning.");
  return { head: parsed.head, rows: parsed.rows };
}

function asText(frame: unknown): unknown {
  return JSON.parse(JSON.stringify(frame));
}
