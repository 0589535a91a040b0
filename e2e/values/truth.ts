import { clockTurns } from "./machines";
import { RAW_KINDS, type RawVersion } from "./raw-objects";
import type { RawWatch } from "./raw-watch";
import type { PageRead } from "./read-page";
import { World } from "./world";

/** A page may show the cluster of so long ago on a busy machine, in milliseconds. */
export const BEHIND_MS = 4_000;
/** The age that a page may state for its values: a simulated loss is computed again after eight times its own duration. Milliseconds. */
const COMPUTED_BEHIND_MS = 30_000;
/** Clock times on pages have whole seconds, rounded down. Milliseconds. */
export const CLOCK_SLACK_MS = 1_500;

/** A span of time in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The worlds of past moments, shared by the pages that are read one after the other. */
export class Worlds {
  readonly #worlds = new Map<number, World>();

  constructor(
    readonly raw: RawWatch,
    /** The dashboard started its watches within this span. */
    readonly begun: Span,
  ) {}

  at(moment: number): World {
    const known = this.#worlds.get(moment) ?? new World(this.raw, moment);
    this.#worlds.set(moment, known);
    return known;
  }
}

/**
 * The cluster as one page may show it. A live page shows a moment of the last few seconds, or of the seconds before the moment that it states for its values.
 * A past page shows the moment in its address.
 */
export class Truth {
  readonly #moments: readonly number[];
  #known: readonly number[] | null = null;

  readonly path: string;
  readonly readAt: number;

  constructor(
    readonly worlds: Worlds,
    { path, readAt, computedAt }: Pick<PageRead, "path" | "readAt" | "computedAt">,
  ) {
    [this.path, this.readAt] = [path, readAt];
    const at = momentIn(path);
    const live = worlds.raw.momentsIn(readAt - BEHIND_MS, readAt);
    const isBehind = computedAt !== null && computedAt < readAt - BEHIND_MS && computedAt >= readAt - COMPUTED_BEHIND_MS;
    const computed = isBehind ? worlds.raw.momentsIn(computedAt - BEHIND_MS, computedAt + CLOCK_SLACK_MS) : [];
    this.#moments = at === null ? [...computed, ...live] : worlds.raw.momentsIn(at - CLOCK_SLACK_MS, at + CLOCK_SLACK_MS);
  }

  get raw(): RawWatch {
    return this.worlds.raw;
  }

  /** Is this true at any moment that the page may show? */
  sometime(holds: (world: World) => boolean): boolean {
    // Most pages show the latest moment.
    return this.#moments.toReversed().some((moment) => holds(this.worlds.at(moment)));
  }

  /** The latest world that the page may show. */
  get now(): World {
    return this.worlds.at(this.#moments.at(-1) ?? this.readAt);
  }

  /** Every version of the entries that had this name. */
  versionsOf(namespace: string, name: string): readonly RawVersion[] {
    return this.raw
      .histories("entry")
      .flat()
      .filter(({ object: { metadata } }) => metadata.namespace === namespace && metadata.name === name);
  }

  /** The moments between two others at which anything in the cluster happened, or the dashboard started. Milliseconds. */
  knownMoments(first: number, last: number): readonly number[] {
    const { begun } = this.worlds;
    this.#known ??= [...knownMoments(this.raw), momentIn(this.path) ?? Number.NaN];
    const [from, to] = [first - CLOCK_SLACK_MS, last + CLOCK_SLACK_MS];
    const known = this.#known.filter((at) => at >= from && at <= to);
    return to >= begun.from && first <= begun.to ? [...known, first] : known;
  }
}

/** The moment in the address of a past page, in milliseconds; null = the page is live. */
/** The moment of the past that an address names; null = the page is live. Milliseconds. */
export function momentIn(path: string): number | null {
  const at = new URLSearchParams(path.split("?")[1]).get("at");
  if (at === null) return null;
  return /^\d+$/.test(at) ? Number(at) : Date.parse(at);
}

/** When an object was created, changed or deleted, and every time that objects contain. */
function knownMoments(raw: RawWatch): readonly number[] {
  const moments = new Set<number>();
  for (const kind of RAW_KINDS)
    for (const { object, from, to } of raw.histories(kind).flat()) {
      moments.add(from);
      if (to !== null) moments.add(to);
      for (const text of stringsIn(object)) for (const [time] of text.matchAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g)) moments.add(Date.parse(time));
      if (kind === "entry") for (const turn of clockTurns(raw, object, from)) moments.add(turn);
    }
  return [...moments];
}

/** Every string in a value. */
function* stringsIn(value: unknown): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) yield* stringsIn(one);
}
