import type { ScriptCluster, ScriptEvent, ScriptGroup, ScriptMachine } from "@/lib/testing/played-past/script";
import { CLUSTER, groupKey, numbersOf, type StorySize } from "./fleet";
import type { Random } from "./seeded-random";
import type { NumberedMachines, PlantedCause, Span, StoryPlot } from "./story";

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The version of the machines that a story lets fail. */
export const BAD_VERSION = "v41";
export const REFUSED = "connection refused";

export interface PlotParts {
  readonly size: StorySize;
  readonly seed: number;
  readonly random: Random;
}

export type PlotWriter = (parts: PlotParts) => StoryPlot;

/** A whole second between two moments. */
export function moment(random: Random, from: number, to: number): number {
  return random.whole(from / SECOND, to / SECOND) * SECOND;
}

/** The main trouble begins after a quiet time, in which single machines may fail briefly. */
export function beginOf(random: Random): number {
  return moment(random, 20 * MINUTE, 30 * MINUTE);
}

/** One of several stories of a kind. Consecutive seeds give all of them. */
export function variantOf(seed: number, count: number): number {
  return seed % count;
}

/** The first entries that are missing after machines died, and the last one. */
export function lostSilently(at: number): Span {
  return [at + 20 * SECOND, at + 51 * SECOND];
}

export function lostAfterStop(at: number): Span {
  return [at + 10 * SECOND, at + 11 * SECOND];
}

/** An incident is over when its machines have served for 5 min. */
export function overAfter(recoveredAt: number): Span {
  return [recoveredAt + 5 * MINUTE, recoveredAt + 5 * MINUTE + 15 * SECOND];
}

/** Lost machines that return are replaced by their next entries. The incident is over then, or when these have served for 5 min. */
export function overAfterReturn(from: number, to: number): Span {
  return [from, to + 5 * MINUTE + 15 * SECOND];
}

/** Machines of a cluster at the beginning that match, by group. */
export function machinesWhere(cluster: ScriptCluster, matches: (machine: ScriptMachine, group: ScriptGroup) => boolean): NumberedMachines[] {
  return cluster.groups
    .map((group) => ({ cluster: cluster.name, group: groupKey(group), numbers: numbersOf(group, (machine) => matches(machine, group)) }))
    .filter(({ numbers }) => numbers.length > 0);
}

export function traitCause(...traits: PlantedCause["traits"]): PlantedCause {
  return { kinds: ["trait"], traits };
}

export function groupCause(group: string): PlantedCause {
  return traitCause({ trait: "group", value: group });
}

export function badVersion(): PlantedCause {
  return traitCause({ trait: "version", value: BAD_VERSION });
}

export function groupOf(cluster: ScriptCluster, key: string): ScriptGroup {
  const group = cluster.groups.find((one) => groupKey(one) === key);
  if (group === undefined) throw new Error(`The fleet has no group ${key}.`);
  return group;
}

/**
 * Single machines that fail for less than 2 min before a moment, at least 4 min apart. They are no incident. Small fleets have none, because a machine is a
 * large part of them. The only machine of a group has none, because its failure is an incident at once.
 */
export function briefFailures({ size, random }: PlotParts, cluster: ScriptCluster, before: number): ScriptEvent[] {
  const events: ScriptEvent[] = [];
  if (size === 5) return events;
  const groups = cluster.groups.filter((group) => group.size > 1);
  for (let at = moment(random, MINUTE, 4 * MINUTE); at < before - 4 * MINUTE; at += moment(random, 4 * MINUTE, 9 * MINUTE)) {
    const group = random.pick(groups);
    const machines = { cluster: cluster.name, groups: [groupKey(group)], numbers: [random.whole(1, group.size)] };
    events.push({ at, kind: "fail", machines, message: "context deadline exceeded", backMs: moment(random, 20 * SECOND, 100 * SECOND) });
  }
  return events;
}

/** A story of one cluster. Events may be in any order. */
export function plotOf(cluster: ScriptCluster, lengthMs: number, events: readonly ScriptEvent[], more: Omit<StoryPlot, "script">): StoryPlot {
  const inOrder = [...events].sort((one, other) => one.at - other.at);
  return { script: { lengthMs, clusters: [cluster], events: inOrder }, ...more };
}

/** Some machines of a group: at least two, and at most `share` of it. */
export function someNumbers(random: Random, group: ScriptGroup, share: number): number[] {
  const all = numbersOf(group, () => true);
  return random.some(all, random.whole(2, Math.max(2, Math.floor(all.length * share))));
}

export function inGroup(group: string, numbers: readonly number[]): NumberedMachines {
  return { cluster: CLUSTER, group, numbers };
}
