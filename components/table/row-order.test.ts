import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OrderSituation, orderRows, type ReorderReason, reorderReason } from "./row-order";

const BEFORE = { list: "all", tier1: "", turn: 0 };

it.each<[string, Partial<OrderSituation>, ReorderReason | null]>([
  ["nothing happened while a viewer is active", {}, null],
  ["another list is shown", { list: "state:unhealthy" }, "load"],
  ["another list is shown while a pointer is down", { list: "state:unhealthy", hold: "pressed" }, "load"],
  ["a row of tier 1 came", { tier1: "checkout" }, "tier-1"],
  ["a row of tier 1 came while a pointer is down", { tier1: "checkout", hold: "pressed" }, null],
  ["the viewer did nothing for 10 s", { hold: "free" }, "quiet"],
  ["the turn of a wall display passed", { turn: 1 }, "turn"],
  ["the turn passed while a pointer is down", { turn: 1, hold: "pressed" }, null],
])("reorderReason: %s", (_, change, reason) => {
  expect(reorderReason(BEFORE, { ...BEFORE, hold: "held", ...change })).toBe(reason);
});

it("reorderReason returns the load for the first rows, also while a pointer is down", () => {
  expect(reorderReason(null, { ...BEFORE, hold: "pressed" })).toBe("load");
});

interface Row {
  readonly id: string;
  readonly state: string;
  readonly tier: number;
}

/** "a2" = the row a of tier 2; "a2!" = it is unhealthy now. */
const row = (text: string): Row => ({ id: text.charAt(0), tier: Number(text.charAt(1)), state: text.endsWith("!") ? "unhealthy" : "healthy" });
const rows = (texts: string) => texts.split(" ").flatMap((text) => (text === "" ? [] : [row(text)]));
const shownText = (shown: readonly Row[]) => shown.map(({ id, tier, state }) => `${id}${tier}${state === "healthy" ? "" : "!"}`).join(" ");

describe("orderRows", () => {
  it.each<[string, string, string, ReorderReason | null, string, number, string]>([
    ["values change in place", "a2 b2", "a2 b2!", null, "a2 b2!", 0, ""],
    ["rows that swapped places stay", "a2 b2", "b2 a2", null, "a2 b2", 1, ""],
    ["a row that rose over three others is one change", "a2 b2 c2 d2", "d2 a2 b2 c2", null, "a2 b2 c2 d2", 1, ""],
    ["a row that left stays with its last values", "a2 b2!", "a2", null, "a2 b2!", 1, "b"],
    ["a new row above others waits", "a2 b4", "c2 a2 b4", null, "a2 b4", 1, ""],
    ["a new row of a higher tier than the last row waits", "a2 b4", "a2 c3 b4", null, "a2 b4", 1, ""],
    ["a new row of the last tier is added at its end", "a2 b4", "a2 b4 c4", null, "a2 b4 c4", 0, ""],
    ["a new row of the last tier is added at its end, and its move waits", "a2 b4", "a2 c4 b4", null, "a2 b4 c4", 1, ""],
    ["the first rows do not wait", "", "a2 b2", null, "a2 b2", 0, ""],
    ["all rows left", "a2 b2", "", null, "a2 b2", 2, "a b"],
    ["with a reason the rows take their new order", "a2 b2 c2", "d1 b2! a2", "tier-1", "d1 b2! a2", 0, ""],
  ])("%s", (_, before, now, reason, shown, changes, gone) => {
    const order = orderRows(rows(before), rows(now), reason, ({ tier }) => tier);
    expect([shownText(order.rows), order.changes, [...order.gone].join(" ")]).toEqual([shown, changes, gone]);
  });

  it("lets each new row wait if the order has no tiers", () => {
    expect(shownText(orderRows(rows("a2"), rows("a2 b4"), null).rows)).toBe("a2");
  });

  it("counts changes exactly if the visible order differs from the new one, and moves no row", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a2", "b2", "c2", "d2", "e2"), { minLength: 1 });
    fc.assert(
      fc.property(ids, ids, (before, now) => {
        const order = orderRows(rows(before.join(" ")), rows(now.join(" ")), null);
        expect(order.changes === 0).toBe(before.join() === now.join());
        expect(shownText(order.rows)).toBe(before.join(" "));
      }),
    );
  });
});
