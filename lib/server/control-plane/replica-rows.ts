import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { connectionStartTimesOf, connectionsStartedSince, entrySweepWindowOf, reconnectRateWindow } from "@/lib/domain/control-plane/reconnect-rate";
import { mayHoldConnections, REPLICA_STATUSES, replicaStatusOf } from "@/lib/domain/control-plane/replica-status";
import { revisionDisplayName } from "@/lib/domain/control-plane/revision-match";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { compareText } from "@/lib/domain/object/compare-text";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { gracePeriodOf, maxConnectionAgeOf } from "@/lib/domain/verdict/timing";
import type { ReplicaTally } from "./replica-tallies";
import { type SeenTallies, sumOf } from "./seen-tallies";

/** What a cluster's rows are made of. `seen`: its replicas as far as the viewer may see Pods; `world` is used for times only. */
export interface RowParts {
  readonly world: World;
  readonly seen: World["replicas"];
  readonly tallies: SeenTallies;
  readonly now: number;
}

/** A row for each replica that has a Pod in sight, or that a machine in sight names: those that run first, then by name. */
export function replicaRows(parts: RowParts): readonly ReplicaRow[] {
  const { seen, tallies } = parts;
  const pods = seen.kind === "denied" ? [] : [...seen.value.keys()];
  const names = [...new Set([...pods, ...tallies.keys()])].filter((name) => name !== "");
  const rows = names.map((name) => rowOf(name, parts));
  return withEvenShares(rows).sort(
    (a, b) => REPLICA_STATUSES.indexOf(a.standing) - REPLICA_STATUSES.indexOf(b.standing) || compareText(a.revision, b.revision) || compareText(a.name, b.name),
  );
}

const NOTHING = sumOf([]);

function rowOf(name: string, { world, seen, tallies, now }: RowParts): ReplicaRow {
  const replica = seen.kind === "denied" ? undefined : (seen.value.get(name) ?? null);
  const tally = tallies.get(name) ?? NOTHING;
  const { connections, held, unverified } = tally;
  const standing = replicaStatusOf(replica, now);
  const maxAge = maxConnectionAgeOf({ controller: name }, world);
  const ages = connectionStartTimesOf(held);
  return {
    ...{ id: `${world.cluster}/${name}`, cluster: world.cluster, name, standing: standing.kind, doubt: standing.doubt },
    ...ofPod(replica ?? null),
    ...{ counts: codedCounts(tally.counts), unvouched: tally.unvouched, machines: tally.counts.reduce((sum, count) => sum + count, 0) },
    ...heldBy(standing.kind, connections),
    ...{ reconnecting: connections.reconnecting, disconnected: connections.disconnected, even: null },
    ...{ oldest: ages?.oldest ?? null, median: ages?.median ?? null },
    began: connectionsStartedSince(held, now - reconnectRateWindow(maxAge.kind === "denied" ? null : maxAge.value)),
    sweep: sweepOf(name, unverified, world),
  };
}

/** Whoever cannot hold a connection holds none, though its machines are judged a moment later. */
function heldBy(standing: ReplicaRow["standing"], { connected, overdue, ghost, leaked }: ReplicaTally["connections"]) {
  if (mayHoldConnections(standing) || standing === "not-visible") return { held: connected + overdue, overdue, unverified: ghost + leaked };
  return { held: 0, overdue: 0, unverified: connected + overdue + ghost + leaked };
}

function ofPod(replica: Replica | null): Pick<ReplicaRow, "namespace" | "revision" | "zone" | "node" | "runningSince" | "deletingAt" | "restarts"> {
  return {
    namespace: replica?.namespace ?? "",
    revision: replica === null ? "" : revisionDisplayName(replica.revision),
    zone: replica?.zone ?? "",
    node: replica?.node ?? "",
    runningSince: replica?.runningSince ?? null,
    deletingAt: replica?.deletingAt ?? null,
    restarts: replica?.restarts ?? 0,
  };
}

function sweepOf(name: string, unverified: ReplicaTally["unverified"], world: World): ReplicaRow["sweep"] {
  const ages = connectionStartTimesOf(unverified);
  const [maxAge, grace] = [maxConnectionAgeOf({ controller: name }, world), gracePeriodOf({ controller: name }, world)];
  if (ages === null || maxAge.kind === "denied") return null;
  const times = entrySweepWindowOf(ages, maxAge.value, grace.value);
  return times === null ? null : { ...times, assumed: maxAge.kind === "assumed" || grace.kind === "assumed" };
}

/** Machines of one revision connect to any of its replicas: only among those is a share even or not. */
function withEvenShares(rows: readonly ReplicaRow[]): ReplicaRow[] {
  return rows.map((row) => {
    if (!mayHoldConnections(row.standing)) return row;
    const alike = rows.filter((other) => mayHoldConnections(other.standing) && other.revision === row.revision);
    return alike.length < 2 ? row : { ...row, even: alike.reduce((sum, { held }) => sum + held, 0) / alike.length };
  });
}
