"use client";

import { useLosses } from "@/lib/client/history";
import { usePast } from "@/lib/client/past";
import type { Place, Remembered } from "@/lib/client/remembered";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import { formatWindow, type HistoryWindow } from "@/lib/contract/url/history-window";

/** The losses of a group. `behind`: the number of lost machines that the history does not have yet. */
export interface GroupLosses extends Remembered<LossesAnswer> {
  readonly behind: number;
}

/**
 * Requests the losses of a group's page: those of the window in the URL if it is a custom range or a week, otherwise of the last day. `told`: the
 * number of lost machines that the live page knows, which the history records some seconds later.
 */
export function useGroupLosses(place: Place, asked: HistoryWindow | null, told: number): GroupLosses {
  const isOver = usePast() !== null || asked?.kind === "between";
  const isLonger = asked?.kind === "between" || asked?.name === "7d";
  const losses = useLosses(place, isLonger && asked !== null ? formatWindow(asked) : "24h", 100, isOver ? 0 : told);
  const known = losses.value === null ? null : losses.value.total - losses.value.back;
  return { ...losses, behind: isOver || known === null ? 0 : Math.max(0, told - known) };
}
