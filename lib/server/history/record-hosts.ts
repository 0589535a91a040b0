import type { GaugeValues } from "@/lib/domain/history/gauge";
import type { EndpointCountStep } from "@/lib/domain/history/lost-endpoints";
import { earlierOf } from "@/lib/domain/object/timestamp";
import { storedAddressState } from "@/lib/domain/selection/slice-addresses";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import type { SourceName } from "@/lib/domain/source/source";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { ServiceName } from "@/lib/server/fleet/host-memory";
import { isHostNameEndpoint } from "@/lib/server/hosts/caller-counts";
import { hostKey, selectsByLabels } from "@/lib/server/hosts/host-object";
import type { HostCounts, HostObject } from "@/lib/server/hosts/host-reader";
import { addressesInSight } from "@/lib/server/hosts/slice-addresses";
import type { GaugeKey } from "./history-record";
import { HOST_GAUGES, hostGaugeName, ofHostGauge } from "./host-gauges";
import type { Gauge, GaugeSink } from "./record-gauges";
import type { Source } from "./windows";

/** Receives the endpoints of services that are recorded. */
export interface EndpointListener {
  /** The endpoints of a service from now on; at the first report after a start the history may know since when. */
  endpoints(service: ServiceName, step: EndpointCountStep): void;
  /** Its object was deleted, or its endpoints are not recorded any more. */
  forget(service: ServiceName): void;
}

export interface HostRecorderParts {
  readonly fleet: FleetReader;
  readonly gauges: GaugeSink;
  readonly now: () => number;
  /** Calls back as soon as the current change is complete. */
  readonly soon: (call: () => void) => void;
  /** The recorded source that covers a namespace. */
  readonly sourceOf: (cluster: string, source: SourceName, namespace: string) => Source | undefined;
  readonly listener: EndpointListener;
}

/**
 * Records the endpoints of each service as gauges: machines, Pods and inline endpoints apart, because a viewer may list one and not another. It writes
 * the newest numbers every two seconds. A service that lost its last endpoint is recorded at once.
 */
export class HostRecorder {
  /** With the earliest moment of the change, where a source was not watched before it. */
  readonly #changed = new Map<string, { readonly host: HostObject; readonly notBefore: number | null }>();
  /** The services with gauges, and the number of their endpoints. They keep their gauges when they select no machine any more. */
  readonly #told = new Map<string, { readonly host: HostObject; readonly endpoints: number }>();
  readonly #scopes = new Map<string, Scope>();
  readonly #unhook: () => void;
  #isSoon = false;

  constructor(private readonly parts: HostRecorderParts) {
    this.#unhook = parts.fleet.hosts.subscribe((host) => this.#heard(host));
  }

  stop(): void {
    this.#unhook();
  }

