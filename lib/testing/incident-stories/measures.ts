import type { Incident, MachineFacts } from "./engine";
import type { StoryObservations } from "./observations-of";
import type { KnownIncident, PlantedCause, Story } from "./story";
import { isBad, type Outage } from "./truth";
import type { EngineRun } from "./watched-engine";

const SECOND = 1_000;
const MINUTE = 60_000;
/** Two machines that stop serving within this time open an incident, and one that stays away for longer than the other does. */
const [TOGETHER_MS, ALONE_MS] = [MINUTE, 2 * MINUTE];
/** A restart has at most this share of a group away at once. */
const RESTARTED_SHARE = 0.2;
/** The largest number of machines that can be a restart. A larger one costs too much to compare. */
const MOST_COMPARED = 1_000;
const SERVES_MS = 5 * MINUTE;
const SPAN_SLACK_MS = 5 * SECOND;
/** An end may be this much too early or too late. */
const [EARLY_MS, LATE_MS] = [5 * SECOND, 30 * SECOND];

/** The measures of one known incident. */
export interface IncidentMeasures {
  /** Null if the engine has none of its outages in an incident. */
  readonly precision: number | null;
  readonly recall: number;
  readonly isTitled: boolean;
  /** The time from the moment at which it had to be open. Null if the engine does not have it, or may wait. Milliseconds. */
  readonly delayMs: number | null;
  readonly isOverInTime: boolean;
  readonly isFoundRight: boolean;
}

/** The measures of a story. */
export interface StoryMeasures {
  readonly known: readonly IncidentMeasures[];
  /** Incidents of the engine, planned ones left out. */
  readonly found: number;
  /** The found incidents without an outage of a known incident. */
  readonly spurious: number;
}

/**
 * Compares the incidents of an engine with those of a story. A pair of outages (also an outage with itself) is the same incident if both are in one. For a known
 * incident K, recall is the share of the pairs inside K that the engine has in one incident. Precision is the share of pairs inside K among the pairs that
 * the engine has in one incident and that begin with an outage of K.
 */
export function measuresOf(story: Story, play: StoryObservations, run: EngineRun): StoryMeasures {
  const outages = run.outages.filter(({ label }) => label !== "undecided");
  const loud = run.incidents.filter(({ key }) => run.firstSeen.has(key));
  const found = assigned(outages, loud, play.until);
  const sizes = countsOf(outages.flatMap((outage) => found.get(outage) ?? []));
  const facts = new FactCounts(play);
  const groupSizes = countsOf(play.machines.map(({ cluster, group }) => `${cluster}/${group}`));
  const known = story.incidents.map((incident) => {
    const own = outages.filter(({ label }) => label === incident.key);
    const shares = countsOf(own.flatMap((outage) => found.get(outage) ?? []));
    const squares = sumOf([...shares.values()].map((count) => count * count));
    const pairs = sumOf([...shares].map(([key, count]) => count * (sizes.get(key) ?? 0)));
    const [main] = [...shares].sort(([, one], [, other]) => other - one);
    const best = loud.find(({ key }) => key === main?.[0]);
    const seen = [...shares.keys()].flatMap((key) => run.firstSeen.get(key) ?? []);
    return {
      precision: pairs === 0 ? null : squares / pairs,
      recall: own.length === 0 ? 0 : squares / own.length ** 2,
      isTitled: best !== undefined && namesCause(best, incident.cause, facts),
      delayMs: delayOf(seen, dueOf(incident, own, play, groupSizes)),
      isOverInTime: best !== undefined && isOverInTime(best, incident, own, play),
      isFoundRight: best !== undefined && best.foundAtStart === (incident.isFoundAtStart === true),
    };
  });
  const labels = new Map(story.incidents.map(({ key }) => [key, true]));
  const withKnown = new Set(outages.filter(({ label }) => label !== null && labels.has(label)).flatMap((outage) => found.get(outage) ?? []));
  const all = assigned(run.outages, loud, play.until);
  const undecided = new Set(run.outages.filter(({ label }) => label === "undecided").flatMap((outage) => all.get(outage) ?? []));
  const spurious = loud.filter(({ key }) => !withKnown.has(key) && (sizes.has(key) || !undecided.has(key)));
  return { known, found: loud.length, spurious: spurious.length };
}

/** The key of the incident that has each outage: the one whose spans cover most of it. */
function assigned(outages: readonly Outage[], incidents: readonly Incident[], until: number): Map<Outage, string> {
  const byItem = new Map<string, Outage[]>();
  for (const outage of outages) {
    const others = byItem.get(outage.item);
    if (others === undefined) byItem.set(outage.item, [outage]);
    else others.push(outage);
  }
  const covered = new Map<Outage, number>();
  const found = new Map<Outage, string>();
  const note = (outage: Outage, key: string, ms: number) => {
    if (ms < 0 || ms <= (covered.get(outage) ?? -1)) return;
    covered.set(outage, ms);
    found.set(outage, key);
  };
  for (const { key, members, services, endedAt } of incidents) {
    for (const { machine, spans } of members)
      for (const outage of byItem.get(machine.id) ?? [])
        for (const { condition, from, to } of spans) if (isBad(condition)) note(outage, key, overlapOf(outage, [from, to ?? until], until));
    for (const { service } of services)
      for (const outage of byItem.get(`service ${service.cluster}/${service.namespace}/${service.name}`) ?? [])
        note(outage, key, overlapOf(outage, [outage.from, endedAt ?? until], until));
  }
  return found;
}

