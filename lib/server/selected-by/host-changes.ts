import type { Scope } from "@/lib/domain/scope";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsInSight } from "@/lib/server/hosts/counts-in-sight";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";

/**
 * Calls whenever the counts of a host of a namespace are others, as far as they are in sight: what a viewer may not list moves the same counts, and must
 * not be told of by the moment of a frame either.
 */
export function watchCounts(fleet: FleetReader, scope: Scope, { cluster, namespace }: FleetPlace, changed: () => void): { close(): void } {
  const told = new Map<string, string>();
  const spelled = (host: HostObject) => JSON.stringify(countsInSight(fleet.hosts.counts(host), host, scope));
  const isHere = (host: HostObject) => host.cluster === cluster && host.selector.namespace === namespace && isHostInScope(host, scope);
  for (const host of fleet.hosts.candidates(cluster, namespace)) if (isHere(host)) told.set(host.uid, spelled(host));
  const close = fleet.hosts.subscribe((host) => {
    if (!isHere(host)) return;
    const now = fleet.hosts.byUid(cluster, host.uid);
    const counts = now === null ? "" : spelled(now);
    if (told.get(host.uid) === counts) return;
    told.set(host.uid, counts);
    changed();
  });
  return { close };
}
