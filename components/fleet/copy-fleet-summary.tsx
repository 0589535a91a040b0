"use client";

import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { CopyButton } from "@/components/ui/copy-button";
import { useSeveralClusters } from "@/lib/client/several-clusters";
import { fleetSummary } from "./fleet-summary";

/** Copies what one pastes into an incident channel, as of the moment that the page shows. */
export function CopyFleetSummary(props: Omit<Parameters<typeof fleetSummary>[0], "moment" | "origin" | "severalClusters">) {
  const moment = useSummaryMoment();
  const severalClusters = useSeveralClusters();
  const summary = () => fleetSummary({ ...props, severalClusters, moment: moment(), origin: window.location.origin });
  return <CopyButton text={summary} label="Copy summary" wordy />;
}