  /** Tells what changed. What is still being counted waits for the next time. */
  flush(): void {
    for (const [key, { host: last, notBefore }] of [...this.#changed]) {
      const host = this.parts.fleet.hosts.byUid(last.cluster, last.uid);
      if (host !== null && !this.parts.fleet.hosts.isSettled(host)) continue;
      this.#changed.delete(key);
      if (host !== null && (this.#told.has(key) || this.#isOfMachines(host))) this.#tell(key, host, notBefore);
      else if (host === null && this.#told.delete(key)) this.#end(last);
    }
  }

  /** Continues the gauges that the history has open, after a start. */
  recall(open: readonly GaugeKey[]): void {
    for (const { cluster, namespace, kind, name } of open) {
      const [object, own = ""] = name.split("/", 2);
      if (kind !== HOST_GAUGES.machines.kind || (object !== "Service" && object !== "ServiceEntry")) continue;
      const host = this.parts.fleet.hosts.find(cluster, object, namespace, own);
      if (host === null || this.#told.has(hostKey(host))) continue;
      this.#told.set(hostKey(host), { host, endpoints: 0 });
      this.#changed.set(hostKey(host), { host, notBefore: null });
    }
  }

  /** Reports the endpoints of all services that rest on a source, once it is recorded. */
  recorded({ cluster, namespace }: Pick<Source, "cluster" | "namespace">, notBefore: number | null): void {
    for (const { host } of this.#told.values())
      if (host.cluster === cluster && (namespace === "*" || host.selector.namespace === namespace)) this.#report(host, notBefore);
  }

  /** The history is paused. */
  forget(): void {
    for (const { host } of this.#told.values()) this.parts.listener.forget(serviceOf(host));
  }

  /** Runs at every change of a machine: it only compares numbers. */
  #heard(host: HostObject): void {
    const key = hostKey(host);
    const before = this.#changed.get(key)?.notBefore ?? null;
    const isLost = (this.#told.get(key)?.endpoints ?? 0) > 0 && countedIn(this.parts.fleet.hosts.counts(host)) === 0;
    this.#changed.set(key, { host, notBefore: isLost ? earlierOf(before, this.#unwatchedSince(host)) : before });
    if (!isLost || this.#isSoon) return;
    this.#isSoon = true;
    this.parts.soon(() => {
      this.#isSoon = false;
      this.flush();
    });
  }

  #tell(key: string, host: HostObject, notBefore: number | null): void {
    const { cluster, selector } = host;
    const { machines, pods, inline } = this.parts.fleet.hosts.counts(host);
    const { taken, serving, inDoubt, weight } = machines;
    const others = this.#others(host);
    const more = others === null ? { [ofHostGauge.unseen]: 1 } : others === 0 ? {} : { [ofHostGauge.others]: others };
    this.#told.set(key, { host, endpoints: countedIn({ machines, pods, inline }) });
    const { gauges } = this.parts;
    // Machines that are not visible are not gone.
    if (!this.#lacksMachines(host)) gauges.setGauge(gaugeOf(host, "machines"), { taken, serving, inDoubt, weight, ...more }, notBefore);
    gauges.setGauge(gaugeOf(host, "pods"), pods && { taken: pods.taken, serving: pods.ready, inDoubt: 0, weight: pods.weight }, notBefore);
    if (selector.kind === "ServiceEntry") gauges.setGauge(gaugeOf(host, "inline"), inlineValues(inline), notBefore);
    const source = this.parts.sourceOf(cluster, HOST_GAUGES.machines.source, selector.namespace);
    if (source?.recording === true) this.#report(host, notBefore);
  }

  /** One of its name may have come meanwhile, with another uid: then it is told by that. */
  #end(host: HostObject): void {
    const { cluster, selector } = host;
    if (this.parts.fleet.hosts.find(cluster, selector.kind, selector.namespace, selector.name) !== null) return;
    for (const column of ["machines", "pods", "inline"] as const) this.parts.gauges.setGauge(gaugeOf(host, column), null);
    this.parts.listener.forget(serviceOf(host));
  }

  #report(host: HostObject, notBefore: number | null): void {
    const { machines, pods, inline } = this.parts.fleet.hosts.counts(host);
    const others = this.#others(host);
    const sent = this.#lacksMachines(host) ? null : machines.serving + machines.inDoubt;
    const known = (pods?.ready ?? 0) + inline.count + (others ?? 0);
    const isKnown = pods !== null && others !== null;
    this.parts.listener.endpoints(serviceOf(host), { at: this.parts.now(), notBefore, machines: sent, others: isKnown || known > 0 ? known : null });
  }

  /** Addresses of EndpointSlices that istiod sends or may send, and the host name as an endpoint; null = not visible. */
  #others(host: HostObject): number | null {
    const { cluster, selector } = host;
    const scope = this.#scopes.get(cluster) ?? scopeFromPermissions(new Map([[cluster, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
    this.#scopes.set(cluster, scope);
    const addresses = addressesInSight(this.parts.fleet, host, scope);
    if (addresses === null) return null;
    const sent = addresses.map(storedAddressState).filter((state) => state === "healthy" || state === "not-known").length;
    return sent + (isHostNameEndpoint(selector) ? 1 : 0);
  }

  #lacksMachines({ cluster, selector }: HostObject): boolean {
    return this.parts.fleet.lacks?.(cluster, "workloadentries", selector.namespace) === true;
  }

  /** Since when a source of its endpoints is not watched; null = all are. */
  #unwatchedSince({ cluster, selector: { kind, namespace } }: HostObject): number | null {
    const sources = ["workloadentries", "workload-pods", kind === "Service" ? "services" : "serviceentries"] as const;
    return sources.reduce<number | null>((earliest, name) => {
      const source = this.parts.sourceOf(cluster, name, namespace);
      return source === undefined || source.from !== null ? earliest : earlierOf(earliest, source.seenTo);
    }, null);
  }

  /** Does it select, or write endpoints, where machines or groups are? Of all others nobody would ask. */
  #isOfMachines({ cluster, selector }: HostObject): boolean {
    const hasEndpoints = selector.kind === "ServiceEntry" && selector.endpoints.length > 0;
    if (!selectsByLabels(selector) && !hasEndpoints) return false;
    for (const { members, object } of this.parts.fleet.groupsIn(cluster, selector.namespace)) if (members.size > 0 || object !== null) return true;
    return false;
  }
}

function countedIn({ machines, pods, inline }: Pick<HostCounts, "machines" | "pods" | "inline">): number {
  return machines.serving + machines.inDoubt + (pods?.ready ?? 0) + inline.count;
}

function inlineValues({ count, weight }: { readonly count: number; readonly weight: number }): GaugeValues {
  return { taken: count, serving: count, inDoubt: 0, weight };
}

function gaugeOf({ cluster, selector }: HostObject, column: keyof typeof HOST_GAUGES): Gauge {
  return { cluster, namespace: selector.namespace, name: hostGaugeName(selector.kind, selector.name), ...HOST_GAUGES[column] };
}

function serviceOf({ cluster, selector: { kind, namespace, name } }: HostObject): ServiceName {
  return { cluster, kind, namespace, name };
}
