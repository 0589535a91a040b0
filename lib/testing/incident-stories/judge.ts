import type { EngineFactory, Incident } from "./engine";
import { type IncidentMeasures, measuresOf, type StoryMeasures } from "./measures";
import { observationsOf, type StoryObservations } from "./observations-of";
import type { Story } from "./story";
import { type EngineRun, runEngine } from "./watched-engine";

/** The part of an incident that a viewer of some namespaces gets; null = none of it. */
export type VisiblePart = (incident: Incident, namespaces: readonly string[]) => Pick<Incident, "cause" | "members"> | null;

/** The measures of all stories of a kind. Shares are from 0 to 1; null = no story of the kind has it. */
export interface KindVerdict {
  readonly kind: string;
  readonly stories: number;
  /** Known incidents, and those of the engine. */
  readonly known: number;
  readonly found: number;
  /** The mean over known incidents and, with precision 0, incidents of the engine that have nothing of a known one. */
  readonly precision: number | null;
  /** The mean over known incidents. */
  readonly recall: number | null;
  /** Share of known incidents whose title names the planted cause. */
  readonly titled: number | null;
  /** The longest time from the moment at which an incident had to be open. Milliseconds. */
  readonly delayMs: number | null;
  /** Share of known incidents that are over at the right time, or still open at the end. */
  readonly over: number | null;
  /** Share of known incidents that are found at the start of Stolos if, and only if, they began before it. */
  readonly foundAtStart: number | null;
  /** Machines that were bad for 2 min and not in exactly one incident. */
  readonly astray: number;
  /** Machines that an incident counted in a state in which they were not. */
  readonly misstated: number;
  /** The most open incidents at one moment of each night, over all stories. */
  readonly nights: readonly number[];
  /** The most open incidents at one moment of a story. The specification has no limit, so it refuses nothing. */
  readonly mostOpen: number;
  /** Nights with more or fewer open incidents than they must have. */
  readonly wrongNights: number;
  /** Share of viewers and incidents whose visible part is right. */
  readonly rights: number | null;
  /** The largest CPU time of a batch. Milliseconds. It depends on the machine, so it refuses nothing. */
  readonly batchMs: number;
  /** The measures that refuse the engine. */
  readonly refusedBy: readonly Measure[];
}

export type Measure = "precision" | "recall" | "titled" | "delay" | "over" | "found-at-start" | "astray" | "misstated" | "nights" | "rights";

const LEAST_SAME = 0.98;
const LEAST_TITLED = 0.95;
const LEAST_OVER = 0.98;
const LONGEST_DELAY_MS = 5_000;

/** Each measure with its limit, which is that of the specification. */
const PASSES: Readonly<Record<Measure, (verdict: Omit<KindVerdict, "refusedBy">) => boolean>> = {
  precision: ({ precision }) => precision === null || precision >= LEAST_SAME,
  recall: ({ recall }) => recall === null || recall >= LEAST_SAME,
  titled: ({ titled }) => titled === null || titled >= LEAST_TITLED,
  delay: ({ delayMs }) => delayMs === null || delayMs <= LONGEST_DELAY_MS,
  over: ({ over }) => over === null || over >= LEAST_OVER,
  "found-at-start": ({ foundAtStart }) => foundAtStart === null || foundAtStart >= LEAST_OVER,
  astray: ({ astray }) => astray === 0,
  misstated: ({ misstated }) => misstated === 0,
  nights: ({ wrongNights }) => wrongNights === 0,
  rights: ({ rights }) => rights === null || rights === 1,
};

/** The result of one story. */
interface Judged {
  readonly story: Story;
  readonly measures: StoryMeasures;
  readonly run: EngineRun;
  readonly rights: readonly boolean[];
}

/** Plays each story on a new engine, and returns one verdict per kind, in the order in which the kinds come. `visiblePart` missing: rights are not measured. */
export function judgeStories(factory: EngineFactory, stories: Iterable<Story>, visiblePart?: VisiblePart): KindVerdict[] {
  const byKind = new Map<string, Judged[]>();
  for (const story of stories) {
    const play = observationsOf(story);
    const run = runEngine(factory, story, play);
    const rights = visiblePart === undefined ? [] : rightsOf(story, play, run, visiblePart);
    const judged = { story, run, rights, measures: measuresOf(story, play, run) };
    const others = byKind.get(story.kind);
    if (others === undefined) byKind.set(story.kind, [judged]);
    else others.push(judged);
  }
  return [...byKind].map(([kind, all]) => verdictOf(kind, all));
}

