import type { EndpointFacetValue, ServiceFacet } from "@/lib/contract/url/list-filters";
import type { ServiceRow } from "@/lib/contract/views/services";
import type { WireServiceReference } from "@/lib/contract/views/values";
import type { LastEndpointLoss } from "@/lib/domain/history/lost-endpoints";
import type { CallerService } from "@/lib/domain/selection/caller-service";
import type { CallingNamespaces } from "@/lib/domain/selection/definitions";
import { needsSlices } from "@/lib/domain/selection/outside-reach";
import { machineWeightShare, serviceStatusOf } from "@/lib/domain/services/service-status";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { callerCounts, isHostNameEndpoint, type MachineCountsForCaller } from "@/lib/server/hosts/caller-counts";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { ServiceCallers } from "@/lib/server/hosts/service-callers";

/** So many ports, callers and rivals stand in a row; of the rest their number. */
const FEW = 6;

/** A host as a list has it: its row, and what it is filtered by. */
export interface ListedHost {
  readonly object: HostObject;
  readonly row: ServiceRow;
  /** Its values of each facet, as the filter spells them. */
  readonly values: Readonly<Record<ServiceFacet, readonly string[]>>;
}

export interface HostParts {
  readonly object: HostObject;
  readonly host: string;
  /** How many machines its groups lack. */
  readonly absent: number;
  /** Since when it has no endpoint, as far as the viewer may know. */
  readonly lost: LastEndpointLoss | null;
  readonly rivals: readonly HostObject[];
  /** The object as the default caller gets it. */
  readonly service: CallerService;
  readonly callers: ServiceCallers;
}

/** One host as far as a scope sees it. */
export function listedHost(fleet: FleetReader, parts: HostParts, scope: Scope): ListedHost {
  const { object, host, absent, rivals, service, lost } = parts;
  const { audience, except } = parts.callers;
  const { cluster, uid, selector, managedBy } = object;
  const { kind, namespace, name, createdAt } = selector;
  const { machines, pods, inline, names, addresses } = callerCounts({ fleet, hosts: fleet.hosts }, object, service, scope);
  const status = serviceStatusOf({
    ...{ machines, absent, pods, addresses, inline: inline.count + names, written: inline.written + (isHostNameEndpoint(selector) ? 1 : 0) },
    inlineInDoubt: inline.depends + (pods?.depends ?? 0),
    ...{ isClaimedTwice: rivals.length > 0, notOwnedBecause: notOwnedBecause(service), needsSlices: needsSlices(selector) },
    lostAll: lost !== null,
  });
  const since = status.kind === "nobody" ? lost : null;
  const ports = [...new Set(selector.ports.map(({ number }) => number))].sort((a, b) => a - b);
  const callers = audience;
  const row: ServiceRow = {
    ...{ id: `${cluster}/${uid}/${host}`, cluster, uid, kind, namespace, name, host, managedBy, status, absent, createdAt },
    ...{ since: since?.since ?? null, sinceAtLeast: since?.atLeast ?? false },
    machines: machines && withoutWeight(machines),
    pods: pods && { taken: pods.taken, ready: pods.ready },
    ...{ inline: inline.count, names, addresses },
    share: machineWeightShare({ machines: machines?.weight ?? null, pods: pods?.weight ?? null, inline: addresses && inline.weight + names + addresses.ready }),
    ...{ ports: ports.slice(0, FEW), morePorts: Math.max(0, ports.length - FEW) },
    callers: callers === "all" ? null : callers.slice(0, FEW),
    moreCallers: callers === "all" ? 0 : Math.max(0, callers.length - FEW),
    notCallers: [...except],
    ...{ rivals: rivals.slice(0, FEW).map(wireSelector), moreRivals: Math.max(0, rivals.length - FEW) },
  };
  return { object, row, values: valuesOf(row, ports, callers) };
}

/** The reason why the caller gets nothing of the object, though it defines the host name; null where it gets something, or may. */
function notOwnedBecause({ outcome, winner, ports }: CallerService): "owner" | "nobody" | null {
  if (winner === null) return outcome === "not-exported" || outcome === "not-imported" ? "nobody" : null;
  const isOwned = outcome === "defines" || outcome === "adds-endpoints";
  return !isOwned || (ports.length > 0 && ports.every(({ joins }) => joins.length === 0)) ? "owner" : null;
}

function withoutWeight({ weight: _, ...counts }: MachineCountsForCaller): NonNullable<ServiceRow["machines"]> {
  return counts;
}

function wireSelector({ selector: { kind, namespace, name } }: HostObject): WireServiceReference {
  return { kind, namespace, name };
}

/** What stands for hosts that every namespace may call. */
export const ALL_CALLERS = "all";

function valuesOf(row: ServiceRow, ports: readonly number[], callers: CallingNamespaces): ListedHost["values"] {
  return {
    status: [row.status.kind],
    answers: answerersOf(row),
    kind: [row.kind.toLowerCase()],
    port: ports.map(String),
    caller: callers === "all" ? [ALL_CALLERS] : callers,
    cluster: [row.cluster],
    namespace: [row.namespace],
  };
}

/** Whoever callers are sent. */
function answerersOf({ machines, pods, inline, names, addresses }: ServiceRow): readonly EndpointFacetValue[] {
  const found: EndpointFacetValue[] = [];
  if (machines !== null && machines.serving + machines.inDoubt > 0) found.push("machines");
  if (pods !== null && pods.ready > 0) found.push("pods");
  if (inline + names > 0) found.push("inline");
  if (addresses !== null && addresses.ready > 0) found.push("addresses");
  return found.length === 0 && machines !== null && pods !== null && addresses !== null ? ["nobody"] : found;
}
