import type { LabelSet } from "@/lib/domain/label-set";
import type { Offered } from "@/lib/domain/preview/compare";
import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import { CLUSTER_LABEL } from "@/lib/domain/selection/machine";
import type { Selector } from "@/lib/domain/selection/objects";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { keptEntry } from "./kept-entries";

/** A machine of the fleet, or (null) a Pod. */
export type CandidateRef = EntryRef | null;

/** A namespace of a cluster as a viewer sees it. */
export interface SeenPlace {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly cluster: string;
  readonly namespace: string;
}

/** May the viewer see the machines of the namespace; and its Pods, which are not known everywhere? */
export function sightOf({ fleet, scope, cluster, namespace }: SeenPlace): { readonly machines: boolean; readonly pods: boolean } {
  const isIn = (source: "workloadentries" | "workload-pods") => {
    const seen = namespacesOfSource(scope, cluster, source);
    return seen === "all" || seen.includes(namespace);
  };
  return { machines: isIn("workloadentries"), pods: isIn("workload-pods") && fleet.sees(cluster, "workload-pods", namespace) };
}

/** The machines and Pods in sight that one of these selectors could take: by their labels alone, which a fleet knows without reading each entry. */
export function candidatesOf(place: SeenPlace, selectors: readonly (Selector | null)[]): readonly Offered<CandidateRef>[] {
  const { fleet, cluster, namespace } = place;
  const sight = sightOf(place);
  const wanted = selectors.flatMap((selector) =>
    selector === null || selector.selector === null || selector.namespace !== namespace ? [] : [selector.selector],
  );
  if (wanted.length === 0) return [];
  const machines = sight.machines ? machinesOf(place).filter((entry) => wanted.some((pairs) => hasPairs(fleet, entry, pairs))) : [];
  const pods = sight.pods ? fleet.tables["workload-pods"].inNamespace(cluster, namespace) : [];
  return [
    ...machines.map((ref) => ({ ref, candidate: { kind: "entry", entry: keptEntry(fleet, ref) } as const })),
    ...pods.map((pod) => ({ ref: null, candidate: { kind: "pod", pod } as const })),
  ];
}

function machinesOf({ fleet, cluster, namespace }: SeenPlace): readonly EntryRef[] {
  return [...fleet.groupsIn(cluster, namespace)].flatMap((group) => [...fleet.members(group)]);
}

/** Only istiod knows the label of its cluster: it is told from the others later. */
function hasPairs(fleet: FleetReader, entry: EntryRef, pairs: LabelSet): boolean {
  return pairs.every(([key, value]) => key === CLUSTER_LABEL || fleet.label(entry, key) === value);
}
