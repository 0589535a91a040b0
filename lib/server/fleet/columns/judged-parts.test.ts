import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { ago, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { FleetStore } from "./fleet-store";

const draining = (value: string) =>
  sortedLabelSet([
    ["app", "checkout"],
    [DRAINING_LABEL, value],
  ]);

const ENTRIES: readonly (readonly [string, Partial<WorkloadEntry>])[] = [
  ["that is well", {}],
  ["that drains by its spec", { specLabels: draining("true") }],
  ["that drains by its metadata", { metadataLabels: draining("yes") }],
  ["whose metadata takes the draining of its spec back", { specLabels: draining("true"), metadataLabels: draining("") }],
  ["that fails its check", { health: aReport("False", "refused") }],
  ["with a word for its health that is nobody's", { health: aReport("Maybe") }],
  ["without a gate", { gate: null }],
  ["that waits", { health: null }],
  ["of another replica", { controller: "istiod-gone" }],
  ["without a controller", { controller: "" }],
  ["that reconnects", { connectedAt: null, disconnectedAt: ago(3_000) }],
  ["whose time of connection is none", { connectedAt: parseTimestamp("yesterday") }],
  ["whose time of disconnection is none", { connectedAt: null, disconnectedAt: parseTimestamp("soon") }],
  ["connected too long ago", { connectedAt: ago(86_400_000) }],
  ["written by hand", { registrationGroup: "", controller: "", connectedAt: null, owner: null }],
  ["that cannot be read", { unreadable: "spec.address is a number" }],
];

describe("what is judged of a slot", () => {
  it.each(ENTRIES)("gives an entry %s the verdict of the whole entry", (_what, change) => {
    const store = new FleetStore();
    const entry = anEntry(change);
    const world = aWorld();
    store.setWorld(world, NOW);
    const slot = store.upsertEntry(entry, NOW, "seen");
    expect(store.verdict(slot, NOW)).toEqual(verdictOf(entry, world, NOW));
  });
});
