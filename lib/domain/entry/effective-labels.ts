import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import type { WorkloadEntry } from "./workload-entry";
import { mergedLabels } from "./workload-entry";

/** A label that selectors match, its origin, and the value that it overrides (null = none). */
export interface LabelWithOrigin {
  readonly key: string;
  readonly value: string;
  readonly from: "metadata" | "spec" | "both" | "derived";
  readonly overridden: string | null;
}

export type EntryLabelFields = Pick<WorkloadEntry, "specLabels" | "metadataLabels" | "locality" | "network">;

const NETWORK_LABEL = "topology.istio.io/network";

/**
 * Returns the labels that selectors match, each with its origin: the merged labels, and the labels that Istio derives (docs/istio.md#labels). Sorted
 * by key. `readsTopology`: see `localityOf`. `topology.istio.io/cluster` is absent: its value is istiod's own cluster id, which no object of the
 * fleet shows.
 */
export function labelsWithOrigin(entry: EntryLabelFields, readsTopology: boolean): readonly LabelWithOrigin[] {
  const byKey = new Map<string, LabelWithOrigin>();
  for (const [key, value] of entry.specLabels) byKey.set(key, { key, value, from: "spec", overridden: null });
  for (const [key, value] of entry.metadataLabels) byKey.set(key, overlay(key, value, byKey.get(key)));
  for (const [key, value] of derivedLabels(entry, readsTopology)) {
    const stored = byKey.get(key)?.value ?? null;
    if (stored !== value) byKey.set(key, { key, value, from: "derived", overridden: stored });
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function overlay(key: string, value: string, below: LabelWithOrigin | undefined): LabelWithOrigin {
  if (below === undefined) return { key, value, from: "metadata", overridden: null };
  return below.value === value ? { key, value, from: "both", overridden: null } : { key, value, from: "metadata", overridden: below.value };
}

function derivedLabels(entry: EntryLabelFields, readsTopology: boolean): readonly (readonly [string, string])[] {
  const { region, zone, subzone } = parseLocality(localityOf(entry, readsTopology));
  const network = valueOfLabel(mergedLabels(entry), NETWORK_LABEL) ? "" : entry.network;
  const derived: readonly (readonly [string, string])[] = [
    ["topology.kubernetes.io/region", region],
    ["topology.kubernetes.io/zone", zone],
    ["topology.istio.io/subzone", subzone],
    [NETWORK_LABEL, network],
  ];
  return derived.filter(([, value]) => value !== "");
}
