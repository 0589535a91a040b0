import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MACHINE_FACETS } from "@/lib/contract/url/filter-term";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { splitEntryForHistory } from "@/lib/domain/history/entry-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import { StillFleet } from "@/lib/server/fleet/still-fleet";
import { canonicalJson } from "@/lib/server/history/shape-of";
import { anEntry, NOW } from "@/lib/testing/entries";
import { arbitraryMachine } from "@/lib/testing/fleet-steps";
import { EntryReader, type KeptEntry } from "./whole-entry";

function kept(entry: WorkloadEntry): KeptEntry {
  const { shape, moving } = splitEntryForHistory(entry);
  const { cluster, namespace, name, uid } = entry;
  return { cluster, namespace, name, uid, body: canonicalJson(shape), moving: JSON.stringify(moving), shapeFormat: null, movingFormat: null };
}

/** What a fleet holds of all its entries, by whichever way they came. */
function heldIn(still: StillFleet) {
  const fleet = still.reader({ clusters: [], now: () => NOW });
  const factsOf = (entry: EntryRef) => [fleet.row(entry), MACHINE_FACETS.map((facet) => fleet.facet(entry, facet))];
  return {
    entries: Array.from(fleet.entries(), (entry) => [fleet.entry(entry), fleet.verdict(entry), factsOf(entry)]),
    groups: fleet.groups().map(({ name, counts, serving, members }) => [name, [...counts], serving, members.size]),
  };
}

describe("an entry from its parts", () => {
  it("is the entry that was kept, and is placed beside machines like it as it would be alone", () => {
    const fleet = fc.uniqueArray(arbitraryMachine, { selector: ({ uid }) => uid, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fleet, fc.array(fc.nat(7), { maxLength: 20 }), (machines, again) => {
        // Copies of some, with an address and an age of their own.
        const copies = again.flatMap((of, at) => machines[of % machines.length] ?? anEntry({ uid: `${at}` }));
        const all = [...machines, ...copies.map((entry, at) => ({ ...entry, uid: `copy-${at}`, name: `copy-${at}`, address: `10.0.9.${at}`, createdAt: at }))];
        const reader = new EntryReader();
        const [together, alone] = [new StillFleet(), new StillFleet()];
        const patterns = new Map<object, EntryRef>();
        for (const machine of all) {
          const { entry, common } = reader.read(kept(machine));
          expect(entry).toEqual(machine);
          const slot = together.putEntry(entry, { at: NOW, notBefore: null }, NOW, common === null ? undefined : patterns.get(common));
          if (common !== null && !patterns.has(common)) patterns.set(common, slot);
          alone.putEntry(machine, { at: NOW, notBefore: null }, NOW);
        }
        expect(heldIn(together)).toEqual(heldIn(alone));
      }),
    );
  });

  it("has what it has in common with another only if nothing but address and age tells their shapes apart", () => {
    const reader = new EntryReader();
    const commonOf = (change: Partial<WorkloadEntry>) => reader.read(kept(anEntry(change))).common;
    const common = commonOf({});
    expect(commonOf({ uid: "another", name: "vm-9", address: `10.0.0.9,"gate":`, createdAt: 7, controller: "istiod-x" })).toBe(common);
    expect(commonOf({ network: "elsewhere" })).not.toBe(common);
    expect(commonOf({ gate: null })).not.toBe(common);
  });
});
