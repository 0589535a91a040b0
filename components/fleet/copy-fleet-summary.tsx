"use client";

import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { CopyButton } from "@/components/ui/copy-button";
import { fleetSummary } from "./fleet-summary";

/** Copies what one pastes into an incident channel, as of the moment that the page shows. */
export function CopyFleetSummary(props: Omit<Parameters<typeof fleetSummary>[0], "moment" | "origin">) {
  const moment = useSummaryMoment();
  const summary = () => fleetSummary({ ...props, moment: moment(), origin: window.location.origin });
  return <CopyButton text={summary} label="Copy summary" wordy />;
}
