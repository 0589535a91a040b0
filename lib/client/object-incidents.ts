"use client";

import type { IncidentRow } from "@/lib/contract/views/incidents";
import { useView } from "./use-view";

const ALL = { offset: 0, limit: 0 } as const;

/** Returns the incidents of the object of a page that are not over, or the last one that ended within a day. `query`: of the view "incidents-of". Null = not known yet. */
export function useObjectIncidents(query: string): readonly IncidentRow[] | null {
  return useView("incidents-of", query, ALL).state?.rows ?? null;
}
