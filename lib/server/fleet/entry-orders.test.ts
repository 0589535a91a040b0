import { describe, expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { ENTRY_SORTS, EntryOrders } from "./entry-orders";
import { FleetStore } from "./fleet-store";

const NOW = Date.UTC(2026, 10, 21);

describe("orders of the fleet", () => {
  it("hold every entry in each sort, also in one that was forgotten and is asked for again", () => {
    const store = new FleetStore();
    const orders = new EntryOrders(store);
    const namesIn = (sort: string) =>
      orders
        .of(sort)
        .slots.slice(0, 10)
        .map((slot) => store.columns.names[slot]);
    store.upsertEntry(anEntry({ uid: "b", name: "b" }), NOW, "seen");
    for (const sort of ENTRY_SORTS) expect(namesIn(sort)).toEqual(["b"]);
    store.upsertEntry(anEntry({ uid: "a", name: "a" }), NOW, "seen");
    for (const sort of ENTRY_SORTS) expect([...namesIn(sort)].sort()).toEqual(["a", "b"]);
    expect(namesIn("-name")).toEqual(["b", "a"]);
  });

  it("take an unknown sort for the default", () => {
    const orders = new EntryOrders(new FleetStore());
    expect(orders.of("colour")).toBe(orders.of(""));
  });
});
