"use client";

import { useLive } from "@/lib/client/live-provider";
import { usePast } from "@/lib/client/past";
import type { GroupRow } from "@/lib/contract/rows";
import { groupSummary } from "./group-summary";
import type { ToldOfGroup } from "./group-words";

/** Makes what one pastes into an incident channel about a group, as of the moment that the page shows. */
export function useGroupSummary(row: GroupRow, told: ToldOfGroup): () => string {
  const live = useLive();
  const past = usePast();
  return () => groupSummary({ row, told, at: past ?? live.serverNow(), origin: window.location.origin });
}