/** At least 0 if a span and an outage touch. */
function overlapOf({ from, to }: Outage, span: readonly [number, number], until: number): number {
  const shared = Math.min(to ?? until, span[1]) - Math.max(from, span[0]);
  return shared >= -SPAN_SLACK_MS ? Math.max(0, shared) : -1;
}

/** Numbers of machines at the beginning, by "CLUSTER/NAMESPACE/NAME" of their group. */
type GroupSizes = ReadonlyMap<string, number>;

/**
 * The moment at which an incident must be there: at its second machine within a minute, when a machine stays away for 2 min, or at a service's last endpoint.
 * As long as at most a fifth of one group has left healthy, it can be a restart, for 2 min. That also holds for several groups if all their machines belong to the
 * incident: then no trait separates these from the rest of their groups. Null = it may wait.
 */
function dueOf(incident: KnownIncident, own: readonly Outage[], { from, until }: StoryObservations, sizes: GroupSizes): number | null {
  if (incident.due !== undefined) return incident.due === null ? null : from + incident.due;
  const machines = own.filter(({ group }) => group !== "").sort((one, other) => one.from - other.from);
  const moments = own.filter(({ group }) => group === "").map((service) => service.from);
  const together = machines.findIndex((outage, at) => {
    const before = machines[at - 1];
    return (
      before !== undefined && outage.from - before.from <= TOGETHER_MS && (at >= MOST_COMPARED || !isLikeRestart(machines.slice(0, at + 1), incident, sizes))
    );
  });
  const second = machines[together];
  if (second !== undefined) moments.push(second.from);
  const alone = machines.find((outage) => (outage.to ?? until) - outage.from >= ALONE_MS);
  if (alone !== undefined) moments.push(alone.from + ALONE_MS);
  return moments.length === 0 ? null : Math.min(...moments);
}

function isLikeRestart(machines: readonly Outage[], of: KnownIncident, sizes: GroupSizes): boolean {
  const groups = countsOf(machines.map(({ cluster, group }) => `${cluster}/${group}`));
  const areWhole = of.machines.every(({ cluster, group, numbers }) => numbers.length >= (sizes.get(`${cluster}/${group}`) ?? 0));
  if (groups.size > 1 && !areWhole) return false;
  return machines.every(({ leftHealthy }) => leftHealthy) && [...groups].every(([key, count]) => count <= RESTARTED_SHARE * (sizes.get(key) ?? 0));
}

function delayOf(seen: readonly number[], due: number | null): number | null {
  return seen.length === 0 || due === null ? null : Math.max(0, Math.min(...seen) - due);
}

/** It is over when each machine was replaced, or has served for 5 min. An outage that lasts keeps it open. */
function isOverInTime({ state, endedAt }: Incident, { over }: KnownIncident, own: readonly Outage[], { from }: StoryObservations): boolean {
  const ends = own.map(({ to, end }) => (to === null ? null : { to, serves: end === "serves" }));
  if (over === null || ends.includes(null)) return state !== "over";
  if (state !== "over" || endedAt === null) return false;
  const least = ends.reduce((latest, end) => Math.max(latest, end === null ? 0 : end.to + (end.serves ? SERVES_MS : 0)), 0);
  const most = ends.reduce((latest, end) => Math.max(latest, end?.to ?? 0), 0) + SERVES_MS;
  return endedAt >= Math.min(least, from + over[0]) - EARLY_MS && endedAt <= Math.max(most, from + over[1]) + LATE_MS;
}

/**
 * A title names the planted cause if its kind fits and, where it states traits or a replica, they are the planted ones. It may also name the probe's error, a change, and a
 * trait that the same machines have.
 */
function namesCause({ cause }: Incident, planted: PlantedCause, facts: FactCounts): boolean {
  if (!planted.kinds.includes(cause.kind)) return false;
  if (cause.kind !== "trait" && cause.kind !== "replica-gone") return true;
  const { mayName = [] } = planted;
  const isNamed = (trait: Trait, among: readonly Trait[]) => among.some((one) => one.trait === trait.trait && isSameValue(one.value, trait.value));
  if (!planted.traits.every((trait) => isNamed(trait, cause.traits))) return false;
  return cause.traits.every((trait) => {
    if (trait.trait === "probe-error" || trait.trait === "change" || isNamed(trait, planted.traits) || isNamed(trait, mayName)) return true;
    return planted.traits.some((one) => facts.areEqual(one, trait));
  });
}

type Trait = PlantedCause["traits"][number];

/** A group may be named without its namespace, or with it twice. */
function isSameValue(named: string, value: string): boolean {
  return named === value || named.endsWith(`/${value}`) || value.endsWith(`/${named}`);
}

/** Counts of all machines that a story ever had, by their last traits. */
class FactCounts {
  readonly #machines: readonly MachineFacts[];

  constructor({ machines, observations, moves }: StoryObservations) {
    const seen = observations.flatMap((one) => (one.kind === "machine" ? [one] : []));
    const inOrder = [...seen, ...moves].sort((one, other) => one.at - other.at).map(({ machine }) => machine);
    this.#machines = [...new Map([...machines, ...inOrder].map((machine) => [machine.id, machine])).values()];
  }

  /** Returns true if exactly the same machines have both. */
  areEqual(one: Trait, other: Trait): boolean {
    const both = this.#matching([one, other]);
    return both > 0 && both === this.#matching([one]) && both === this.#matching([other]);
  }

  #matching(traits: readonly Trait[]): number {
    return this.#machines.filter((machine) =>
      traits.every(({ trait, value }) => {
        if (trait === "probe-error" || trait === "change") return false;
        return trait === "group" ? isSameValue(machine.group, value) : machine.traits[trait] === value;
      }),
    ).length;
  }
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
