"use client";

import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import type { Place } from "@/lib/client/remembered";
import { deletionPhrase } from "@/lib/format/group-deleted";
import type { LinePart } from "@/lib/format/headline";

/** More deletions than these are in the log. */
const MOST = 2;

/** Groups that were deleted within a day: parts of the fleet's second line. */
export function useDeletions(place: Place): readonly LinePart[] {
  const { value } = useActivity({ ...place, type: ["group-deleted"], limit: MOST }, "24h");
  const zone = useZone();
  const several = useSeveralClusters();
  const rows = (value?.rows ?? []).map((row) => ({ ...row, cluster: several ? row.cluster : null }));
  const words = useOfNow((now) => rows.map((row) => deletionPhrase(row, now, zone)).join("\n"));
  return words === "" ? [] : words.split("\n").map((text) => ({ text, tone: null }));
}
