import type { HiddenVerifyingSource, PageFreshness } from "@/lib/domain/verdict/freshness";
import { type Tense, tenseOf } from "./text/tense";

/** The moment that a copied summary is of, in milliseconds, the tense in which it speaks, and whether it was confirmed when it was copied. */
export interface SummaryMoment {
  readonly at: number;
  readonly tense: Tense;
  readonly isConfirmed: boolean;
  /** A source that verifies connections and that is not visible. */
  readonly notVerified?: HiddenVerifyingSource;
}

/** A summary is of now, or of the moment of a page of the past. One of a page that is not live is of what was last known, and says so. `now` in milliseconds. */
export function summaryMoment(freshness: PageFreshness, now: number): SummaryMoment {
  if (freshness.kind === "live") {
    const moment = { at: now, tense: { past: false }, isConfirmed: true } as const;
    return freshness.notVerified === undefined ? moment : { ...moment, notVerified: freshness.notVerified };
  }
  if (freshness.kind === "past") return { at: freshness.asOf, tense: { past: false }, isConfirmed: true };
  return { at: freshness.asOf ?? now, tense: tenseOf(freshness, "utc", now), isConfirmed: false };
}

/** The line below the moment of a summary that nothing has confirmed since. */
export const UNCONFIRMED = "not confirmed since: the page was not live when this was copied";
