import type { ListQuery } from "@/lib/contract/url/list-query";
import { type ConnectionStarts, mergedConnectionStarts } from "@/lib/domain/control-plane/reconnect-rate";
import type { Scope } from "@/lib/domain/source/scope";
import { CONNECTIONS, type Connection, STATES } from "@/lib/domain/verdict/verdict";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { type ReplicaTally, replicaTalliesOf } from "./replica-tallies";

/** What the machines in sight of one cluster say, by the replica that they name ("" = none). */
export type SeenTallies = ReadonlyMap<string, ReplicaTally>;

/** The same of each cluster in which a viewer sees machines, or could. */
export function seenTallies(fleet: FleetReader, picked: ListQuery, scope: Scope): ReadonlyMap<string, SeenTallies> {
  const tallies = replicaTalliesOf(fleet);
  const places = new Set<FleetPlace>();
  for (const record of fleet.groups()) {
    const { place } = record;
    if (sightOf(scope, record).machines && pickedPlace(picked, place.cluster, place.namespace)) places.add(place);
  }
  const clusters = fleet.clusters.filter((cluster) => scope.clusters.has(cluster) && (picked.clusters.length === 0 || picked.clusters.includes(cluster)));
  return new Map(
    clusters.map((cluster) => [cluster, summedTallies([...places].filter((place) => place.cluster === cluster).map((place) => tallies.of(place)))]),
  );
}

function summedTallies(all: readonly SeenTallies[]): SeenTallies {
  const byReplica = new Map<string, ReplicaTally[]>();
  for (const tallies of all) for (const [name, tally] of tallies) byReplica.set(name, [...(byReplica.get(name) ?? []), tally]);
  return new Map([...byReplica].map(([name, some]) => [name, sumOf(some)]));
}

/** Several tallies as one. */
export function sumOf(tallies: readonly ReplicaTally[]): ReplicaTally {
  const labels = new Map<string, number>();
  for (const tally of tallies) for (const [label, count] of tally.labels) labels.set(label, (labels.get(label) ?? 0) + count);
  const sum = (read: (tally: ReplicaTally) => number) => tallies.reduce((total, tally) => total + read(tally), 0);
  return {
    counts: STATES.map((_, at) => sum(({ counts }) => counts[at] ?? 0)),
    unvouched: sum(({ unvouched }) => unvouched),
    connections: Object.fromEntries(CONNECTIONS.map((kind) => [kind, sum(({ connections }) => connections[kind])])) as Record<Connection["kind"], number>,
    held: beginnings(tallies, "held"),
    unverified: beginnings(tallies, "unverified"),
    labels,
  };
}

function beginnings(tallies: readonly ReplicaTally[], of: "held" | "unverified"): ConnectionStarts {
  return mergedConnectionStarts(tallies.map((tally) => tally[of]));
}
