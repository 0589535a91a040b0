import type { FleetHead, GroupWithoutIncident } from "@/lib/contract/views/fleet";
import type { RollUp } from "@/lib/contract/views/groups";
import { sumTotals } from "@/lib/domain/group/group-total";
import { istioVersionsOf } from "@/lib/domain/history/world-parts";
import { compareVersions } from "@/lib/domain/mesh/istiod-behaviours";
import type { Scope } from "@/lib/domain/source/scope";
import { isReplicaRunning } from "@/lib/domain/verdict/connection";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";
import { istiodNamespaceIn, replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type SeenTotal, totalOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { RowIncidents } from "@/lib/server/incidents/row-incidents";
import type { OpenView } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { fleetCommon, rolloutsIn } from "./fleet-common";
import { type TroubledGroups, troubledGroups, troubleHead, worstFirst } from "./fleet-trouble";
import { HeadlineIncidents } from "./headline-incidents";
import { placesOf, type VisibleGroup, visibleGroups, withMachines } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** The numbers of the whole fleet, its worst incident, and the groups in trouble, worst first. */
export const openFleet: OpenView<"fleet"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const picked = placesOf(query);
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => pickedPlace(picked, cluster, namespace), changed);
  const turn = atTurn(fleet.now, changed);
  const rowIncidents = new RowIncidents(fleet, viewer.scope, changed);
  const incidents = new HeadlineIncidents({ fleet, scope: viewer.scope, picked, changed });
  const unhookWorlds = fleet.subscribe({
    world: (cluster) => {
      if (viewer.scope.clusters.has(cluster)) changed();
    },
  });
  return {
    compute: () => {
      const visible = visibleGroups(fleet, picked, viewer.scope);
      const rollouts = rolloutsIn(fleet, withMachines(visible), viewer.scope);
      const troubled = worstFirst(fleet, troubledGroups(fleet, visible, rollouts));
      turn.set(troubled.turnsAt);
      const rows = rowIncidents.ofGroups(troubled.recent.slice(offset, offset + limit).map(({ record, sight }) => fleet.groupRow(record, sight)));
      const trouble = troubleHead(fleet, visible, troubled, viewer.scope, rollouts);
      const head = {
        ...headOf(fleet, visible, viewer.scope),
        istiod: istiodReadiness(fleet, viewer.scope, picked),
        ...trouble,
        ...fleetCommon(fleet, withMachines(visible), viewer.scope, rollouts),
      };
      const withoutIncident = groupsWithoutIncident(fleet, troubled, incidents);
      return { head: { ...head, incidents: incidents.now(visible, head), withoutIncident }, rows };
    },
    close: () => {
      turn.close();
      incidents.close();
      rowIncidents.close();
      unwatch();
      unhookWorlds();
    },
  };
};

/** The head has at most this number of groups without an incident. */
const MOST_WITHOUT_INCIDENT = 5;

function groupsWithoutIncident(
  fleet: FleetReader,
  { recent, longRunning }: TroubledGroups,
  incidents: Pick<HeadlineIncidents, "ofGroup">,
): FleetHead["withoutIncident"] {
  const found = [...recent, ...longRunning].flatMap((group) => {
    const incident = incidents.ofGroup(group.record);
    return incident?.state === "active" ? [] : [{ group, incident }];
  });
  const rows = found.slice(0, MOST_WITHOUT_INCIDENT).map(({ group: { record, sight }, incident }): GroupWithoutIncident => {
    return {
      ...fleet.groupRow(record, sight),
      quietIncident: incident === null || incident.state === "active" ? null : { ...incident, state: incident.state },
    };
  });
  return { total: found.length, rows };
}

type Counts = Omit<FleetHead, "incidents" | "istiod" | "withoutIncident" | keyof ReturnType<typeof troubleHead> | keyof ReturnType<typeof fleetCommon>>;

