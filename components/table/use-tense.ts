"use client";

import { useOfServerNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import { type Tense, tenseOf } from "@/lib/format/text/tense";
import { useZone } from "./use-zone";

/** The tense in which the page speaks of a cluster, or (without one) of all of them. */
export function useTense(cluster?: string): Tense {
  return tenseOf(useFreshness(cluster), useZone(), useOfServerNow(hourOf));
}

/** A tense needs to know the day only: nothing is drawn anew by the second. Milliseconds. */
function hourOf(now: number): number {
  return now - (now % 3_600_000);
}
