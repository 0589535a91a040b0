import type { WireGapHost } from "@/lib/contract/networks";
import { definitionsBy } from "@/lib/domain/findings/host-parts";
import { type GatewayedHost, type HostGap, hostGaps, type PassedHosts } from "@/lib/domain/networks/host-gap";
import { passedHosts } from "@/lib/domain/networks/passthrough";
import { namespacesOfSource, type Scope } from "@/lib/domain/scope";
import { callerFrom } from "@/lib/domain/selection/default-caller";
import type { Definition } from "@/lib/domain/selection/definitions";
import { markingModeOf, ruleFor } from "@/lib/domain/selection/destination-rules";
import { portGatewayClosed } from "@/lib/domain/selection/mutual-tls";
import { meshFor } from "@/lib/domain/selection/through-gateways";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";
import { compareText } from "@/lib/server/compare-text";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isSourceInSight } from "@/lib/server/hosts/counts-in-sight";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { selectionWorldFor } from "@/lib/server/hosts/selection-world";

const NOBODY: ReadonlySet<string> = new Set();

/** One host of an object whose machines no gateway would pass, wherever they are. */
export interface Suspect {
  readonly object: HostObject;
  readonly host: string;
  readonly gaps: readonly HostGap[];
}

/** Hosts of a cluster whose machines no gateway passes on to, by the objects in sight. Which machines are behind one is another question. */
export function suspectHosts(fleet: FleetReader, scope: Scope, cluster: string, passed: PassedHosts): readonly Suspect[] {
  const { world } = selectionWorldFor(fleet, cluster, scope, { namespaces: NOBODY });
  const objects = fleet.hosts.all(scope).filter((object) => object.cluster === cluster && isHostInScope(object, scope));
  return objects.flatMap((object) =>
    definitionsBy(object, world).flatMap((definition) => {
      if (!goesThroughGateways(definition, world)) return [];
      const { host } = definition;
      const caller = callerFrom(defaultCallerFor(fleet, scope, cluster, { namespace: definition.namespace, hostName: host }));
      const { gaps } = hostGaps({ host, ...closedOf(definition, caller, world) }, passed);
      return gaps.length === 0 ? [] : [{ object, host, gaps }];
    }),
  );
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
  const found = suspects.flatMap(({ object, host, gaps }): readonly WireGapHost[] => {
    const { cluster, selector } = object;
    // Which hosts a gateway of another cluster lists is told by that cluster's Gateways.
    const isOfLists = gaps.every(({ code }) => code === "not-covered");
    const isBehind = (network: string) => (isOfLists ? gatewayed.get(network)?.isOwn === true : gatewayed.has(network));
    const networks = behindGateways(fleet, scope, object, isBehind);
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

function behindGateways(fleet: FleetReader, scope: Scope, object: HostObject, isBehind: (network: string) => boolean): ReadonlyMap<string, number> {
  const networks = new Map<string, number>();
  if (!isSourceInSight(scope, object.cluster, "workloadentries", object.selector.namespace)) return networks;
  for (const entry of fleet.hosts.machines(object)) {
    const network = fleet.trait(entry, "network");
    if (isBehind(network)) networks.set(network, (networks.get(network) ?? 0) + 1);
  }
  return networks;
}