function verdictOf(kind: string, all: readonly Judged[]): KindVerdict {
  const known = all.flatMap(({ measures }) => measures.known);
  const spurious = all.reduce((sum, { measures }) => sum + measures.spurious, 0);
  const share = (isRight: (one: IncidentMeasures) => boolean) => meanOf(known.map((one) => (isRight(one) ? 1 : 0)));
  const delays = known.flatMap(({ delayMs }) => delayMs ?? []);
  const sum = (count: (one: Judged) => number) => all.reduce((total, one) => total + count(one), 0);
  const verdict = {
    ...{ kind, stories: all.length, known: known.length, found: sum(({ measures }) => measures.found) },
    precision: meanOf([...known.flatMap(({ precision }) => precision ?? []), ...Array.from({ length: spurious }, () => 0)]),
    recall: meanOf(known.map(({ recall }) => recall)),
    titled: share(({ isTitled }) => isTitled),
    delayMs: delays.length === 0 ? null : Math.max(...delays),
    over: share(({ isOverInTime }) => isOverInTime),
    foundAtStart: share(({ isFoundRight }) => isFoundRight),
    astray: sum(({ run }) => run.astray.size),
    misstated: sum(({ run }) => run.misstated.size),
    nights: (all[0]?.story.nights ?? []).map((_, night) => Math.max(...all.map(({ run }) => run.nights[night] ?? 0))),
    mostOpen: Math.max(...all.map(({ run }) => run.mostOpen)),
    wrongNights: sum(({ story, run }) => (story.nights ?? []).filter(({ incidents }, night) => incidents !== run.nights[night]).length),
    rights: meanOf(all.flatMap(({ rights }) => rights.map((isRight) => (isRight ? 1 : 0)))),
    batchMs: Math.max(...all.map(({ run }) => run.batchMs)),
  };
  const measures = Object.keys(PASSES) as Measure[];
  return { ...verdict, refusedBy: measures.filter((measure) => !PASSES[measure](verdict)) };
}

/** A viewer gets the members of the visible namespaces, no part without one, and no title with a group of another namespace. */
function rightsOf({ viewers = [] }: Story, { machines, observations }: StoryObservations, { incidents }: EngineRun, visiblePart: VisiblePart): boolean[] {
  const namespaces = new Map(machines.map(({ id, namespace }) => [id, namespace]));
  for (const one of observations) if (one.kind === "machine") namespaces.set(one.machine.id, one.machine.namespace);
  return viewers.flatMap((visible) =>
    incidents.map((incident) => {
      const part = visiblePart(incident, visible);
      const wanted = incident.members.map(({ machine }) => machine.id).filter((id) => visible.includes(namespaces.get(id) ?? ""));
      if (part === null) return wanted.length === 0;
      const shown = new Set(part.members.map(({ machine }) => machine.id));
      const isNamed = part.cause.traits.some(({ trait, value }) => trait === "group" && value.includes("/") && !visible.includes(value.split("/")[0] ?? ""));
      return !isNamed && wanted.length > 0 && shown.size === wanted.length && wanted.every((id) => shown.has(id));
    }),
  );
}

function meanOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The columns of the table, in their order. */
const COLUMNS: Readonly<Record<string, (verdict: KindVerdict) => string>> = {
  kind: ({ kind }) => kind,
  stories: ({ stories }) => String(stories),
  known: ({ known }) => String(known),
  found: ({ found }) => String(found),
  "most open": ({ mostOpen }) => String(mostOpen),
  precision: ({ precision }) => shareText(precision),
  recall: ({ recall }) => shareText(recall),
  titled: ({ titled }) => shareText(titled),
  delay: ({ delayMs }) => (delayMs === null ? "–" : `${(delayMs / 1_000).toFixed(1)} s`),
  over: ({ over }) => shareText(over),
  astray: ({ astray }) => String(astray),
  misstated: ({ misstated }) => String(misstated),
  nights: ({ nights }) => nights.join(" ") || "–",
  rights: ({ rights }) => shareText(rights),
  batch: ({ batchMs }) => `${batchMs.toFixed(0)} ms`,
  "refused by": ({ refusedBy }) => refusedBy.join(", ") || "–",
};

/** A table with a row per kind, for a terminal. */
export function verdictTable(verdicts: readonly KindVerdict[]): string {
  const rows = [Object.keys(COLUMNS), ...verdicts.map((verdict) => Object.values(COLUMNS).map((cellOf) => cellOf(verdict)))];
  const widths = Object.keys(COLUMNS).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A JSON line per kind. */
export function verdictLines(verdicts: readonly KindVerdict[]): string {
  return verdicts.map((verdict) => JSON.stringify(verdict)).join("\n");
}

function shareText(share: number | null): string {
  return share === null ? "–" : share.toFixed(3);
}
