import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { effectiveLabels } from "@/lib/testing/effective-labels";
import { anEntry, NOW } from "@/lib/testing/entries";
import { labelValue } from "./entry-filter";
import { FleetStore } from "./fleet-store";

const KEYS = [
  "app",
  "topology.kubernetes.io/region",
  "topology.kubernetes.io/zone",
  "topology.istio.io/subzone",
  "topology.istio.io/network",
  "istio-locality",
];
const labels = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom("", "a", "eu.eu-b")), { maxLength: 4 })
  .map((pairs) => sortedLabelSet(new Map(pairs)));

describe("the label that a filter sees", () => {
  it("is the one that selectors see: derived, else metadata's, else the spec's", () => {
    fc.assert(
      fc.property(labels, labels, fc.constantFrom("", "eu/eu-a/rack", "us"), fc.constantFrom("", "vpc"), (specLabels, metadataLabels, locality, network) => {
        const store = new FleetStore();
        const entry = anEntry({ specLabels, metadataLabels, locality, network });
        const slot = store.upsertEntry(entry, NOW, "seen");
        for (const key of KEYS) expect([key, labelValue(store, slot, key)]).toEqual([key, valueOfLabel(effectiveLabels(entry, true), key)]);
      }),
      { numRuns: 300 },
    );
  });
});
