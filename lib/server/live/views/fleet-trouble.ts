import type { FleetHead } from "@/lib/contract/views/fleet";
import type { Scope } from "@/lib/domain/source/scope";
import { isReplicaRunning } from "@/lib/domain/verdict/connection";
import { type GroupTraitCounts, type ObservedIstiodRollout, separatingTraits } from "@/lib/domain/verdict/shared-traits";
import { NEW_TROUBLE_MS, troubleTierOf } from "@/lib/domain/verdict/tiers";
import { STATES } from "@/lib/domain/verdict/verdict";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { needsAttention, totalOf } from "@/lib/server/fleet/group-sight";
import { awaitedIn } from "./fleet-common";
import { troubleOrder } from "./trouble-order";
import type { VisibleGroup } from "./visible-groups";

/** Groups in trouble, in no order. */
export interface TroubledGroups {
  readonly recent: readonly VisibleGroup[];
  /** Their trouble is older than a day and did not get worse since. */
  readonly longRunning: readonly VisibleGroup[];
  /** The moment at which the next trouble is a day old; null = none. Milliseconds. */
  readonly turnsAt: number | null;
}

/** `rollouts` by cluster: they explain machines that reconnect. */
export function troubledGroups(fleet: FleetReader, visible: readonly VisibleGroup[], rollouts: ReadonlyMap<string, ObservedIstiodRollout>): TroubledGroups {
  const now = fleet.now();
  const all = visible.filter((group) => isInTrouble(fleet, group, rollouts));
  const isOld = (group: VisibleGroup) => group.sight.machines && troubleTierOf(fleet.harm(group), now) === 4;
  const recent = all.filter((group) => !isOld(group));
  const turns = recent.flatMap(({ record, sight }) => (sight.machines ? [(fleet.harm({ record, sight }).since ?? 0) + NEW_TROUBLE_MS] : []));
  return { recent, longRunning: all.filter(isOld), turnsAt: turns.filter((at) => at > now).sort((a, b) => a - b)[0] ?? null };
}

/** The same groups by harm, the worst first. */
export function worstFirst(fleet: FleetReader, { recent, longRunning, turnsAt }: TroubledGroups): TroubledGroups {
  const order = troubleOrder(fleet);
  return { recent: recent.toSorted(order), longRunning: longRunning.toSorted(order), turnsAt };
}

const RECONNECTING = STATES.indexOf("reconnecting");

function isInTrouble(fleet: FleetReader, { record, sight }: VisibleGroup, rollouts: ReadonlyMap<string, ObservedIstiodRollout>): boolean {
  if (!needsAttention(record, sight)) return false;
  const { inDoubt, notServing } = fleet.harm({ record, sight });
  const rollout = rollouts.get(record.place.cluster);
  const isOnlyReconnecting = sight.machines && record.trouble.size === 0 && notServing === 0 && inDoubt > 0;
  if (!isOnlyReconnecting || rollout === undefined) return true;
  return awaitedIn(fleet, record, rollout).waiting < (record.counts[RECONNECTING] ?? 0);
}

/** The head names at most this number of groups with old trouble. */
const NAMED = 3;

type TroubleHead = Pick<FleetHead, "groupsUntroubled" | "groupsInTrouble" | "placesInTrouble" | "longRunning" | "worst" | "istiodGone">;

/** The groups in trouble in numbers, and more about the worst one. `troubled` has the worst first. */
export function troubleHead(
  fleet: FleetReader,
  visible: readonly VisibleGroup[],
  troubled: TroubledGroups,
  scope: Scope,
  rollouts: ReadonlyMap<string, ObservedIstiodRollout>,
): TroubleHead {
  const { recent, longRunning } = troubled;
  const inTrouble = new Set([...recent, ...longRunning]);
  return {
    groupsUntroubled: visible.filter((group) => group.record.name !== "" && group.sight.machines && !inTrouble.has(group)).length,
    groupsInTrouble: recent.length,
    placesInTrouble: recent.filter(({ record }) => record.name === "").length,
    longRunning: longRunningHead(fleet, visible, longRunning),
    worst: recent[0] === undefined ? null : worstOf(fleet, recent[0], visible, rollouts),
    istiodGone: istiodGone(fleet, visible, scope),
  };
}

