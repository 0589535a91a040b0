"use client";

import { useOfServerNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import { hourOf } from "@/lib/format/text/duration";
import { type Tense, tenseOf } from "@/lib/format/text/tense";
import { useZone } from "./use-zone";

/** The tense in which the page speaks of a cluster, or (without one) of all of them. */
export function useTense(cluster?: string): Tense {
  return tenseOf(useFreshness(cluster), useZone(), useOfServerNow(hourOf));
}
