"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { useLive } from "@/lib/client/live-provider";
import { usePast } from "@/lib/client/past";
import { fleetSummary } from "./fleet-summary";

/** Copies what one pastes into an incident channel, as of the moment that the page shows. */
export function CopyFleetSummary(props: Omit<Parameters<typeof fleetSummary>[0], "at" | "origin">) {
  const live = useLive();
  const past = usePast();
  const summary = () => fleetSummary({ ...props, at: past ?? live.serverNow(), origin: window.location.origin });
  return <CopyButton text={summary} label="Copy summary" wordy />;
}
