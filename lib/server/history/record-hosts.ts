import type { GaugeValues } from "@/lib/domain/history/gauge";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { selectsByLabels } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { HOST_GAUGES, hostGaugeName } from "./host-gauges";
import type { Gauge, GaugeSink } from "./record-gauges";

/**
 * Tells, from time to time, what each host takes, as gauges: machines, Pods and inline endpoints apart, for who may list one may not list another.
 * However often a host changed in between, it is told as it is then.
 */
export class HostRecorder {
  readonly #changed = new Map<string, HostObject>();
  /** Those of which something was told: they are told on, also when they take nobody any more. */
  readonly #told = new Set<string>();
  readonly #unhook: () => void;

  constructor(
    private readonly fleet: FleetReader,
    private readonly gauges: GaugeSink,
  ) {
    this.#unhook = fleet.hosts.subscribe((host) => void this.#changed.set(keyOf(host), host));
  }

  stop(): void {
    this.#unhook();
  }

  /** Tells what changed. What is still being counted waits for the next time. */
  flush(): void {
    for (const [key, { cluster, uid, ...last }] of [...this.#changed]) {
      const host = this.fleet.hosts.byUid(cluster, uid);
      if (host !== null && !this.fleet.hosts.isSettled(host)) continue;
      this.#changed.delete(key);
      if (host !== null && (this.#told.has(key) || this.#isOfMachines(host))) this.#tell(key, host);
      else if (host === null && this.#told.delete(key)) this.#end({ cluster, uid, ...last });
    }
  }

  #tell(key: string, host: HostObject): void {
    this.#told.add(key);
    const { machines, pods, inline } = this.fleet.hosts.counts(host);
    const { taken, serving, inDoubt, weight } = machines;
    this.gauges.setGauge(gaugeOf(host, "machines"), { taken, serving, inDoubt, weight });
    this.gauges.setGauge(gaugeOf(host, "pods"), pods && { taken: pods.taken, serving: pods.ready, inDoubt: 0, weight: pods.weight });
    if (host.selector.kind === "ServiceEntry") this.gauges.setGauge(gaugeOf(host, "inline"), inlineValues(inline));
  }

  /** One of its name may have come meanwhile, with another uid: then it is told by that. */
  #end(host: HostObject): void {
    const { cluster, selector } = host;
    if (this.fleet.hosts.find(cluster, selector.kind, selector.namespace, selector.name) !== null) return;
    for (const column of ["machines", "pods", "inline"] as const) this.gauges.setGauge(gaugeOf(host, column), null);
  }

  /** Does it select, or write endpoints, where machines or groups are? Of all others nobody would ask. */
  #isOfMachines({ cluster, selector }: HostObject): boolean {
    const hasEndpoints = selector.kind === "ServiceEntry" && selector.endpoints.length > 0;
    if (!selectsByLabels(selector) && !hasEndpoints) return false;
    for (const { members, object } of this.fleet.groupsIn(cluster, selector.namespace)) if (members.size > 0 || object !== null) return true;
    return false;
  }
}

function inlineValues({ count, weight }: { readonly count: number; readonly weight: number }): GaugeValues {
  return { taken: count, serving: count, inDoubt: 0, weight };
}

function gaugeOf({ cluster, selector }: HostObject, column: keyof typeof HOST_GAUGES): Gauge {
  return { cluster, namespace: selector.namespace, name: hostGaugeName(selector.kind, selector.name), ...HOST_GAUGES[column] };
}

function keyOf({ cluster, uid }: HostObject): string {
  return `${cluster}\n${uid}`;
}
