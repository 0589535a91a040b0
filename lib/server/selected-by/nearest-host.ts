import type { NearestMiss, ServiceReference } from "@/lib/contract/views/selected-by";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { missWithOneFix } from "@/lib/domain/selection/nearest-misses";
import type { MeshService, SelectableEntry } from "@/lib/domain/selection/objects";
import { missingLabels, workloadOfEntry } from "@/lib/domain/selection/workload";
import { nearestServiceMiss } from "@/lib/domain/services/nearest-selector";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { hostsOf, isHostInScope, selectsByLabels } from "@/lib/server/hosts/host-object";
import { entryLabelOrigin, selectsNothing } from "@/lib/server/hosts/label-origin";
import type { Seen } from "./seen";

/** So many objects of other namespaces are asked, where they want labels that the machine has. */
const MOST_ELSEWHERE = 20;

/** Who selects by labels in a namespace, as far as it is in sight; by name. */
export function selectorsIn(fleet: FleetReader, cluster: string, namespace: string, scope: Scope): readonly MeshService[] {
  return fleet.hosts
    .candidates(cluster, namespace)
    .filter((host) => isHostInScope(host, scope) && selectsByLabels(host.selector))
    .map(({ selector }) => selector)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.kind < b.kind ? -1 : 1));
}

/**
 * The object that misses a machine by one thing, and the edit that fixes it: of its namespace one that wants labels like its own, else one of another visible
 * namespace that wants what it has; null = neither. An edit of labels that the machine's group gives it is no fix.
 */
export function nearestTo(entry: WorkloadEntry, here: readonly MeshService[], { fleet, scope, seen }: NearestReads): NearestMiss | null {
  const near = (selectors: readonly MeshService[]) => {
    const nearest = nearestServiceMiss(selectors, { kind: "entry", entry }, seen.mesh);
    if (nearest === null) return null;
    const { selector } = nearest;
    const host = fleet.hosts.candidates(entry.cluster, selector.namespace).find((one) => one.selector === selector);
    const labelsFrom = entryLabelOrigin(fleet, scope, entry, selector);
    const miss = missWithOneFix(nearest, { selector, labelsFrom, selectsNothing: host !== undefined && selectsNothing(fleet, scope, host) });
    return miss && { selector, refusals: miss.refusals };
  };
  const nearest = near(here) ?? near(elsewhere(entry, seen));
  if (nearest === null) return null;
  const { selector, refusals } = nearest;
  return { selector: nameOf(selector), host: hostsOf(selector, seen.mesh.domain)[0] ?? "", refusals };
}

/** The viewer of the machine, and the objects that could select it. */
export interface NearestReads {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly seen: Seen;
}

export function nameOf({ kind, namespace, name }: MeshService): ServiceReference {
  return { kind, namespace, name };
}

function elsewhere(entry: SelectableEntry, { world, mesh }: Seen): readonly MeshService[] {
  const { labels } = workloadOfEntry(entry, mesh);
  return [...world.services, ...world.serviceEntries]
    .filter(
      ({ selector, namespace }) => namespace !== entry.namespace && selector !== null && selector.length > 0 && missingLabels(selector, labels).length === 0,
    )
    .slice(0, MOST_ELSEWHERE);
}
