"use client";

import { type Place, type Remembered, useLosses } from "@/lib/client/history";
import type { LossesAnswer } from "@/lib/contract/history";
import { formatWindow, type HistoryWindow } from "@/lib/contract/history-window";

/** The losses that a group's page speaks of: of its own window where that is two moments or a week, else of the last day. */
export function useGroupLosses(place: Place, asked: HistoryWindow | null): Remembered<LossesAnswer> {
  const isLonger = asked?.kind === "between" || asked?.name === "7d";
  return useLosses(place, isLonger && asked !== null ? formatWindow(asked) : "24h", 100);
}
