import type { ScriptCluster, ScriptGroup, ScriptMachine, ScriptService } from "@/lib/testing/played-past/script";
import { hashed } from "./seeded-random";

/** Machines of a story's first cluster. */
export const STORY_SIZES = [5, 1_200, 50_000] as const;
export type StorySize = (typeof STORY_SIZES)[number];

export const CLUSTER = "prod-eu";
export const [ZONE_A, ZONE_B, ZONE_C] = ["eu-central-1a", "eu-central-1b", "eu-central-1c"] as const;
const ZONES = [ZONE_A, ZONE_B, ZONE_C];
/** The version of all machines, before a story changes some. */
export const VERSION = "v40";

const APPS = ["checkout", "pay", "inventory", "search", "tracking", "geo", "radius", "media", "ledger", "billing", "fraud", "mail"];
const NAMESPACES = ["shop", "shop", "shop", "search", "logistics", "logistics", "identity", "media", "finance", "finance", "finance", "mail"];

/** Values of one group that differ from the fleet's. */
export interface GroupChange extends Partial<ScriptGroup> {
  /** Values of one machine that differ from the group's; `own` are the group's. */
  readonly each?: (number: number, own: Required<Pick<ScriptMachine, "zone" | "replica" | "version">>) => ScriptMachine;
}

/** Changes by "NAMESPACE/NAME". "*" applies to each group that has no change of its own. */
export type FleetChanges = Readonly<Record<string, GroupChange>>;

interface GroupPlan {
  readonly namespace: string;
  readonly name: string;
  readonly size: number;
}

/** The groups of a fleet, in their order: two groups with five machines, twelve with 100, or a hundred with 500. */
export function plannedGroups(size: StorySize): readonly GroupPlan[] {
  if (size === 5) return [planOf(0, "", 3), planOf(1, "", 2)];
  if (size === 1_200) return APPS.map((_, at) => planOf(at, "", 100));
  return Array.from({ length: 100 }, (_, at) => planOf(at % APPS.length, `-${Math.floor(at / APPS.length) + 1}`, 500));
}

function planOf(app: number, suffix: string, size: number): GroupPlan {
  return { namespace: NAMESPACES[app] ?? "", name: `${APPS[app]}${suffix}`, size };
}

/**
 * A cluster with machines in three zones, and by default an istiod replica in each zone. Zones and replicas of machines are independent of their groups and of
 * each other, except with five machines: then zone c has the last machine of the first group and the first of the second.
 */
export function storyFleet(size: StorySize, seed: number, changes: FleetChanges = {}, replicaZones: readonly string[] = ZONES): ScriptCluster {
  const istiods = replicaZones.map((zone) => ({ key: zone.slice(-1), zone }));
  const keys = istiods.map(({ key }) => key);
  const groups = plannedGroups(size).map((plan, at) => {
    const change: GroupChange = changes[groupKey(plan)] ?? changes["*"] ?? {};
    const { each, ...more } = change;
    const machine = (number: number): ScriptMachine => {
      const zone = size === 5 ? ZONES[(number - 1 + 2 * at) % 3] : ZONES[Math.floor(3 * hashed(seed, at, number))];
      const replica = keys[Math.floor(keys.length * hashed(seed, at, number, 1))];
      const own = { zone: zone ?? ZONE_A, replica: replica ?? "a", version: VERSION };
      return { ...own, ...each?.(number, own) };
    };
    return { ...plan, zones: ZONES, network: "vpc-1", expected: String(plan.size), machine, ...more };
  });
  return { name: CLUSTER, istiods, groups, services: groups.map(serviceOf) };
}

function serviceOf({ namespace, name }: GroupPlan): ScriptService {
  return { kind: "Service", namespace, name, selector: { app: name }, port: 80 };
}

export function groupKey({ namespace, name }: Pick<GroupPlan, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

/** The group with a name of the middle fleet, in a fleet of this size. */
export function nameIn(size: StorySize, group: string): string {
  return size === 50_000 ? `${group}-1` : group;
}

/** The numbers of a group's machines at the beginning that match. */
export function numbersOf(group: ScriptGroup, matches: (machine: ScriptMachine) => boolean): number[] {
  return Array.from({ length: group.size }, (_, at) => at + 1).filter((number) => matches(group.machine?.(number) ?? {}));
}
