"use client";

import { FindingChanges } from "@/lib/contract/answers/finding-changes";
import { type Place, type Remembered, useRemembered } from "./remembered";

/** What rules find, compared with what they found a while ago. */
export function useFindingChanges(place: Place, window: string): Remembered<FindingChanges> {
  return useRemembered("findings", FindingChanges, { ...place }, { window });
}
