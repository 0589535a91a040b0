"use client";

import { useSummaryMoment } from "@/components/table/use-summary-moment";
import type { GroupRow } from "@/lib/contract/views/groups";
import { groupSummaryText } from "./group-summary";
import type { GroupTextInput } from "./group-words";

/** Returns a function that creates a summary of a group for a chat, at the time that the page shows. */
export function useGroupSummary(row: GroupRow, told: GroupTextInput): () => string {
  const moment = useSummaryMoment(row.cluster);
  return () => groupSummaryText({ row, told, moment: moment(), origin: window.location.origin });
}
