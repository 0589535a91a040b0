import type { Condition, EngineFactory, Incident, IncidentEngine, Observation } from "./engine";
import { observationsOf } from "./observations-of";
import type { KnownIncident, Story } from "./story";
import { isBad, type Outage, Truth } from "./truth";

const MINUTE = 60_000;
type Span = { readonly condition: Condition; readonly from: number; to: number | null };

/** Mistakes of an engine that knows the incidents of a story. None = all answers are right. */
export interface Mistakes {
  /** The incident that it puts an outage in; null = none. Missing: the known one. */
  readonly keyOf?: (outage: Outage) => string | null;
  readonly neverEnds?: true;
  /** It shows an incident this long after its first outage. Milliseconds. */
  readonly lateMs?: number;
  readonly cause?: Incident["cause"];
  /** It counts machines that serve again as failed. */
  readonly keepsFailed?: true;
  /** Its incidents are planned until then. Milliseconds since 1970. */
  readonly plannedUntil?: number;
  /** It shows an end as soon as the first member serves again. */
  readonly endsEarly?: true;
}

/** An engine that reads the answers from the story, and makes some mistakes. It tests the judge. */
export function answeringEngine(story: Story, mistakes: Mistakes = {}): EngineFactory {
  return () => new AnsweringEngine(story, mistakes);
}

interface Answer {
  readonly key: string;
  readonly firstAt: number;
  /** The outages that last, by item. */
  readonly lasting: Map<string, Outage>;
  /** The moment at which all outages that ended were over, or the first of them. */
  overAt: number;
  readonly spans: Map<string, Span[]>;
  readonly members: Map<string, Incident["members"][number]>;
  readonly services: Extract<Observation, { kind: "service" }>["service"][];
  endedAt: number | null;
  isDirty: boolean;
}

class AnsweringEngine implements IncidentEngine {
  readonly #truth: Truth;
  readonly #answers = new Map<string, Answer>();
  readonly #shown = new Map<string, Incident>();
  readonly #answerOf = new Map<string, Answer>();
  #read = 0;
  #now = 0;

  constructor(
    private readonly story: Story,
    private readonly mistakes: Mistakes,
  ) {
    this.#truth = new Truth(story, observationsOf(story));
  }

  take(batch: readonly Observation[], now: number): void {
    this.#now = now;
    for (const observation of batch) {
      this.#truth.apply(observation);
      for (let outage = this.#truth.outages[this.#read]; outage !== undefined; outage = this.#truth.outages[++this.#read]) this.#add(outage, observation);
      this.#noteEnd(itemOf(observation));
      this.#follow(observation);
    }
    for (const answer of this.#answers.values()) this.#endIfOver(answer);
  }

  incidents(): readonly Incident[] {
    for (const answer of this.#answers.values()) {
      if (!answer.isDirty || this.#now < answer.firstAt + (this.mistakes.lateMs ?? 0)) continue;
      answer.isDirty = false;
      this.#shown.set(answer.key, this.#incidentOf(answer));
    }
    return [...this.#shown.values()];
  }

  #add(outage: Outage, observation: Observation): void {
    const { keyOf = ({ label }) => (label === "undecided" ? null : label) } = this.mistakes;
    const key = keyOf(outage);
    if (key === null) return;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = { key, firstAt: outage.from, lasting: new Map(), overAt: 0, spans: new Map(), members: new Map(), services: [], endedAt: null, isDirty: true };
      this.#answers.set(key, answer);
    }
    answer.lasting.set(outage.item, outage);
    answer.endedAt = null;
    answer.isDirty = true;
    this.#answerOf.set(outage.item, answer);
    if (observation.kind === "service") answer.services.push(observation.service);
  }

  /** Keeps the spans of the machines that are in an incident. */
  #follow(observation: Observation): void {
    const id = observation.kind === "machine" ? observation.machine.id : observation.kind === "settled" ? observation.machineId : null;
    const answer = id === null ? undefined : this.#answerOf.get(id);
    if (id === null || answer === undefined) return;
    const spans = answer.spans.get(id) ?? [];
    answer.spans.set(id, spans);
    const condition = observation.kind === "machine" ? observation.condition : "gone";
    if (!isBad(condition) && this.mistakes.keepsFailed === true) return;
    const last = spans.at(-1);
    if (last !== undefined) last.to = observation.at;
    spans.push({ condition, from: observation.at, to: null });
    answer.members.set(id, { machine: { id }, spans: spans.map((span) => ({ ...span })), left: null });
    answer.isDirty = true;
  }

  #noteEnd(item: string): void {
    const answer = this.#answerOf.get(item);
    const outage = answer?.lasting.get(item);
    if (answer === undefined || outage === undefined || outage.to === null) return;
    answer.lasting.delete(item);
    answer.overAt = Math.max(answer.overAt, outage.to + (outage.end === "serves" && this.mistakes.endsEarly !== true ? 5 * MINUTE : 0));
  }

  #endIfOver(answer: Answer): void {
    const { neverEnds, endsEarly } = this.mistakes;
    if (answer.endedAt !== null || neverEnds === true || answer.overAt === 0) return;
    if ((answer.lasting.size > 0 && endsEarly !== true) || this.#now < answer.overAt) return;
    answer.endedAt = this.#now;
    answer.isDirty = true;
  }

  #incidentOf({ key, members: all, services, endedAt }: Answer): Incident {
    const known = this.story.incidents.find((one) => one.key === key);
    const members = [...all.values()];
    const cause = this.mistakes.cause ?? causeOf(known);
    const state = endedAt === null ? "open" : "over";
    const isFound = known?.isFoundAtStart === true;
    const { plannedUntil } = this.mistakes;
    const planned = plannedUntil === undefined ? null : { until: plannedUntil };
    return { key, state, foundAtStart: isFound, cause, members, services: services.map((service) => ({ service })), endedAt, mergedInto: null, planned };
  }
}

function itemOf(observation: Observation): string {
  if (observation.kind === "service") return `service ${observation.service.cluster}/${observation.service.namespace}/${observation.service.name}`;
  return observation.kind === "machine" ? observation.machine.id : observation.kind === "settled" ? observation.machineId : "";
}

function causeOf(known: KnownIncident | undefined): Incident["cause"] {
  const kind = known?.cause.kinds[0] ?? "time-only";
  return { kind, traits: known?.cause.traits ?? [] };
}
