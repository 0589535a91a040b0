import type { ClusterControlPlane, ReplicaRow } from "@/lib/contract/views/control-plane";
import { connectionsStartedSince, reconnectRateOf, reconnectRateWindow } from "@/lib/domain/control-plane/reconnect-rate";
import { mayHoldConnections } from "@/lib/domain/control-plane/replica-status";
import { connectionSkew } from "@/lib/domain/control-plane/skew";
import { compareText } from "@/lib/domain/object/compare-text";
import type { Scope } from "@/lib/domain/source/scope";
import { wireFact } from "@/lib/server/wire-fact";
import { istiodFlags, rejectedConfig } from "./istiod-flags";
import type { RowParts } from "./replica-rows";
import { namespacesInSight } from "./revision-mismatches";
import { sumOf } from "./seen-tallies";

const MOST_LABELS = 12;

/** The control plane of a cluster as a whole, with its rows. */
export function clusterControlPlane({ world, seen, tallies, now }: RowParts, rows: readonly ReplicaRow[], scope: Scope): ClusterControlPlane {
  const { connections, held, labels } = sumOf([...tallies.values()]);
  const running = rows.filter(({ standing }) => mayHoldConnections(standing));
  const maxAgeMs = world.maxConnectionAgeMs.kind === "denied" ? null : world.maxConnectionAgeMs.value;
  const began = connectionsStartedSince(held, now - reconnectRateWindow(maxAgeMs));
  const byLabel = [...labels].map(([revision, count]) => ({ revision, count })).sort((a, b) => b.count - a.count || compareText(a.revision, b.revision));
  const { unmanaged, ghost: ghosts, leaked, overdue, reconnecting, disconnected, never } = connections;
  const holding = connections.connected + overdue;
  return {
    cluster: world.cluster,
    managed: holding + ghosts + leaked + reconnecting + disconnected + never,
    ...{ unmanaged, held: holding, overdue, ghosts, leaked, reconnecting, disconnected, never },
    replicas: { kind: seen.kind, running: running.length, source: seen.source },
    revisions: revisionsOf(running),
    maxAge: wireFact(world.maxConnectionAgeMs),
    grace: wireFact(world.gracePeriodMs),
    rate: reconnectRateOf({ held: holding, began, maxAgeMs }),
    labels: byLabel.slice(0, MOST_LABELS),
    moreLabels: Math.max(0, byLabel.length - MOST_LABELS),
    flags: istiodFlags(world, scope),
    rejectedConfig: rejectedConfig(world, scope),
    namespaces: namespacesInSight(world, scope).kind,
  };
}

function revisionsOf(running: readonly ReplicaRow[]): ClusterControlPlane["revisions"] {
  const names = [...new Set(running.map(({ revision }) => revision))].sort(compareText);
  return names.map((revision) => {
    const replicas = running.filter((row) => row.revision === revision);
    const skew = connectionSkew(replicas);
    return {
      revision,
      running: replicas.length,
      held: replicas.reduce((sum, { held }) => sum + held, 0),
      fullest: skew && { name: skew.fullest.name, held: skew.fullest.held, even: skew.even, isUneven: skew.isUneven },
    };
  });
}
