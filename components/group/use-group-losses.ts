"use client";

import { useLosses } from "@/lib/client/history";
import { usePast } from "@/lib/client/past";
import type { Place, Remembered } from "@/lib/client/remembered";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import { formatWindow, type HistoryWindow } from "@/lib/contract/url/history-window";

/** The losses of a group; `behind` = so many more are known to be gone than the record tells yet. */
export interface GroupLosses extends Remembered<LossesAnswer> {
  readonly behind: number;
}

/**
 * The losses that a group's page speaks of: of its own window where that is two moments or a week, else of the last day. `told`: how many the
 * live page knows to be gone, which the record tells a moment later.
 */
export function useGroupLosses(place: Place, asked: HistoryWindow | null, told: number): GroupLosses {
  const isOver = usePast() !== null || asked?.kind === "between";
  const isLonger = asked?.kind === "between" || asked?.name === "7d";
  const losses = useLosses(place, isLonger && asked !== null ? formatWindow(asked) : "24h", 100, isOver ? 0 : told);
  const known = losses.value === null ? null : losses.value.total - losses.value.back;
  return { ...losses, behind: isOver || known === null ? 0 : Math.max(0, told - known) };
}
