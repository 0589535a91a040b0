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
  readonly outages: Outage[];
  readonly spans: Map<string, Span[]>;
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
      answer = { key, firstAt: outage.from, outages: [], spans: new Map(), services: [], endedAt: null, isDirty: true };
      this.#answers.set(key, answer);
    }
    answer.outages.push(outage);
    answer.endedAt = null;
    answer.isDirty = true;
    if (observation.kind === "service") answer.services.push(observation.service);
    else this.#answerOf.set(outage.item, answer);
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
    answer.isDirty = true;
  }

  #endIfOver(answer: Answer): void {
    const { neverEnds, endsEarly } = this.mistakes;
    if (answer.endedAt !== null || neverEnds === true) return;
    const ended = answer.outages.filter(({ to }) => to !== null);
    if (ended.length < answer.outages.length && !(endsEarly === true && ended.length > 0)) return;
    const overAt = ended.reduce((latest, { to, end }) => Math.max(latest, (to ?? 0) + (end === "serves" && endsEarly !== true ? 5 * MINUTE : 0)), 0);
    if (this.#now < overAt) return;
    answer.endedAt = this.#now;
    answer.isDirty = true;
  }

  #incidentOf({ key, spans, services, endedAt }: Answer): Incident {
    const known = this.story.incidents.find((one) => one.key === key);
    const members = [...spans].map(([id, own]) => ({ machine: { id }, spans: own.map((span) => ({ ...span })), left: null }));
    const cause = this.mistakes.cause ?? causeOf(known);
    const state = endedAt === null ? "open" : "over";
    const isFound = known?.isFoundAtStart === true;
    return { key, state, foundAtStart: isFound, cause, members, services: services.map((service) => ({ service })), endedAt, mergedInto: null, planned: null };
  }
}

function causeOf(known: KnownIncident | undefined): Incident["cause"] {
  const kind = known?.cause.kinds[0] ?? "time-only";
  return { kind, traits: known?.cause.traits ?? [] };
}
