import { haveCommonCaller } from "@/lib/domain/selection/definitions";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { meshOf } from "@/lib/server/hosts/mesh-of";

/** Which objects define a host. Two Services never define one, so ServiceEntries are looked at, and the Service of the name. */
export class HostClaims {
  #byHost: ReadonlyMap<string, readonly HostObject[]> | null = null;

  constructor(private readonly fleet: FleetReader) {}

  /** ServiceEntries are others now. */
  forget(): void {
    this.#byHost = null;
  }

  /** The other objects in sight that define this host for some of the same callers. */
  rivals(object: HostObject, host: string, scope: Scope): readonly HostObject[] {
    const { cluster, selector } = object;
    const mesh = meshOf(this.fleet.worldOf(cluster)).settings;
    const service = selector.kind === "Service" ? null : this.#serviceOf(cluster, host, mesh.domain);
    const claiming = [...(this.#entries().get(keyOf(cluster, host)) ?? []), ...(service === null ? [] : [service])];
    return claiming.filter((other) => other.uid !== object.uid && isHostInScope(other, scope) && haveCommonCaller(selector, other.selector, mesh));
  }

  #serviceOf(cluster: string, host: string, domain: string): HostObject | null {
    const [name = "", namespace = ""] = host.split(".", 2);
    return serviceHostName(name, namespace, domain) === host ? this.fleet.hosts.find(cluster, "Service", namespace, name) : null;
  }

  #entries(): ReadonlyMap<string, readonly HostObject[]> {
    if (this.#byHost !== null) return this.#byHost;
    const found = new Map<string, HostObject[]>();
    for (const { cluster, uid } of this.fleet.tables.serviceentries.values()) {
      const object = this.fleet.hosts.byUid(cluster, uid);
      for (const host of new Set(object?.hosts)) {
        const key = keyOf(cluster, host);
        if (object !== null) found.set(key, [...(found.get(key) ?? []), object]);
      }
    }
    this.#byHost = found;
    return found;
  }
}

function keyOf(cluster: string, host: string): string {
  return `${cluster}\n${host}`;
}
