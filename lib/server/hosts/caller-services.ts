import { type CallerService, callerService, needsMembers } from "@/lib/domain/selection/caller-service";
import { serviceHost } from "@/lib/domain/selection/host-name";
import type { KubernetesService, Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";

/** How callers get the services of one world. Services are indexed by host name, because most host names have one object. */
export class CallerServices {
  readonly #services = new Map<string, KubernetesService[]>();
  readonly #serviceEntries = new Map<string, ServiceEntry[]>();
  readonly #known = new Map<string, CallerService>();

  constructor(private readonly world: SelectionWorld) {
    for (const one of world.services) push(this.#services, serviceHost(one.name, one.namespace, world.mesh.domain), one);
    for (const one of world.serviceEntries) for (const host of new Set(one.hosts)) push(this.#serviceEntries, host, one);
  }

  /** How the caller gets an object under one of its host names. Members are looked at only where `dependsOnMembers`. */
  of(origin: Selector, host: string, caller: Caller): CallerService {
    const key = JSON.stringify([origin.kind, origin.namespace, origin.name, host, caller.namespace, caller.network, caller.locality]);
    const known = this.#known.get(key);
    if (known?.origin === origin) return known;
    const made = callerService(origin, host, caller, this.claiming(host));
    this.#known.set(key, made);
    return made;
  }

  /** The world with the objects only that define a host name. */
  claiming(host: string): SelectionWorld {
    return { ...this.world, services: this.#services.get(host) ?? [], serviceEntries: this.#serviceEntries.get(host) ?? [] };
  }

  /** Does the answer for one machine depend on the other members of the host name? */
  dependsOnMembers(host: string, namespace: string): boolean {
    return needsMembers(host, namespace, this.claiming(host));
  }
}

const made = new WeakMap<SelectionWorld, CallerServices>();

/** The services of a world; made once for each world. */
export function callerServicesOf(world: SelectionWorld): CallerServices {
  const known = made.get(world) ?? new CallerServices(world);
  made.set(world, known);
  return known;
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
