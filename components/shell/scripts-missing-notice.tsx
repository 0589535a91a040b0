"use client";

import { useStatus } from "@/lib/client/status";
import { formatDateTime } from "@/lib/format/clock";

/** Notice for a page whose scripts did not load. The style sheet shows it after a delay, and removes all green (app/globals.css). */
export function ScriptsMissingNotice() {
  const { beatAt } = useStatus();
  return (
    <p data-unconfirmed="" className="unconfirmed-notice border-l-2 border-blind-cell bg-blind-wash px-3">
      <b className="font-semibold text-blind">Not confirmed</b> This page has not come alive. What it shows was true at {formatDateTime(beatAt, "utc")}; nothing
      has confirmed it since. Load it again.
    </p>
  );
}
