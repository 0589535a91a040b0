import type { PageFreshness } from "@/lib/domain/freshness";
import type { Zone } from "./clock";
import { formatMoment } from "./time-ticks";

/** Whether a page speaks of now or of the last moment it knew: `moment` in milliseconds (null = none), `at` is "at 04:16:12", with the day where that was another one than that of `now`, or "when last seen". */
export type Tense = { readonly past: false } | { readonly past: true; readonly at: string; readonly moment: number | null };

/** Only live data is spoken of in the present. `now` in milliseconds. */
export function tenseOf(freshness: PageFreshness, zone: Zone, now: number): Tense {
  if (freshness.kind === "live") return { past: false };
  return { past: true, at: freshness.asOf === null ? "when last seen" : `at ${formatMoment(freshness.asOf, now, zone)}`, moment: freshness.asOf };
}

/** The moment that ages and countdowns refer to: a page that is not live stands still at what it last knew. Milliseconds. */
export function momentOf(tense: Tense, now: number): number {
  return tense.past ? (tense.moment ?? now) : now;
}

/** The verb that fits, with the moment where it is past: "serve", "served at 04:16:12". */
export function verbOf(tense: Tense, present: string, past: string): string {
  return tense.past ? `${past} ${tense.at}` : present;
}
