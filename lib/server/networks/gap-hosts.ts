import type { WireGapHost } from "@/lib/contract/networks";
import { type GatewayedHost, type HostGap, hostGaps, type PassedHosts } from "@/lib/domain/networks/host-gap";
import { passedHosts } from "@/lib/domain/networks/passthrough";
import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import { type CallerService, callerService } from "@/lib/domain/selection/caller-service";
import { callerFrom } from "@/lib/domain/selection/default-caller";
import type { Definition } from "@/lib/domain/selection/definitions";
import { markingModeOf, ruleFor } from "@/lib/domain/selection/destination-rules";
import { portGatewayClosed } from "@/lib/domain/selection/mutual-tls";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import { meshFor } from "@/lib/domain/selection/through-gateways";
import { A_CALLER, type Caller, type SelectionWorld } from "@/lib/domain/selection/world";
import { compareText } from "@/lib/server/compare-text";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsBehindGateways } from "@/lib/server/hosts/caller-counts";
import { isSourceInSight } from "@/lib/server/hosts/counts-in-sight";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { selectionWorldFor } from "@/lib/server/hosts/selection-world";

const NOBODY: ReadonlySet<string> = new Set();

/** One host name of an object whose machines no gateway would pass, wherever they are. */
export interface Suspect {
  readonly object: HostObject;
  readonly host: string;
  readonly gaps: readonly HostGap[];
  /** The service as a caller without a network gets it. */
  readonly service: CallerService;
}

/** Host names of a cluster whose machines no gateway passes on to, by the objects in sight. Which machines are behind one is another question. */
export function suspectHosts(fleet: FleetReader, scope: Scope, cluster: string, passed: PassedHosts): readonly Suspect[] {
  const { world } = selectionWorldFor(fleet, cluster, scope, { namespaces: NOBODY });
  const objects = fleet.hosts.all(scope).filter((object) => object.cluster === cluster && isHostInScope(object, scope));
  const defining = byHostName(objects);
  return objects.flatMap((object) =>
    [...new Set(object.hosts)].flatMap((host) => {
      const caller = callerFrom(defaultCallerFor(fleet, scope, cluster, { namespace: object.selector.namespace, hostName: host }));
      const own = withDefiningOnly(world, defining.get(host) ?? []);
      const service = anywhere(object, host, caller, own);
      const { winner, outcome } = service;
      if (winner === null || (outcome !== "defines" && outcome !== "adds-endpoints") || !goesThroughGateways(winner, world)) return [];
      const { gaps } = hostGaps({ host, ...closedOf(winner, caller, world) }, passed);
      if (gaps.length === 0) return [];
      return [{ object, host, gaps, service: isClosed(gaps) ? anywhere(object, host, caller, { ...own, rules: [], authentications: [] }) : service }];
    }),
  );
}

/** Does a policy keep istiod from sending gateways for the service? Its machines are counted as they would be without policies. */
function isClosed(gaps: readonly HostGap[]): boolean {
  return gaps.some(({ code }) => code === "rule" || code === "policy");
}

/** A caller in no network is sent gateways for the machines of every network that has one. */
function anywhere({ selector }: HostObject, host: string, { namespace }: Caller, world: SelectionWorld): CallerService {
  return callerService(selector, host, { ...A_CALLER, namespace }, { ...world, sidecars: [] });
}

function byHostName(objects: readonly HostObject[]): ReadonlyMap<string, readonly HostObject[]> {
  const found = new Map<string, HostObject[]>();
  for (const object of objects) {
    for (const host of new Set(object.hosts)) {
      const list = found.get(host);
      if (list === undefined) found.set(host, [object]);
      else list.push(object);
    }
  }
  return found;
}

function withDefiningOnly(world: SelectionWorld, objects: readonly HostObject[]): SelectionWorld {
  const selectors = objects.map(({ selector }) => selector);
  return {
    ...world,
    services: selectors.filter((one): one is KubernetesService => one.kind === "Service"),
    serviceEntries: selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry"),
  };
}

/** Callers without a list of endpoints are sent no gateway; for names that callers resolve, istiod counts other gateways (facts 12.1). */
function goesThroughGateways({ discovery }: Definition, { mesh }: SelectionWorld): boolean {
  return discovery === "EDS" || ((discovery === "STRICT_DNS" || discovery === "LOGICAL_DNS") && meshFor(discovery, mesh).gateways.length > 0);
}

/** The setting that closes gateways on all ports to the caller, and the TLS mode of its rule. */
function closedOf(definition: Definition, caller: Caller, world: SelectionWorld): Pick<GatewayedHost, "closed" | "ruledMode"> {
  const rule = ruleFor(definition, caller, world);
  const ports = definition.ports.filter(({ protocol }) => protocol.toUpperCase() !== "UDP");
  const closings = ports.map(({ number }) => portGatewayClosed({ definition, rule, subset: "", port: number }, world));
  const closed = closings.includes(null) ? null : (closings[0] ?? null);
  return { closed, ruledMode: markingModeOf(rule, "", ports[0]?.number ?? 0) };
}

/** The hosts that AUTO_PASSTHROUGH servers of a cluster list; null where not all its Gateways are known and in sight. */
export function passedInSight(fleet: FleetReader, scope: Scope, cluster: string): PassedHosts {
  if (namespacesOfSource(scope, cluster, "gateways") !== "all" || !fleet.sees(cluster, "gateways")) return null;
  return passedHosts(Array.from(fleet.tables.gateways.inCluster(cluster)).flatMap(({ parsed }) => parsed ?? []));
}

/** Networks with a gateway. `isOwn`: it is a Service of the cluster, so that its Gateways are among those seen. */
export type Gatewayed = ReadonlyMap<string, { readonly isOwn: boolean }>;

/** Of these hosts those with machines behind a gateway: most machines first. */
export function gapHosts(fleet: FleetReader, scope: Scope, suspects: readonly Suspect[], gatewayed: Gatewayed): readonly WireGapHost[] {
  const found = suspects.flatMap(({ object, host, gaps, service }): readonly WireGapHost[] => {
    const { cluster, selector } = object;
    // Which hosts a gateway of another cluster lists is told by that cluster's Gateways.
    const isOfLists = gaps.every(({ code }) => code === "not-covered");
    const isBehind = (network: string) => (isOfLists ? gatewayed.get(network)?.isOwn === true : gatewayed.has(network));
    const networks = behindGateways({ fleet, scope }, object, { service, isBehind });
    const machines = [...networks.values()].reduce((sum, count) => sum + count, 0);
    if (machines === 0) return [];
    return [
      {
        ...{ cluster, kind: selector.kind, namespace: selector.namespace, name: selector.name, host, machines },
        networks: [...networks.keys()].sort(),
        gaps: gaps.map((gap) => ({ code: gap.code, mode: gap.code === "rule" ? gap.mode : "" })),
      },
    ];
  });
  return found.sort(
    (a, b) => b.machines - a.machines || compareText(a.cluster, b.cluster) || compareText(a.host, b.host) || compareText(a.namespace, b.namespace),
  );
}

function behindGateways(
  { fleet, scope }: { readonly fleet: FleetReader; readonly scope: Scope },
  object: HostObject,
  { service, isBehind }: { readonly service: CallerService; readonly isBehind: (network: string) => boolean },
): ReadonlyMap<string, number> {
  if (!isSourceInSight(scope, object.cluster, "workloadentries", object.selector.namespace)) return new Map();
  return new Map([...countsBehindGateways({ fleet, hosts: fleet.hosts }, object, service)].filter(([network]) => isBehind(network)));
}
