import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import type { Zone } from "@/lib/format/clock";
import { formatMoment } from "@/lib/format/time-ticks";

/**
 * A live page uses the present tense, any other page the past tense of its last known moment. `moment` in milliseconds, null = none. `at`: "at 04:16:12",
 * with the day when it is not the day of `now`, or "when last seen".
 */
export type Tense = { readonly past: false } | { readonly past: true; readonly at: string; readonly moment: number | null };

/** The tense of a text, and the zone and the day (`now`, in milliseconds) in which it writes moments. */
export interface TextContext {
  readonly tense: Tense;
  readonly now: number;
  readonly zone: Zone;
  /** Names the cluster of an object, for a viewer with several. */
  readonly severalClusters?: boolean;
  /** The text is copied to another place, where an age would soon be wrong: it has moments instead. */
  readonly isKept?: boolean;
}

type VerbTense = Pick<Tense, "past">;

export const PRESENT: VerbTense = { past: false };
export const PAST: VerbTense = { past: true };

/** `now` in milliseconds. */
export function tenseOf(freshness: PageFreshness, zone: Zone, now: number): Tense {
  if (freshness.kind === "live") return { past: false };
  return { past: true, at: freshness.asOf === null ? "when last seen" : `at ${formatMoment(freshness.asOf, now, zone)}`, moment: freshness.asOf };
}

/** The moment for ages and countdowns. On a page that is not live, they do not run. Milliseconds. */
export function momentOf(tense: Tense, now: number): number {
  return tense.past ? (tense.moment ?? now) : now;
}

/** A verb, with the moment when it is past: "serve", "served at 04:16:12". */
export function verbOf(tense: Tense, present: string, past: string): string {
  return tense.past ? `${past} ${tense.at}` : present;
}

/** "is", "are", "was" or "were". */
export function be(count: number, { past }: VerbTense = PRESENT): string {
  if (count === 1) return past ? "was" : "is";
  return past ? "were" : "are";
}

/** "has", "have" or "had". */
export function have(count: number, { past }: VerbTense = PRESENT): string {
  if (past) return "had";
  return count === 1 ? "has" : "have";
}

/** A verb that agrees with its subject: "serves", "serve" or "served". An irregular verb needs its past form. */
export function verb(count: number, base: string, { past }: VerbTense = PRESENT, pastForm = regularPast(base)): string {
  if (past) return pastForm;
  return count === 1 ? thirdPerson(base) : base;
}

function thirdPerson(base: string): string {
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`;
}

function regularPast(base: string): string {
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return base.endsWith("e") ? `${base}d` : `${base}ed`;
}