function longRunningHead(fleet: FleetReader, visible: readonly VisibleGroup[], troubled: readonly VisibleGroup[]): FleetHead["longRunning"] {
  const rows = troubled.slice(0, NAMED).map((group) => {
    const { record, sight } = group;
    const { notServing: number, since } = fleet.harm(group);
    const { cluster, namespace } = record.place;
    return { cluster, namespace, name: record.name, isNameUnique: isNameUnique(record, visible), number, total: totalOf(record, sight).total, since };
  });
  return { count: troubled.length, places: troubled.filter(({ record }) => record.name === "").length, rows };
}

/** True if only one visible group has the name. */
export function isNameUnique({ name }: { readonly name: string }, visible: readonly VisibleGroup[]): boolean {
  return visible.filter(({ record }) => record.name === name).length === 1;
}

function worstOf(
  fleet: FleetReader,
  group: VisibleGroup,
  visible: readonly VisibleGroup[],
  rollouts: ReadonlyMap<string, ObservedIstiodRollout>,
): NonNullable<FleetHead["worst"]> {
  const { record, sight } = group;
  const rollout = rollouts.get(record.place.cluster);
  const [only, ...others] = sight.machines ? fleet.troubled(record) : [];
  const { lost, missing } = totalOf(record, sight);
  const isOnly = only !== undefined && others.length === 0 && lost + missing === 0;
  return {
    machine: isOnly ? namesOf(fleet, only) : null,
    traits: sight.machines ? traitsOf(fleet, group) : [],
    isNameUnique: isNameUnique(record, visible),
    unverifiedByRollout: rollout === undefined || !sight.machines ? 0 : awaitedIn(fleet, record, rollout).unverified,
  };
}

function namesOf(fleet: FleetReader, entry: EntryRef): { readonly name: string; readonly uid: string } {
  const { name, uid } = fleet.identityOf(entry);
  return { name, uid };
}

/** Returns the traits that separate the machines in trouble of a group from its others. */
export function traitsOf(fleet: FleetReader, { record }: Pick<VisibleGroup, "record">): string[] {
  const traits = (["zone", "network", "replica", "version"] as const).flatMap((trait) =>
    fleet.traits(record, trait).map(({ value, count, trouble }): GroupTraitCounts => ({ trait, value, troubled: trouble, others: count - trouble })),
  );
  const [troubled, size] = [record.trouble.size, record.members.size];
  return separatingTraits(traits, troubled, size - troubled);
}

/** The cluster with the most unverified machines in which no replica runs. Its beginning is that of the first group with unverified machines. */
function istiodGone(fleet: FleetReader, visible: readonly VisibleGroup[], scope: Scope): FleetHead["istiodGone"] {
  const found = fleet.clusters.flatMap((cluster) => {
    if (!scope.clusters.has(cluster)) return [];
    const replicas = replicasInSight(fleet.worldOf(cluster), scope);
    if (replicas.kind !== "known" || [...replicas.value.values()].some((replica) => isReplicaRunning(replica, fleet.now()))) return [];
    const own = visible.filter(({ record, sight }) => sight.machines && record.place.cluster === cluster && record.doubted > 0);
    const unverified = own.reduce((sum, { record }) => sum + record.doubted, 0);
    const begins = own.map((group) => ({ group, since: fleet.harm(group).since ?? Number.POSITIVE_INFINITY }));
    const [first] = begins.sort((a, b) => a.since - b.since);
    if (first === undefined) return [];
    const { since, sinceAtLeast } = fleet.groupRow(first.group.record, first.group.sight);
    return [{ cluster, unverified, since, sinceAtLeast }];
  });
  return found.sort((a, b) => b.unverified - a.unverified)[0] ?? null;
}
