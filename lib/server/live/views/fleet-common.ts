import type { FleetHead } from "@/lib/contract/views/fleet";
import { istioVersionsOf } from "@/lib/domain/history/world-parts";
import { compareVersions } from "@/lib/domain/mesh/istiod-behaviours";
import type { Scope } from "@/lib/domain/source/scope";
import { type FleetTraitCounts, type ObservedIstiodRollout, observedIstiodRollout, separatingTraitsOfFleet } from "@/lib/domain/verdict/shared-traits";
import { STATES, statesCountedAs, wordOfState } from "@/lib/domain/verdict/verdict";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { totalOf } from "@/lib/server/fleet/group-sight";
import type { VisibleGroup } from "./visible-groups";

/** The states of machines that fail. */
const FAILING: readonly number[] = statesCountedAs("unhealthy").map((state) => STATES.indexOf(state));
/** With more machines in trouble, shared values are not computed. */
const MOST_LOOKED_AT = 5_000;

type Common = Pick<FleetHead, "groupsLosing" | "failing" | "rollout">;

/** Trouble of several groups at once: their losses, values that separate failed machines from the others, and a rollout of istiod. */
export function fleetCommon(fleet: FleetReader, seen: readonly VisibleGroup[], scope: Scope, rollouts: ReadonlyMap<string, ObservedIstiodRollout>): Common {
  return {
    groupsLosing: seen.filter(({ record, sight }) => totalOf(record, sight).lost > 0).length,
    failing: failingOf(fleet, seen, scope),
    rollout: rolloutOfMost(fleet, seen, rollouts),
  };
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
  return { count, groups: failing.length, shared: separatingTraitsOfFleet(traits.all(), count, total - count) };
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
  readonly #found = new Map<string, { trait: FleetTraitCounts["trait"]; value: string; troubled: number; there: number }>();

  troubled(trait: FleetTraitCounts["trait"], value: string): void {
    this.#of(trait, value).troubled += 1;
  }

  /** Counted only of values that somebody in trouble has. */
  there(trait: FleetTraitCounts["trait"], value: string, by: number): void {
    const known = this.#found.get(`${trait}\n${value}`);
    if (known !== undefined) known.there += by;
  }

  all(): FleetTraitCounts[] {
    return [...this.#found.values()].map(({ trait, value, troubled, there }) => ({ trait, value, troubled, others: there - troubled }));
  }

  #of(trait: FleetTraitCounts["trait"], value: string) {
    const known = this.#found.get(`${trait}\n${value}`) ?? { trait, value, troubled: 0, there: 0 };
    this.#found.set(`${trait}\n${value}`, known);
    return known;
  }
}

/** The rollouts that the entries of a scope show, by cluster. */
export function rolloutsIn(fleet: FleetReader, seen: readonly VisibleGroup[], scope: Scope): ReadonlyMap<string, ObservedIstiodRollout> {
  const found = new Map<string, ObservedIstiodRollout>();
  for (const cluster of fleet.clusters) {
    if (!scope.clusters.has(cluster)) continue;
    const replicas = replicasInSight(fleet.worldOf(cluster), scope);
    if (replicas.kind !== "known") continue;
    const holders = new Set<string>();
    for (const { record } of seen) {
      if (record.place.cluster === cluster && mayAwait(record)) for (const { value } of fleet.traits(record, "replica")) holders.add(value);
    }
    const rollout = observedIstiodRollout([...replicas.value.values()], [...holders], fleet.now());
    if (rollout !== null) found.set(cluster, rollout);
  }
  return found;
}

const RECONNECTING = STATES.indexOf("reconnecting");

/** Only machines in trouble, and reconnecting ones, name a replica that ended. */
function mayAwait({ trouble, counts }: FleetGroup): boolean {
  return trouble.size > 0 || (counts[RECONNECTING] ?? 0) > 0;
}

/** The machines of a group that name a replica which ended in the rollout, and the unverified ones of them. */
export function awaitedIn(fleet: FleetReader, record: FleetGroup, { ended }: ObservedIstiodRollout): { readonly waiting: number; readonly unverified: number } {
  if (!mayAwait(record)) return { waiting: 0, unverified: 0 };
  const waiting = ended.reduce((sum, name) => sum + fleet.traitCount(record, "replica", name), 0);
  if (waiting === 0 || record.trouble.size > MOST_LOOKED_AT) return { waiting, unverified: Math.min(waiting, record.doubted) };
  let unverified = 0;
  for (const entry of fleet.troubled(record)) {
    if (wordOfState(fleet.judged(entry).state) === "unverified" && ended.includes(fleet.trait(entry, "replica"))) unverified++;
  }
  return { waiting, unverified };
}

/** The rollout for which most machines wait. */
function rolloutOfMost(fleet: FleetReader, seen: readonly VisibleGroup[], rollouts: ReadonlyMap<string, ObservedIstiodRollout>): FleetHead["rollout"] {
  const found = [...rollouts].map(([cluster, rollout]) => {
    const own = seen.filter(({ record }) => record.place.cluster === cluster).map(({ record }) => awaitedIn(fleet, record, rollout));
    const sum = (part: "waiting" | "unverified") => own.reduce((total, one) => total + one[part], 0);
    const { ended, started, since } = rollout;
    const version = versionOf(fleet, cluster, started);
    return { cluster, ended: ended.length, started: started.length, since, version, waiting: sum("waiting"), unverified: sum("unverified"), replicas: ended };
  });
  return found.sort((a, b) => b.waiting - a.waiting)[0] ?? null;
}

/** The version of istiod in the revisions of replicas, the newest; "" = not known. */
function versionOf(fleet: FleetReader, cluster: string, names: readonly string[]): string {
  const world = fleet.worldOf(cluster);
  const { replicas } = world;
  if (replicas.kind === "denied") return "";
  const versions = istioVersionsOf(world);
  const found = names.flatMap((name) => versions.get(replicas.value.get(name)?.revision ?? "") ?? []);
  return found.sort(compareVersions).at(-1) ?? "";
}
