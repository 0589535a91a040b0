import { compareText } from "@/lib/domain/compare-text";
import { takenBy } from "./held-endpoints";
import { byAge } from "./imports";
import { isOfRevision, type LabelMap } from "./machine";
import { machineOf } from "./selected-by";
import type { SelectionWorld } from "./world";

/** Whose labels count for the policies of a machine's own sidecar. */
export interface SidecarLabels {
  readonly labels: LabelMap;
  /** The ServiceEntry that brings the entry's labels in; null = the labels of the machine's bundle alone. */
  readonly by: { readonly namespace: string; readonly name: string } | null;
}

/**
 * The labels by which AuthorizationPolicy, PeerAuthentication, Sidecar and others select a machine's sidecar: those of the endpoint, over the bundle's, where
 * a ServiceEntry of its namespace selects an entry or Pod of one of its addresses that istiod holds; else the bundle's alone (docs/istio.md#policy-labels).
 * With several such ServiceEntries it is not determined which comes first: the oldest is taken.
 */
export function sidecarLabels(
  vm: { readonly namespace: string; readonly addresses: readonly string[]; readonly bundle: LabelMap },
  world: SelectionWorld,
): SidecarLabels {
  const ours = world.serviceEntries.filter((one) => one.namespace === vm.namespace && one.selector !== null && isOfRevision(one.labels, world.mesh));
  for (const entry of [...ours].sort(byAge)) {
    const machines = takenBy(entry, world).map((one) => machineOf(one, world.mesh));
    const [found] = machines.filter(({ address }) => vm.addresses.includes(address)).sort((a, b) => compareText(a.name, b.name));
    if (found !== undefined) return { labels: new Map([...vm.bundle, ...found.labels]), by: { namespace: entry.namespace, name: entry.name } };
  }
  return { labels: vm.bundle, by: null };
}
