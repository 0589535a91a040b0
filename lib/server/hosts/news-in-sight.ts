import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsInSight } from "./counts-in-sight";
import { hostKey } from "./host-object";
import type { HostObject } from "./host-reader";

/**
 * Tells whether what a viewer may know of a host is another one: whatever he may not list moves the same counts, and he must not be told of it by the moment
 * of a frame either.
 */
export class NewsInSight {
  readonly #told = new Map<string, string>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly isAsked: (place: { readonly cluster: string; readonly namespace: string }) => boolean = () => true,
  ) {
    const { services, serviceentries } = fleet.tables;
    for (const table of [services, serviceentries])
      for (const { cluster, kind, uid, namespace } of table.values()) {
        const host = isInScope(scope, cluster, kind, namespace) && isAsked({ cluster, namespace }) ? fleet.hosts.byUid(cluster, uid) : null;
        if (host !== null) this.#told.set(hostKey(host), visibleHostText(fleet, scope, host));
      }
  }

  /** Is there news of a host, since this was last asked of it? */
  of({ cluster, uid, selector }: HostObject): boolean {
    const kind = selector.kind === "Service" ? "services" : "serviceentries";
    if (!isInScope(this.scope, cluster, kind, selector.namespace) || !this.isAsked({ cluster, namespace: selector.namespace })) return false;
    const host = this.fleet.hosts.byUid(cluster, uid);
    const key = hostKey({ cluster, uid });
    const [before, now] = [this.#told.get(key), host === null ? undefined : visibleHostText(this.fleet, this.scope, host)];
    if (now === undefined) this.#told.delete(key);
    else this.#told.set(key, now);
    return before !== now;
  }
}

/** Returns the version and the counts of a service as text: equal texts are equal for a viewer with this scope. */
export function visibleHostText(fleet: FleetReader, scope: Scope, host: HostObject): string {
  return JSON.stringify([host.resourceVersion, countsInSight(fleet.hosts.counts(host, "stored"), host, scope, fleet)]);
}
