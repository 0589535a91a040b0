import { describe, expect, it } from "vitest";
import { DURATION_KEYS, MACHINE_FACETS } from "@/lib/contract/url/filter-term";
import { EntryRow } from "@/lib/contract/views/entry-row";
import { DERIVED_FIELDS, ENTRY_FIELD_NAMES, type EntryChangeTopic, entryFieldNamed } from "@/lib/domain/entry/entry-fields";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { splitEntryForHistory } from "@/lib/domain/history/entry-parts";
import { storedEntry } from "@/lib/server/history/stored";
import { anEntry, NOW } from "@/lib/testing/entries";
import { withOther } from "@/lib/testing/other-entry";
import { CHANGED } from "./changed";
import { facetNumber, facetText } from "./entry-facets";
import { ENTRY_SORTS, entryOrder } from "./entry-orders";
import { entryRow } from "./entry-row";
import { timeAt } from "./entry-times";
import { FleetStore } from "./fleet-store";

function stored(entry: WorkloadEntry) {
  const store = new FleetStore();
  return { store, slot: store.upsertEntry(entry, NOW, "seen") };
}

const NAMED: readonly (keyof WorkloadEntry)[] = ["cluster", "uid"];

describe.each(ENTRY_FIELD_NAMES)("another %s", (name) => {
  const before = anEntry();
  const after = withOther(before, name);
  const field = entryFieldNamed(name);

  it("replaces the stored value and notifies listeners of its part", () => {
    const { store, slot } = stored(before);
    const masks: number[] = [];
    store.hookEntries({ leaving: () => undefined, entering: (_, mask) => void masks.push(mask) });
    const written = store.upsertEntry(after, NOW, "seen");
    // Another cluster or uid makes another entry.
    expect(written === slot).toBe(!NAMED.includes(name));
    expect(store.entry(written)).toEqual(after);
    const mask = masks.reduce((all, one) => all | one, 0);
    const parts = [field.part, ...Object.values(field.inner ?? {}).map(({ part }) => part)].filter((part): part is EntryChangeTopic => part !== null);
    expect(mask === 0).toBe(parts.length === 0);
    if (!NAMED.includes(name)) expect(parts.length === 0 || parts.some((part) => (mask & CHANGED[part]) !== 0)).toBe(true);
  });

  it("is the same after it was stored in the history", () => {
    const { shape, moving } = splitEntryForHistory(after);
    const parts = { body: JSON.stringify(shape), moving: JSON.stringify(moving), shapeFormat: null, movingFormat: null };
    const { cluster, namespace, name: called, uid } = after;
    expect(storedEntry({ cluster, namespace, name: called, uid }, parts)).toEqual(after);
  });

  it("changes the row field, the order, the facet and the compared time of its description", () => {
    const [one, other] = [stored(before), stored(after)];
    const rowOf = ({ store, slot }: typeof one): object => entryRow(store, slot, NOW);
    if (field.row !== undefined) expect(Reflect.get(rowOf(other), field.row)).not.toEqual(Reflect.get(rowOf(one), field.row));
    if (field.facet !== undefined) {
      const facet = MACHINE_FACETS.find((key) => key === field.facet) ?? "state";
      expect(facet).toBe(field.facet);
      const textOf = ({ store, slot }: typeof one) => facetText(store, facet, facetNumber(store, facet, slot));
      expect(textOf(other)).not.toBe(textOf(one));
    }
    if (field.compared !== undefined) {
      const compared = DURATION_KEYS.find((key) => key === field.compared) ?? "for";
      expect(compared).toBe(field.compared);
      expect(timeAt(other.store, other.slot, compared)).not.toBe(timeAt(one.store, one.slot, compared));
    }
    if (field.sort === undefined) return;
    const store = new FleetStore();
    const slots = [store.upsertEntry({ ...after, uid: "b" }, NOW, "seen"), store.upsertEntry({ ...before, uid: "a" }, NOW, "seen")];
    const [up, down] = [entryOrder(store, field.sort), entryOrder(store, `-${field.sort}`)];
    expect(up?.key).toBeDefined();
    const ordered = (order: typeof up) => (order === null ? [] : [...slots].sort(order.compare));
    expect(ordered(up)).toEqual([...ordered(down)].reverse());
  });
});

describe("the description of fields", () => {
  it("gives rows exactly the fields of the contract", () => {
    const optional = ["ending"];
    const { store, slot } = stored(anEntry());
    expect(Object.keys(entryRow(store, slot, NOW)).sort()).toEqual(
      Object.keys(EntryRow.shape)
        .filter((name) => !optional.includes(name))
        .sort(),
    );
    expect(EntryRow.parse(entryRow(store, slot, NOW))).toEqual(entryRow(store, slot, NOW));
  });

  it("has every facet and every sort key", () => {
    const { store, slot } = stored(anEntry());
    for (const facet of MACHINE_FACETS) expect(facetText(store, facet, facetNumber(store, facet, slot))).not.toBe("");
    const described = [...ENTRY_FIELD_NAMES.map(entryFieldNamed), ...Object.values(DERIVED_FIELDS)];
    expect(ENTRY_SORTS).toEqual(expect.arrayContaining(described.flatMap((field) => ("sort" in field && field.sort !== undefined ? [field.sort] : []))));
    for (const sort of ENTRY_SORTS) expect(entryOrder(store, sort)).not.toBeNull();
  });

  it.each([
    ["host", { metadataLabels: [["hostname", "vm-9"]] }],
    ["locality", { locality: "us-1/us-1a" }],
    ["revision", { metadataLabels: [["istio.io/rev", "canary"]] }],
    ["origin", { registrationGroup: "", owner: null, connectedAt: null, controller: "" }],
  ] as const)("updates %s", (row, change) => {
    const { store, slot } = stored(anEntry());
    const before = entryRow(store, slot, NOW)[row];
    store.upsertEntry(anEntry({ ...change, resourceVersion: "2" }), NOW, "seen");
    expect(entryRow(store, slot, NOW)[row]).not.toBe(before);
  });
});
