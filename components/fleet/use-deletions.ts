"use client";

import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import type { Place } from "@/lib/client/remembered";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { deletionPhrase } from "@/lib/format/group-deleted";
import type { LinePart } from "@/lib/format/headline";

const MOST_IN_LINE = 2;
const MOST = 20;

/** Returns the groups that were deleted within a day as parts of the line below the headline: the newest two. The page Activity has all. */
export function useDeletions(place: Place): readonly LinePart[] {
  const zone = useZone();
  const several = useSeveralClusters();
  const rows = useDeletedGroups(place)
    .slice(0, MOST_IN_LINE)
    .map((row) => ({ ...row, cluster: several ? row.cluster : null }));
  const words = useOfNow((now) => rows.map((row) => deletionPhrase(row, now, zone)).join("\n"));
  return words === "" ? [] : words.split("\n").map((text) => ({ text, tone: null, isLate: true }));
}

/** Returns the groups deleted within a day, newest first. */
export function useDeletedGroups(place: Place): readonly ActivityRow[] {
  return useActivity({ ...place, type: ["group-deleted"], limit: MOST }, "24h").value?.rows ?? NONE;
}

const NONE: readonly ActivityRow[] = [];
