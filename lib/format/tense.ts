import type { Freshness } from "@/lib/domain/freshness";
import { formatClock, type Zone } from "./clock";

/** Whether a page speaks of now or of the last moment it knew; `at` is then "at 04:16:12", or "when last seen". */
export type Tense = { readonly past: false } | { readonly past: true; readonly at: string };

/** Only live data is spoken of in the present. */
export function tenseOf(freshness: Freshness, zone: Zone): Tense {
  if (freshness.kind === "live") return { past: false };
  return { past: true, at: freshness.asOf === null ? "when last seen" : `at ${formatClock(freshness.asOf, zone)}` };
}

/** The verb that fits, with the moment where it is past: "serve", "served at 04:16:12". */
export function verbOf(tense: Tense, present: string, past: string): string {
  return tense.past ? `${past} ${tense.at}` : present;
}
