import type { FleetHead } from "@/lib/contract/heads";
import { type CommonTrait, type Rollout, rolloutOf, sharedAcross } from "@/lib/domain/fleet-common";
import type { Scope } from "@/lib/domain/scope";
import { STATES, statesOfWord } from "@/lib/domain/verdict";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { needsAttention, totalOf } from "@/lib/server/fleet/group-sight";
import { replicasInSight } from "./replicas-in-sight";
import type { VisibleGroup } from "./visible-groups";

/** The states of machines that fail. */
const FAILING: readonly number[] = statesOfWord("unhealthy").map((state) => STATES.indexOf(state));
/** So many machines in trouble are looked at one by one; of more, nothing is said of what they share. */
const MOST_LOOKED_AT = 5_000;

type Common = Pick<FleetHead, "groupsInDoubt" | "groupsLosing" | "failing" | "rollout">;

/** What goes on in several groups at once: whom they lost, what those that fail share, and whether the control plane is rolled out. */
export function fleetCommon(fleet: FleetReader, visible: readonly VisibleGroup[], scope: Scope): Common {
  const seen = visible.filter(({ sight }) => sight.machines);
  return {
    groupsInDoubt: seen.filter((group) => isOnlyInDoubt(group)).length,
    groupsLosing: seen.filter(({ record, sight }) => totalOf(record, sight).lost > 0).length,
    failing: failingOf(fleet, seen, scope),
    rollout: rolloutIn(fleet, seen, scope),
  };
}

/** Its only trouble is that machines are unverified. */
function isOnlyInDoubt({ record, sight }: VisibleGroup): boolean {
  if (record.trouble.size === 0 || !needsAttention(record, sight) || (sight.object && record.object?.unreadable)) return false;
  const { lost, missing } = totalOf(record, sight);
  return failingIn(record) === 0 && lost + missing === 0;
}

function failingOf(fleet: FleetReader, seen: readonly VisibleGroup[], scope: Scope): FleetHead["failing"] {
  const failing = seen.filter(({ record }) => failingIn(record) > 0);
  const count = failing.reduce((sum, { record }) => sum + failingIn(record), 0);
  const looked = failing.reduce((sum, { record }) => sum + record.trouble.size, 0);
  if (failing.length < 2 || looked > MOST_LOOKED_AT) return { count, groups: failing.length, shared: [] };
  const total = seen.reduce((sum, { record }) => sum + record.members.size, 0);
  const traits = new Traits();
  for (const { record } of failing) addFailing(traits, fleet, record, scope);
  for (const { record } of seen) addAll(traits, fleet, record, scope);
  return { count, groups: failing.length, shared: sharedAcross(traits.all(), count, total - count) };
}

function failingIn({ counts }: FleetGroup): number {
  return FAILING.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

function addFailing(traits: Traits, fleet: FleetReader, group: FleetGroup, scope: Scope): void {
  for (const entry of fleet.troubled(group)) {
    if (!FAILING.includes(STATES.indexOf(fleet.judged(entry).state))) continue;
    const [zone = "", network = "", replica = ""] = (["zone", "network", "replica"] as const).map((trait) => fleet.trait(entry, trait));
    traits.troubled("zone", zone);
    traits.troubled("network", network);
    traits.troubled("replica", replica);
    traits.troubled("revision", revisionOf(fleet, group.place.cluster, replica, scope));
  }
}

function addAll(traits: Traits, fleet: FleetReader, group: FleetGroup, scope: Scope): void {
  for (const trait of ["zone", "network", "replica"] as const) for (const { value, count } of fleet.traits(group, trait)) traits.there(trait, value, count);
  for (const { value, count } of fleet.traits(group, "replica")) {
    traits.there("revision", revisionOf(fleet, group.place.cluster, value, scope), count);
  }
}

/** Of a replica that is there; "" where nobody knows. */
function revisionOf(fleet: FleetReader, cluster: string, controller: string, scope: Scope): string {
  const replicas = replicasInSight(fleet.worldOf(cluster), scope);
  return replicas.kind === "denied" ? "" : (replicas.value.get(controller)?.revision ?? "");
}

class Traits {
  readonly #found = new Map<string, { trait: CommonTrait["trait"]; value: string; troubled: number; there: number }>();

  troubled(trait: CommonTrait["trait"], value: string): void {
    this.#of(trait, value).troubled += 1;
  }

  /** Counted only of values that somebody in trouble has. */
  there(trait: CommonTrait["trait"], value: string, by: number): void {
    const known = this.#found.get(`${trait}\n${value}`);
    if (known !== undefined) known.there += by;
  }

  all(): CommonTrait[] {
    return [...this.#found.values()].map(({ trait, value, troubled, there }) => ({ trait, value, troubled, others: there - troubled }));
  }

  #of(trait: CommonTrait["trait"], value: string) {
    const known = this.#found.get(`${trait}\n${value}`) ?? { trait, value, troubled: 0, there: 0 };
    this.#found.set(`${trait}\n${value}`, known);
    return known;
  }
}

/** The rollout of the cluster in which most went; only where machines name replicas that went. */
function rolloutIn(fleet: FleetReader, seen: readonly VisibleGroup[], scope: Scope): Rollout | null {
  const found = fleet.clusters.flatMap((cluster) => {
    if (!scope.clusters.has(cluster)) return [];
    const replicas = replicasInSight(fleet.worldOf(cluster), scope);
    if (replicas.kind !== "known") return [];
    const holders = new Set<string>();
    for (const { record } of seen) {
      if (record.place.cluster === cluster && record.trouble.size > 0) for (const { value } of fleet.traits(record, "replica")) holders.add(value);
    }
    return rolloutOf([...replicas.value.values()], [...holders], fleet.now()) ?? [];
  });
  return found.sort((a, b) => b.went - a.went)[0] ?? null;
}
