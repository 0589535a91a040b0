import fc from "fast-check";
import { expect, it } from "vitest";
import { EMPTY_FACET_VALUE } from "@/lib/contract/url/filter-term";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { readsTopology } from "@/lib/server/hosts/mesh-of";
import { effectiveLabels } from "@/lib/testing/effective-labels";
import { anEntry, NOW } from "@/lib/testing/entries";
import { arbitraryMachine } from "@/lib/testing/fleet-steps";
import { worldOfVersions } from "@/lib/testing/mesh-world";
import { matchingLabels } from "./entry-filter";
import { FleetStore } from "./fleet-store";

const CLUSTER = "prod-eu";
const LABEL = "topology.istio.io/locality";
const older = worldOfVersions(["1.28.3"]);
const newer = worldOfVersions(["1.31.0"]);

const labelled = (value: string, change: Partial<WorkloadEntry> = {}) =>
  anEntry({ cluster: CLUSTER, uid: "u1", name: "vm-1", locality: "", specLabels: [], metadataLabels: [[LABEL, value]], ...change });

function shown(store: FleetStore, entry: EntryRef): readonly string[] {
  const fleet = liveFleet([CLUSTER], () => NOW, store);
  return [fleet.locality(entry), fleet.trait(entry, "zone"), fleet.facet(entry, "region"), fleet.facet(entry, "zone"), fleet.row(entry).locality];
}

it("reads the label as the version of istiod does, and again after its upgrade", () => {
  const store = new FleetStore();
  store.setWorld(older, NOW);
  const slot = store.upsertEntry(labelled("eu.eu-a"), NOW, "seen") as EntryRef;
  expect(shown(store, slot)).toEqual(["", "", EMPTY_FACET_VALUE, EMPTY_FACET_VALUE, ""]);
  const heard: string[] = [];
  store.hookEntries({ leaving: () => heard.push("leaving"), entering: () => heard.push("entering") });
  store.setWorld(newer, NOW);
  expect(shown(store, slot)).toEqual(["eu/eu-a", "eu-a", "eu", "eu-a", "eu/eu-a"]);
  expect(heard).toEqual(["leaving", "entering"]);
  store.setWorld(older, NOW);
  expect(shown(store, slot)).toEqual(["", "", EMPTY_FACET_VALUE, EMPTY_FACET_VALUE, ""]);
});

it("keeps spec.locality after an upgrade of istiod and calls no hook", () => {
  const store = new FleetStore();
  store.setWorld(older, NOW);
  const slot = store.upsertEntry(labelled("eu.eu-a", { locality: "us/us-b" }), NOW, "seen") as EntryRef;
  let heard = 0;
  store.hookEntries({ leaving: () => heard++, entering: () => heard++ });
  store.setWorld(newer, NOW);
  expect(shown(store, slot)[0]).toBe("us/us-b");
  expect(heard).toBe(0);
});

const machine = fc
  .tuple(arbitraryMachine, fc.constantFrom("", "", "eu.eu-a", "us"), fc.constantFrom("", "", "ap.ap-1.r"))
  .map(([entry, topology, istio]): WorkloadEntry => {
    const own = (key: string, value: string) => (value === "" ? [] : [[key, value] as const]);
    return { ...entry, metadataLabels: own(LABEL, topology), specLabels: own("istio-locality", istio) };
  });
const step = fc.oneof(
  { weight: 5, arbitrary: machine.map((entry) => ({ kind: "upsert" as const, entry })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 7 }).map((id) => ({ kind: "remove" as const, uid: `uid-${id}` })) },
  { weight: 3, arbitrary: fc.constantFrom(older, newer, worldOfVersions([])).map((world) => ({ kind: "world" as const, world })) },
  // Evaluates one entry. Others still have the locality of the version before.
  { weight: 1, arbitrary: fc.constant({ kind: "one" as const }) },
);

it("equals a plain reading of all entries, whatever came before, changed or went while a new version was evaluated", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 40 }), (steps) => {
      const store = new FleetStore();
      const model = new Map<string, WorkloadEntry>();
      for (const one of steps) {
        if (one.kind === "upsert") {
          store.upsertEntry(one.entry, NOW, "seen");
          model.set(one.entry.uid, one.entry);
        } else if (one.kind === "remove") {
          store.removeEntry(CLUSTER, one.uid, NOW, "seen");
          model.delete(one.uid);
        } else if (one.kind === "world") store.beginWorld(one.world, NOW);
        else store.evaluations.run(NOW, once());
      }
      store.tick(NOW);
      const isRead = readsTopology(store.worldOf(CLUSTER));
      for (const [uid, entry] of model) {
        const slot = store.slotOfUid(CLUSTER, uid) as EntryRef;
        const { region, zone } = parseLocality(localityOf(entry, isRead));
        expect(shown(store, slot)).toEqual([
          localityOf(entry, isRead),
          zone,
          region || EMPTY_FACET_VALUE,
          zone || EMPTY_FACET_VALUE,
          localityOf(entry, isRead),
        ]);
      }
      const inZone = matchingLabels(store, {
        ...parseMachinesQuery(""),
        terms: [{ kind: "label", key: "topology.kubernetes.io/zone", value: "eu-a", negated: false }],
      });
      const expected = [...model.values()].filter((entry) => valueOfLabel(effectiveLabels(entry, isRead), "topology.kubernetes.io/zone") === "eu-a");
      expect(inZone?.map((slot) => store.columns.uids.text(slot)).sort()).toEqual(expected.map(({ uid }) => uid).sort());
    }),
    { numRuns: 300 },
  );
});

/** Allows one evaluation. */
function once(): () => boolean {
  let left = 1;
  return () => left-- > 0;
}
