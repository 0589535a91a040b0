import { addToList } from "@/lib/domain/object/multimap";
import { type CallerService, callerService, dependsOnOtherEndpoints } from "@/lib/domain/selection/caller-service";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import type { KubernetesService, MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** The machines and Pods that the objects of one host name select in a namespace. */
export type MembersIn = (host: string, namespace: string) => Pick<SelectionWorld, "entries" | "pods">;

/** The services of one world, as callers get them. Services are indexed by host name, because most host names have one object. */
export class CallerServices {
  readonly #services = new Map<string, KubernetesService[]>();
  readonly #serviceEntries = new Map<string, ServiceEntry[]>();
  readonly #known = new Map<string, CallerService>();

  constructor(private readonly world: SelectionWorld) {
    for (const one of world.services) addToList(this.#services, serviceHostName(one.name, one.namespace, world.mesh.domain), one);
    for (const one of world.serviceEntries) for (const host of new Set(one.hosts)) addToList(this.#serviceEntries, host, one);
  }

  /** An object under one of its host names, as the caller gets it. `membersIn` is called only where the other members decide. */
  of(origin: MeshService, host: string, caller: Caller, membersIn: MembersIn): CallerService {
    const { kind, namespace, network, locality, node } = caller;
    const key = JSON.stringify([origin.kind, origin.namespace, origin.name, host, kind, namespace, network, locality, node]);
    const known = this.#known.get(key);
    if (known?.origin === origin) return known;
    const claiming = { ...this.world, services: this.#services.get(host) ?? [], serviceEntries: this.#serviceEntries.get(host) ?? [] };
    if (dependsOnOtherEndpoints(host, origin.namespace, claiming))
      return callerService(origin, host, caller, { ...claiming, ...membersIn(host, origin.namespace) });
    const made = callerService(origin, host, caller, claiming);
    this.#known.set(key, made);
    return made;
  }
}

const made = new WeakMap<SelectionWorld, CallerServices>();

/** The services of a world; made once for each world. */
export function callerServicesOf(world: SelectionWorld): CallerServices {
  const known = made.get(world) ?? new CallerServices(world);
  made.set(world, known);
  return known;
}

/** The members of host names in a fleet. An entry with the name of a Pod is among them: it hides the Pod. */
export function membersInFleet(fleet: FleetReader, cluster: string): MembersIn {
  return (host, namespace) => {
    const objects = fleet.hosts.candidates(cluster, namespace).filter(({ hosts }) => hosts.includes(host));
    const pods = [...new Set(objects.flatMap((one) => fleet.hosts.pods(one, "stored")))];
    const named = pods.flatMap((pod) => fleet.byName(cluster, pod.namespace, pod.name) ?? []);
    const machines = new Set([...objects.flatMap((one) => [...fleet.hosts.machines(one, "stored")]), ...named]);
    return { entries: Array.from(machines, (ref) => fleet.entry(ref)), pods };
  };
}
