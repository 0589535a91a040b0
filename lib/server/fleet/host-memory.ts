import { ENDPOINT_LOSS_WINDOW_MS, type LastEndpointLoss, type LastEndpointLossWithMachines } from "@/lib/domain/history/lost-endpoints";

/** A Service or ServiceEntry by its name. */
export interface ServiceName {
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
}

/** The services that lost their last endpoint, from the history. Empty where nothing is recorded. */
export class HostMemory {
  readonly #lost = new Map<string, LastEndpointLossWithMachines>();
  readonly #listeners = new Set<(service: ServiceName) => void>();

  constructor(private readonly now: () => number) {}

  /**
   * Since when a service has no endpoint, if it had a machine endpoint within seven days. Null = it has one, it never had a machine, or that is not
   * known. All objects of the server count, also those that a viewer may not list.
   */
  lostEndpointsAt(cluster: string, kind: ServiceName["kind"], namespace: string, name: string): LastEndpointLoss | null {
    const lost = this.#lost.size === 0 ? undefined : this.#lost.get(serviceKey({ cluster, kind, namespace, name }));
    if (lost === undefined || this.now() - lost.machinesUntil > ENDPOINT_LOSS_WINDOW_MS) return null;
    return { since: lost.since, atLeast: lost.atLeast };
  }

  /** Null = the service has an endpoint, or that is not known. */
  remember(service: ServiceName, lost: LastEndpointLossWithMachines | null): void {
    const key = serviceKey(service);
    const before = this.#lost.get(key);
    if (lost === null) this.#lost.delete(key);
    else this.#lost.set(key, lost);
    if (before?.since !== lost?.since || before?.atLeast !== lost?.atLeast) for (const listener of this.#listeners) listener(service);
  }

  /** Calls the listener after a service lost its last endpoint or has one again. */
  hook(listener: (service: ServiceName) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A key of a Service or ServiceEntry among those of all clusters. */
export function serviceKey({ cluster, kind, namespace, name }: ServiceName): string {
  return `${cluster}\n${kind}\n${namespace}\n${name}`;
}
