import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { type DetectedFinding, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { serviceFindingObject } from "@/lib/domain/findings/service-parts";
import { addToList } from "@/lib/domain/object/multimap";
import { isSameService } from "@/lib/domain/selection/caller-service";
import { allowedCallers } from "@/lib/domain/selection/definitions";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import type { MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import { hostNameOwnership } from "@/lib/domain/selection/ownership";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";
import { ANY_OTHER_NAMESPACE } from "./host-names";

/**
 * All TCP services without an address that have the same port share one listener, `0.0.0.0:PORT`. It leads to the first of them: services that are
 * exported to the callers' namespace by name come first, then the older one (pilot/pkg/networking/core/listener.go; measured). Calls to the other
 * services end there, too.
 */
export const listenerShared: Rule<"host"> = {
  code: "STL330",
  name: "listener-shared",
  subject: "host",
  severity: "warning",
  needs: ["mesh-config"],
  needsAll: ["services", "serviceentries"],
  noPatchBecause: "which address or port is free only the owner of the service knows",
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.addresses.length > 0) return [];
    return tcpNumbers(selector).flatMap((number) => lostOn(number, host, world));
  },
};

/** A host name of a ServiceEntry that has a TCP port and no address. */
interface Sharing {
  readonly name: string;
  readonly origin: ServiceEntry;
}

function tcpNumbers({ ports }: Pick<ServiceEntry, "ports">): readonly number[] {
  return [...new Set(ports.flatMap(({ protocol, number }) => (protocol.toUpperCase() === "TCP" ? [number] : [])))];
}

/** Returns one finding for each other object to which the listener leads in some namespace of callers. */
function lostOn(number: number, host: ServiceSubject, world: FindingsWorld): readonly DetectedFinding[] {
  const sharing = sharingOf(world.selection()).on(number);
  if (sharing === null) return [];
  const found = new Map<string, { readonly winner: Sharing; readonly callers: string[]; readonly hosts: Set<string> }>();
  for (const [namespace, first] of sharing) {
    const own = first.all.filter(({ origin }) => isSameService(origin, host.selector));
    const { winner } = first;
    if (own.length === 0 || isSameService(winner.origin, host.selector)) continue;
    const key = `${winner.origin.namespace}/${winner.origin.name}`;
    const known = found.get(key) ?? { winner, callers: [], hosts: new Set<string>() };
    known.callers.push(namespace);
    for (const { name } of own) known.hosts.add(name);
    found.set(key, known);
  }
  return Array.from(found, ([key, { winner, callers, hosts }]) => ({
    of: `${key} ${number}`,
    objects: [serviceFindingObject(host), findingObject("ServiceEntry", winner.origin)],
    evidence: { hosts: [...hosts], port: number, winner: `ServiceEntry ${key}`, winnerHost: winner.name, callers },
  }));
}

interface Listener {
  readonly winner: Sharing;
  /** All services that share the listener. */
  readonly all: readonly Sharing[];
}

const known = new WeakMap<SelectionWorld, SharedListeners>();

/** Returns the shared listeners of a cluster. They are built once for all services, until a definition changes. */
function sharingOf(selection: SelectionWorld): SharedListeners {
  const made = known.get(selection) ?? new SharedListeners(selection);
  known.set(selection, made);
  return made;
}

class SharedListeners {
  readonly #byNumber = new Map<number, Sharing[]>();
  readonly #defining = new Map<string, MeshService[]>();
  readonly #listeners = new Map<number, ReadonlyMap<string, Listener> | null>();

  constructor(private readonly selection: SelectionWorld) {
    for (const entry of selection.serviceEntries) {
      for (const name of new Set(entry.hosts)) {
        addToList(this.#defining, name, entry);
        if (entry.addresses.length === 0) for (const number of tcpNumbers(entry)) addToList(this.#byNumber, number, { name, origin: entry });
      }
    }
    for (const service of selection.services) addToList(this.#defining, serviceHostName(service.name, service.namespace, selection.mesh.domain), service);
  }

  /**
   * Returns the listener of a port for callers in each namespace that matters, and in any other (`ELSEWHERE`); null = at most one object has the
   * port.
   */
  on(number: number): ReadonlyMap<string, Listener> | null {
    const made = this.#listeners.get(number);
    if (made !== undefined) return made;
    const listeners = this.#evaluate(number);
    this.#listeners.set(number, listeners);
    return listeners;
  }

  #evaluate(number: number): ReadonlyMap<string, Listener> | null {
    const all = this.#byNumber.get(number) ?? [];
    if (new Set(all.map(({ origin }) => origin)).size < 2) return null;
    const namespaces = new Set([ANY_OTHER_NAMESPACE]);
    for (const { name, origin } of all) {
      for (const one of this.#defining.get(name) ?? [origin]) {
        namespaces.add(one.namespace);
        const audience = allowedCallers(one, this.selection.mesh);
        if (audience !== "all") for (const named of audience) namespaces.add(named);
      }
    }
    const listeners = new Map<string, Listener>();
    for (const namespace of [...namespaces].sort()) {
      const here = all.filter((one) => this.#isDefined(one, namespace));
      const order = (a: Sharing, b: Sharing) => Number(this.#isNamed(b, namespace)) - Number(this.#isNamed(a, namespace)) || age(a) - age(b);
      const [winner] = [...here].sort(order);
      // The order of services with equal ages is not known.
      const isKnown = winner !== undefined && here.every((one) => one.origin === winner.origin || order(one, winner) !== 0);
      if (isKnown) listeners.set(namespace, { winner, all: here });
    }
    return listeners;
  }

  /** True if callers in the namespace get this object for the host name. */
  #isDefined({ name, origin }: Sharing, namespace: string): boolean {
    const defining = this.#defining.get(name) ?? [];
    const services = defining.filter((one) => one.kind === "Service");
    const serviceEntries = defining.filter((one) => one.kind === "ServiceEntry");
    return hostNameOwnership(name, { ...BARE_SIDECAR_CALLER, namespace }, { ...this.selection, services, serviceEntries }).winner?.origin === origin;
  }

  #isNamed({ origin }: Sharing, namespace: string): boolean {
    const audience = allowedCallers(origin, this.selection.mesh);
    return audience !== "all" && audience.includes(namespace);
  }
}

function age({ origin }: Sharing): number {
  return origin.createdAt ?? 0;
}

/** Rules about services that share a listener of a caller. */
export const SERVICE_LISTENER_RULES: readonly Rule<"host">[] = [listenerShared];
