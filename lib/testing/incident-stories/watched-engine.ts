import type { EngineFactory, Incident, IncidentEngine } from "./engine";
import type { StoryObservations } from "./observations-of";
import type { Story } from "./story";
import { StoryPopulation } from "./story-population";
import { isBad, type Outage, Truth } from "./truth";

const SECOND = 1_000;
const MINUTE = 60_000;
/** A machine must be in an incident when it is bad for this long. */
const MEMBER_AFTER_MS = 2 * MINUTE;
/** The engine may be this late. */
const SLACK_MS = 5 * SECOND;
/** Another machine of the group may replace a machine that left healthy for this long. */
const REPLACED_WITHIN_MS = 10 * MINUTE;
/** Shorter stories of small fleets are looked at every second. */
const EVERY_SECOND = { lengthMs: 3 * 60 * MINUTE, size: 1_200 };
/** Moments at which a rule may change something although nothing happens, after each observation. */
const RULES_AFTER_MS = [5, 60, 120, 125, 300, 305, 600, 605].map((seconds) => seconds * SECOND);

/** The answers of an engine in a story. Milliseconds since 1970. */
export interface EngineRun {
  readonly outages: readonly Outage[];
  /** All incidents at the end, without merged ones. */
  readonly incidents: readonly Incident[];
  /** The moment at which each incident was first there and not planned, by the key of the incident that it is part of now. */
  readonly firstSeen: ReadonlyMap<string, number>;
  /** Machines that were bad for 2 min and not in exactly one incident at some moment. */
  readonly astray: ReadonlySet<string>;
  /** Machines that an incident counted in a state in which they were not. */
  readonly misstated: ReadonlySet<string>;
  /** The most open incidents at one moment of each night. */
  readonly nights: readonly number[];
  /** The most open incidents at any moment. */
  readonly mostOpen: number;
  /** The largest CPU time of a batch. Milliseconds. */
  readonly batchMs: number;
}

/** Plays a story on a new engine, and compares its incidents with the truth of the story at each moment at which either can change. */
export function runEngine(factory: EngineFactory, story: Story, play: StoryObservations): EngineRun {
  const population = new StoryPopulation(play);
  const watched = new WatchedEngine(factory(population), story, play, population);
  for (const moment of momentsOf(story, play)) watched.advance(moment);
  return watched.end();
}

/** Whole seconds: all of a short story, else those after observations and those at which a rule may apply. Stolos does not run while it is away. */
function momentsOf(story: Story, { from, until, observations, away }: StoryObservations): number[] {
  const { lengthMs } = story.script;
  const isDense = lengthMs <= EVERY_SECOND.lengthMs && story.size <= EVERY_SECOND.size;
  const stepMs = isDense ? SECOND : lengthMs <= EVERY_SECOND.lengthMs ? 10 * SECOND : MINUTE;
  const moments = new Set<number>([until]);
  for (let at = from; at < until; at += stepMs) moments.add(at);
  for (const { at } of observations) {
    const second = Math.ceil(at / SECOND) * SECOND;
    moments.add(second);
    for (const afterMs of isDense ? [] : RULES_AFTER_MS) if (second + afterMs < until) moments.add(second + afterMs);
  }
  const isAway = (at: number) => away.some(([stopped, started]) => at > stopped && at < started);
  return [...moments].filter((at) => !isAway(at)).sort((one, other) => one - other);
}

class WatchedEngine {
  readonly #truth: Truth;
  readonly #firstSeen = new Map<string, number>();
  readonly #astray = new Set<string>();
  readonly #misstated = new Set<string>();
  readonly #nights: number[];
  #delivered = 0;
  #moved = 0;
  #mostOpen = 0;
  #batchMs = 0;
  /** The next moment at which time alone makes a machine astray. */
  #nextAstray = 0;
  #incidents: readonly Incident[] = [];
  /** The number of incidents that are not over, by machine. */
  #memberships = new Map<string, number>();

  constructor(
    private readonly engine: IncidentEngine,
    private readonly story: Story,
    private readonly play: StoryObservations,
    private readonly population: StoryPopulation,
  ) {
    this.#truth = new Truth(story, play);
    this.#nights = (story.nights ?? []).map(() => 0);
  }

