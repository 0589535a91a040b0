import { describe, expect, it } from "vitest";
import { ENTRY_ORIGINS } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { ago, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { FleetStore } from "./fleet-store";
import { hasShape } from "./moving-parts";

const writer = { manager: "pilot-discovery", operation: "Update", subresource: "status", time: NOW };
const FULL = anEntry({
  metadataLabels: sortedLabelSet([
    ["app", "checkout"],
    ["hostname", "vm-1"],
    ["team", "a"],
  ]),
  ports: [
    ["grpc", 9090],
    ["http", 8080],
  ],
  lastWriter: writer,
});

const SHAPES: readonly (readonly [string, Partial<WorkloadEntry>])[] = [
  ["name", { name: "checkout-2" }],
  ["namespace", { namespace: "shop2" }],
  ["createdAt", { createdAt: NOW }],
  ["createdAt", { createdAt: null }],
  ["deletingAt", { deletingAt: NOW }],
  ["weight", { weight: 3 }],
  ["address", { address: "10.20.1.15" }],
  ["network", { network: "" }],
  ["locality", { locality: "eu-central-1" }],
  ["serviceAccount", { serviceAccount: "other" }],
  ["unreadable", { unreadable: "spec is missing" }],
  ["registrationGroup", { registrationGroup: "cart" }],
  ["managedBy", { managedBy: "Helm" }],
  ["gate", { gate: null }],
  ["gate", { gate: "=true" }],
  ["owner", { owner: null }],
  ["owner", { owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "9a02" } }],
  ["ports", { ports: [["http", 8080]] }],
  ["ports", { ports: [["grpc=9090\u0000http", 8080]] }],
  ["ports", { ports: [] }],
  ["a label's value", { metadataLabels: sortedLabelSet([...FULL.metadataLabels.slice(0, 2), ["team", "b"]]) }],
  ["a label's key", { metadataLabels: sortedLabelSet([...FULL.metadataLabels.slice(0, 2), ["teams", "a"]]) }],
  ["one label less", { metadataLabels: FULL.metadataLabels.slice(1) }],
  ["one label more", { metadataLabels: sortedLabelSet([...FULL.metadataLabels, ["zone", "a"]]) }],
  ["no spec labels", { specLabels: [] }],
  ["an unreadable time", { connectedAt: parseTimestamp("yesterday") }],
];

const MOVES: readonly (readonly [string, Partial<WorkloadEntry>])[] = [
  ["nothing", {}],
  ["version", { resourceVersion: "1300" }],
  ["controller", { controller: "istiod-7c9f-b" }],
  ["connectedAt", { connectedAt: ago(1_000) }],
  ["disconnection", { connectedAt: null, disconnectedAt: ago(1_000) }],
  ["health", { health: aReport("False", "connection refused") }],
  ["message", { health: aReport("True", "=") }],
  ["no health", { health: null }],
  ["lastWriter", { lastWriter: { ...writer, manager: "kubectl" } }],
  ["its time", { lastWriter: { ...writer, time: NOW + 1 } }],
  ["no lastWriter", { lastWriter: null }],
];

describe("the shape of an entry", () => {
  it.each(SHAPES)("differs if this differs: %s", (_, change) => {
    expect(shapeAfter(change).same).toBe(false);
  });

  it.each(MOVES)("does not depend on %s", (_, change) => {
    expect(shapeAfter(change).same).toBe(true);
  });

  it("differs after a replica claims an unregistered machine, because its origin differs", () => {
    const written = { ...FULL, registrationGroup: "", owner: null, gate: null, controller: "" };
    const claimed = { ...written, controller: "istiod-7c9f-b" };
    const store = new FleetStore();
    const slot = store.upsertEntry(written, NOW, "seen");
    const originNow = () => ENTRY_ORIGINS[store.columns.int("origin", slot)];
    const origins = [originNow()];
    for (const entry of [claimed, { ...claimed, controller: "istiod-7c9f-c" }, written]) {
      store.upsertEntry(entry, NOW, "seen");
      origins.push(originNow());
    }
    expect(origins).toEqual(["hand-written", "hand-written-checked", "hand-written-checked", "hand-written"]);
  });

  it.each([...SHAPES, ...MOVES])("leaves the last written value in the store: %s", (_, change) => {
    const { store, slot } = shapeAfter(change);
    const after = { ...FULL, ...change };
    const masks: number[] = [];
    store.hookEntries({ leaving: () => undefined, entering: (_slot, mask) => masks.push(mask) });
    store.upsertEntry(after, NOW, "seen");
    const fresh = new FleetStore();
    expect(store.entry(slot)).toEqual(fresh.entry(fresh.upsertEntry(after, NOW, "seen")));
    // The first entry again: no value of the second remains.
    store.upsertEntry(FULL, NOW, "seen");
    expect(store.entry(slot)).toEqual(FULL);
    expect(masks.length).toBe(isTold(change) ? 2 : 0);
  });
});

function shapeAfter(change: Partial<WorkloadEntry>) {
  const store = new FleetStore();
  const slot = store.upsertEntry(FULL, NOW, "seen");
  return { store, slot, same: hasShape(store.columns, store.places, slot, { ...FULL, ...change }) };
}

/** Version and writing time change with every write: listeners are not notified. */
function isTold(change: Partial<WorkloadEntry>): boolean {
  const { lastWriter, ...rest } = change;
  return Object.keys(rest).some((key) => key !== "resourceVersion") || (lastWriter !== undefined && lastWriter?.manager !== writer.manager);
}
