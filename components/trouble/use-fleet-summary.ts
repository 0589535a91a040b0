"use client";

import { useEffect } from "react";
import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useLive } from "@/lib/client/live-provider";
import { usePast } from "@/lib/client/past";
import { momentOf } from "@/lib/format/text/tense";
import type { ReachableFleet } from "./counted-fleet";

/** Loaded after the page. A click before that waits. */
const loadSummary = () => import("./fleet-summary");
type Summary = Awaited<ReturnType<typeof loadSummary>>["fleetSummary"];

interface FleetSummaryProps extends Omit<Parameters<Summary>[0], "moment" | "origin" | "severalClusters"> {
  readonly counted: ReachableFleet;
}

/** Returns a function that creates a summary of the fleet for a chat, at the time that the page shows. */
export function useFleetSummary(props: FleetSummaryProps): () => Promise<string> {
  const { tense, reached } = props.counted;
  const live = useLive();
  const whole = useSummaryMoment();
  const isPast = usePast() !== null;
  const moment = () => (isPast || reached.length === 0 ? whole() : { at: momentOf(tense, live.serverNow()), tense, isConfirmed: !tense.past });
  const severalClusters = useSeveralClusters();
  useEffect(() => void loadSummary(), []);
  return async () => (await loadSummary()).fleetSummary({ ...props, severalClusters, moment: moment(), origin: window.location.origin });
}
