import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { Clock } from "@/lib/server/clock";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { coalesce } from "@/lib/server/watch/coalesce";
import { selectsByLabels } from "./host-object";
import { namespaceKey } from "./inhabited-places";

/** Needs the Pods of a namespace until the returned function is called. */
type NeedPods = (cluster: string, namespace: string) => () => void;

/** How long changes are gathered: a fleet that is read for the first time has thousands at once. */
const GATHER_MS = 100;
const EXISTENCE = ChangedParts.of("existence");

/**
 * Needs the Pods of every namespace in which some selector could take a machine: it has machines or groups, and a Service or a ServiceEntry that
 * selects. Follows such namespaces as they come and go, until the returned function is called.
 */
export function followPodPlaces(fleet: FleetReader, clock: Clock, need: NeedPods): () => void {
  const needed = new Map<string, () => void>();
  const turned = new Map<string, FleetPlace>();

  function look({ cluster, namespace }: FleetPlace, key: string): void {
    const release = needed.get(key);
    const isNeeded = isInhabited(fleet, cluster, namespace) && hasSelectors(fleet, cluster, namespace);
    if (isNeeded === (release !== undefined)) return;
    release?.();
    if (isNeeded) needed.set(key, need(cluster, namespace));
    else needed.delete(key);
  }

  const later = coalesce(clock, GATHER_MS, () => {
    for (const [key, place] of turned) look(place, key);
    turned.clear();
  });
  const turn = (place: FleetPlace) => {
    turned.set(namespaceKey(place.cluster, place.namespace), place);
    later.call();
  };
  const unhook = [
    fleet.subscribe({
      leaving: (entry, parts) => parts.meets(EXISTENCE) && turn(fleet.groupOf(entry).place),
      entering: (entry, parts) => parts.meets(EXISTENCE) && turn(fleet.groupOf(entry).place),
      group: ({ place }) => turn(place),
    }),
    ...[fleet.tables.services, fleet.tables.serviceentries].map((table) =>
      table.hook((before, after) => {
        for (const object of [before, after]) if (object !== null) turn(object);
      }),
    ),
  ];
  for (const { place } of fleet.groups()) turn(place);
  return () => {
    for (const off of unhook) off();
    later.stop();
    for (const release of needed.values()) release();
    needed.clear();
  };
}

function isInhabited(fleet: FleetReader, cluster: string, namespace: string): boolean {
  for (const { members, object } of fleet.groupsIn(cluster, namespace)) if (members.size > 0 || object !== null) return true;
  return false;
}

function hasSelectors({ tables }: FleetReader, cluster: string, namespace: string): boolean {
  const held: readonly { readonly parsed: KubernetesService | ServiceEntry | null }[] = [
    ...tables.services.inNamespace(cluster, namespace),
    ...tables.serviceentries.inNamespace(cluster, namespace),
  ];
  return held.some(({ parsed }) => parsed !== null && selectsByLabels(parsed));
}
