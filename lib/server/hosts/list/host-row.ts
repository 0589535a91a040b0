import type { Answerer, HostFacet } from "@/lib/contract/host-filter";
import type { HostRow, WireSelector } from "@/lib/contract/hosts";
import { hostStatusOf, machineShare } from "@/lib/domain/hosts/host-status";
import { callersOf } from "@/lib/domain/hosts/rivals";
import type { Scope } from "@/lib/domain/scope";
import type { Audience } from "@/lib/domain/selection/visibility";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsInSight } from "@/lib/server/hosts/counts-in-sight";
import type { HostObject, MachineCounts } from "@/lib/server/hosts/host-reader";
import { meshOf } from "@/lib/server/hosts/mesh-of";

/** So many ports, callers and rivals stand in a row; of the rest their number. */
const FEW = 6;

/** A host as a list has it: its row, and what it is filtered by. */
export interface ListedHost {
  readonly object: HostObject;
  readonly row: HostRow;
  /** Its values of each facet, as the filter spells them. */
  readonly values: Readonly<Record<HostFacet, readonly string[]>>;
}

export interface HostParts {
  readonly object: HostObject;
  readonly host: string;
  /** How many machines its groups lack. */
  readonly absent: number;
  readonly rivals: readonly HostObject[];
}

/** One host as far as a scope sees it. */
export function listedHost(fleet: FleetReader, { object, host, absent, rivals }: HostParts, scope: Scope): ListedHost {
  const { cluster, uid, selector } = object;
  const { kind, namespace, name, createdAt } = selector;
  const { machines, pods, inline } = countsInSight(fleet.hosts.counts(object), object, scope);
  const status = hostStatusOf({ machines, absent, pods, inline: inline.count, isClaimedTwice: rivals.length > 0 });
  const ports = [...new Set(selector.ports.map(({ number }) => number))].sort((a, b) => a - b);
  const callers = callersOf(selector, meshOf(fleet.worldOf(cluster)).settings);
  const row: HostRow = {
    ...{ id: `${cluster}/${uid}/${host}`, cluster, uid, kind, namespace, name, host, status, absent, createdAt },
    machines: machines && withoutWeight(machines),
    pods: pods && { taken: pods.taken, ready: pods.ready },
    inline: inline.count,
    share: machineShare({ machines: machines?.weight ?? null, pods: pods?.weight ?? null, inline: inline.weight }),
    ...{ ports: ports.slice(0, FEW), morePorts: Math.max(0, ports.length - FEW) },
    callers: callers === "all" ? null : callers.slice(0, FEW),
    moreCallers: callers === "all" ? 0 : Math.max(0, callers.length - FEW),
    ...{ rivals: rivals.slice(0, FEW).map(wireSelector), moreRivals: Math.max(0, rivals.length - FEW) },
  };
  return { object, row, values: valuesOf(row, ports, callers) };
}

function withoutWeight({ weight: _, ...counts }: MachineCounts): NonNullable<HostRow["machines"]> {
  return counts;
}

export function wireSelector({ selector: { kind, namespace, name } }: HostObject): WireSelector {
  return { kind, namespace, name };
}

/** What stands for hosts that every namespace may call. */
export const ALL_CALLERS = "all";

function valuesOf(row: HostRow, ports: readonly number[], callers: Audience): ListedHost["values"] {
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
function answerersOf({ machines, pods, inline }: HostRow): readonly Answerer[] {
  const found: Answerer[] = [];
  if (machines !== null && machines.serving + machines.inDoubt > 0) found.push("machines");
  if (pods !== null && pods.ready > 0) found.push("pods");
  if (inline > 0) found.push("inline");
  return found.length === 0 && machines !== null && pods !== null ? ["nobody"] : found;
}
