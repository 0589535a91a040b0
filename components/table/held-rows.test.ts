import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldRows } from "./held-rows";

const rows = (...ids: string[]) => ids.map((id) => ({ id, state: "healthy" }));

describe("rows under a pointer", () => {
  it("change in place, without moving", () => {
    const now = [{ id: "b", state: "unhealthy" }, ...rows("a", "c")];
    const { rows: held, pending } = heldRows(rows("a", "b", "c"), now);
    expect(held.map(({ id, state }) => `${id} ${state}`)).toEqual(["a healthy", "b unhealthy", "c healthy"]);
    expect(pending).toBe(2);
  });

  it("stay as last seen when they left the list, and are told apart", () => {
    const { rows: held, gone, pending } = heldRows(rows("a", "b"), rows("b", "c"));
    expect(held.map(({ id }) => id)).toEqual(["a", "b"]);
    expect([...gone]).toEqual(["a"]);
    expect(pending).toBe(2);
  });

  it("are counted as pending exactly when the order on screen is not the order of the list", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(ids, ids, (before, now) => {
        const held = heldRows(rows(...before), rows(...now));
        expect(held.pending === 0).toBe(before.join() === now.join());
        expect(held.rows.map(({ id }) => id)).toEqual(before);
      }),
    );
  });
});