  advance(now: number): void {
    const first = this.#delivered;
    const { observations, moves } = this.play;
    for (let next = observations[first]; next !== undefined && next.at <= now; next = observations[++this.#delivered]) {
      this.#truth.apply(next);
      this.population.apply(next);
    }
    for (let move = moves[this.#moved]; move !== undefined && move.at <= now; move = moves[++this.#moved]) this.population.move(move.machine);
    const batch = observations.slice(first, this.#delivered);
    const before = process.cpuUsage();
    this.engine.take(batch, now);
    const { user, system } = process.cpuUsage(before);
    if (batch.length > 0) this.#batchMs = Math.max(this.#batchMs, (user + system) / 1_000);
    const incidents = this.engine.incidents();
    const isChanged = incidents.length !== this.#incidents.length || incidents.some((incident, at) => incident !== this.#incidents[at]);
    // The engine may change its list in place.
    this.#incidents = [...incidents];
    if (isChanged) this.#noteMembers();
    this.#noteLoud(now);
    if (isChanged || batch.length > 0) this.#noteMisstated();
    if (isChanged || batch.length > 0 || now >= this.#nextAstray) this.#noteAstray(now);
    this.#noteOpen(now);
  }

  end(): EngineRun {
    const byKey = new Map(this.#incidents.map((incident) => [incident.key, incident]));
    const firstSeen = new Map<string, number>();
    for (const [key, at] of this.#firstSeen) {
      const last = survivorOf(byKey, key);
      firstSeen.set(last, Math.min(at, firstSeen.get(last) ?? at));
    }
    const incidents = this.#incidents.filter(({ mergedInto }) => mergedInto === null);
    const notes = { astray: this.#astray, misstated: this.#misstated, nights: this.#nights, mostOpen: this.#mostOpen, batchMs: this.#batchMs };
    return { outages: this.#truth.outages, incidents, firstSeen, ...notes };
  }

  #noteMembers(): void {
    this.#memberships = new Map();
    for (const { members } of this.#incidents.filter(isCurrent))
      for (const { machine, left } of members) if (left === null) this.#memberships.set(machine.id, (this.#memberships.get(machine.id) ?? 0) + 1);
  }

  #noteLoud(now: number): void {
    for (const incident of this.#incidents) if (!this.#firstSeen.has(incident.key) && isLoud(incident, now)) this.#firstSeen.set(incident.key, now);
  }

  #noteMisstated(): void {
    for (const incident of this.#incidents.filter(isCurrent))
      for (const { machine, left, spans } of incident.members) {
        const last = spans.at(-1);
        if (left !== null || last === undefined || last.to !== null || !isBad(last.condition)) continue;
        if (this.#truth.conditionOf(machine.id) !== last.condition) this.#misstated.add(machine.id);
      }
  }

  #noteAstray(now: number): void {
    this.#nextAstray = Number.POSITIVE_INFINITY;
    for (const [item, outage] of this.#truth.open) {
      if (outage.group === "") continue;
      const count = this.#memberships.get(item) ?? 0;
      const mustFrom = this.#mustBeMemberFrom(outage, now);
      if (mustFrom > now) this.#nextAstray = Math.min(this.#nextAstray, mustFrom);
      if (count > 1 || (count === 0 && mustFrom <= now)) this.#astray.add(item);
    }
  }

  /** The moment from which a machine that is still bad must be in an incident. */
  #mustBeMemberFrom(outage: Outage, now: number): number {
    const afterMs = outage.leftHealthy && this.#mayWait(outage) ? REPLACED_WITHIN_MS : MEMBER_AFTER_MS;
    return Math.max(outage.from + afterMs, this.#truth.plannedUntil(outage, now) ?? 0) + SLACK_MS;
  }

  /** No known incident has the machine, or one that may open late. */
  #mayWait({ label }: Outage): boolean {
    const incident = this.story.incidents.find(({ key }) => key === label);
    return incident === undefined || incident.due === null;
  }

  #noteOpen(now: number): void {
    const open = this.#incidents.filter((incident) => isLoud(incident, now) && (incident.state === "open" || incident.state === "recovering")).length;
    this.#mostOpen = Math.max(this.#mostOpen, open);
    const after = now - this.play.from;
    for (const [night, { span }] of (this.story.nights ?? []).entries())
      if (after >= span[0] && after < span[1]) this.#nights[night] = Math.max(this.#nights[night] ?? 0, open);
  }
}

function isCurrent({ state, mergedInto }: Incident): boolean {
  return state !== "over" && mergedInto === null;
}

/** A planned incident is quiet, unless it lasts longer than its window. */
function isLoud({ planned, mergedInto, state }: Incident, now: number): boolean {
  return mergedInto === null && (planned === null || (now > planned.until && state !== "over"));
}

function survivorOf(byKey: ReadonlyMap<string, Incident>, key: string): string {
  const into = byKey.get(key)?.mergedInto ?? null;
  return into === null ? key : survivorOf(byKey, into);
}
