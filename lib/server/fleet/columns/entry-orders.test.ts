import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { anEntry, aReport, aWorld } from "@/lib/testing/entries";
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

  it("begin with the most harm, of equal harm with the newest, and leave those without harm by name", () => {
    const store = new FleetStore();
    store.setWorld(aWorld(), NOW);
    const orders = new EntryOrders(store);
    const put = (name: string, minutes: number, change: Partial<WorkloadEntry> = {}) =>
      store.upsertEntry(anEntry({ uid: name, name, connectedAt: parseTimestamp(new Date(NOW).toISOString()), ...change }), NOW + 60_000 * minutes, "seen");
    const failing = { health: aReport("False", "503") };
    put("well-b", 0);
    put("a-failed-first", 1, failing);
    put("b-nowhere", 2, { address: "", network: "" });
    put("c-in-doubt", 3, { controller: "gone" });
    put("z-failed-last", 4, failing);
    put("well-a", 5);
    const names = () => [...orders.of("").slots].map((slot) => store.columns.names[slot]);
    expect(names()).toEqual(["z-failed-last", "b-nowhere", "a-failed-first", "c-in-doubt", "well-a", "well-b"]);
    put("well-b", 6, failing);
    expect(names()[0]).toBe("well-b");
    put("z-failed-last", 7);
    expect(names()).toEqual(["well-b", "b-nowhere", "a-failed-first", "c-in-doubt", "well-a", "z-failed-last"]);
  });

  it("stay whole when the record tells that a state began earlier", () => {
    const store = new FleetStore();
    store.setWorld(aWorld(), NOW);
    const orders = new EntryOrders(store);
    const failing = { health: aReport("False", "503"), connectedAt: parseTimestamp(new Date(NOW).toISOString()) };
    const names = ["a", "b", "c"];
    for (const [at, name] of names.entries()) store.upsertEntry(anEntry({ uid: name, name, ...failing }), NOW + 60_000 * at, "seen");
    const newest = store.slotOfName("prod-eu", "shop", "c");
    expect(newest).toBeGreaterThanOrEqual(0);
    store.resume(newest, { at: NOW - 60_000, notBefore: null }, NOW + 180_000);
    const shown = () => [...orders.of("").slots].map((slot) => store.columns.names[slot]);
    expect(shown()).toEqual(["b", "a", "c"]);
    store.removeEntry("prod-eu", "c", NOW + 240_000, "seen");
    expect(shown()).toEqual(["b", "a"]);
  });

  it("take an unknown sort for the default", () => {
    const orders = new EntryOrders(new FleetStore());
    expect(orders.of("colour")).toBe(orders.of(""));
  });
});