function headOf(fleet: FleetReader, visible: readonly VisibleGroup[], scope: Scope): Counts {
  // The list of groups also shows deleted groups while their losses count.
  const named = visible.filter(({ record }) => record.name !== "");
  const seen = withMachines(visible);
  const sized = visible.map(({ record, sight }) => totalOf(record, sight)).filter(({ expected }) => expected !== null);
  const sum = sumTotals(seen.map(({ record, sight }) => totalOf(record, sight)));
  const replicas = replicasOf(fleet, scope);
  return {
    rollUp: { ...sumOf(seen, sized), fullTotal: sum.total },
    ...{ lost: sum.lost, missing: sum.missing },
    groups: named.length,
    groupsWithoutExpected: named.length - sized.length,
    groupsLearned: sized.filter(({ source }) => source === "learned" || source === "elastic").length,
    groupsArriving: sized.filter(({ arriving }) => arriving).length,
    namespaces: new Set(visible.map(({ record }) => record.place)).size,
    connections: seen.reduce((sum, { record }) => sum + record.held, 0),
    replicas,
  };
}

/** A Deployment does not count Pods that are being deleted, or that an eviction ended. */
function istiodReadiness(fleet: FleetReader, scope: Scope, { clusters }: ReturnType<typeof placesOf>): FleetHead["istiod"] {
  let [pods, ready, notKnown] = [0, 0, 0];
  const found = new Set<string>();
  for (const cluster of fleet.clusters) {
    if (!scope.clusters.has(cluster) || (clusters.length > 0 && !clusters.includes(cluster))) continue;
    const world = fleet.worldOf(cluster);
    const replicas = replicasInSight(world, scope);
    if (replicas.kind === "denied") return null;
    const versions = istioVersionsOf(world);
    for (const replica of replicas.value.values()) {
      if (replica.deletingAt !== null || replica.phase === "Failed" || replica.phase === "Succeeded") continue;
      const isRunning = isReplicaRunning(replica, fleet.now());
      pods++;
      if (isRunning && replica.ready.status === "true") ready++;
      if (isRunning && replica.ready.status === "unknown") notKnown++;
      for (const version of versions.get(replica.revision) ?? []) found.add(version);
    }
  }
  return { pods, ready, notKnown, versions: [...found].sort(compareVersions) };
}

function sumOf(seen: readonly VisibleGroup[], sized: readonly SeenTotal[]): Omit<RollUp, "fullTotal"> {
  const counts = STATES.map(() => 0);
  for (const { record } of seen) for (const [at, count] of record.counts.entries()) counts[at] = (counts[at] ?? 0) + count;
  const isDeclared = sized.some(({ source }) => source === "declared" || source === "range");
  const accepted = sized.reduce((sum, one) => sum + one.accepted, 0);
  return {
    ...(accepted > 0 && { accepted }),
    total: seen.reduce((sum, { record }) => sum + record.members.size, 0),
    serving: seen.reduce((sum, { record }) => sum + record.serving, 0),
    doubted: seen.reduce((sum, { record }) => sum + record.doubted, 0),
    counts: codedCounts(counts),
    expected: sized.length === 0 ? null : sized.reduce((sum, { expected }) => sum + (expected ?? 0), 0),
    expectedFrom: sized.length === 0 ? "unknown" : isDeclared ? "declared" : "learned",
  };
}

function replicasOf(fleet: FleetReader, scope: Scope): FleetHead["replicas"] {
  let running = 0;
  let kind: FleetHead["replicas"]["kind"] = "known";
  let source = "";
  let namespace = "";
  for (const cluster of fleet.clusters) {
    if (!scope.clusters.has(cluster)) continue;
    const replicas = replicasInSight(fleet.worldOf(cluster), scope);
    if (replicas.kind === "denied") {
      kind = "denied";
      source = replicas.source;
      namespace ||= istiodNamespaceIn(fleet.worldOf(cluster)) ?? "istio-system";
      continue;
    }
    running += [...replicas.value.values()].filter((replica) => isReplicaRunning(replica, fleet.now())).length;
    source ||= replicas.source;
  }
  return { kind, running, source, namespace };
}
