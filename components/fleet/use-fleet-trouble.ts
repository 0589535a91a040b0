"use client";

import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { type FleetTrouble, type HistoryPaused, type QuietTrouble, quietTrouble, worstTrouble } from "@/lib/domain/statements/fleet-trouble";
import type { ServiceWithoutEndpoint } from "@/lib/domain/statements/services";
import { momentOf, type TextContext } from "@/lib/format/text/tense";
import type { CountedFleet } from "./counted-fleet";
import type { LossesOfGroups } from "./use-fleet-losses";

/** The worst trouble of the fleet, its quiet line, and how a page states them. */
export interface TroubleOfFleet {
  readonly worst: FleetTrouble | null;
  readonly quiet: readonly QuietTrouble[];
  readonly context: TextContext;
}

/** `services`: those that lost their last endpoint within a day, the newest first. `losses`: of the counted clusters. */
export function useFleetTrouble(
  { head, rows, tense }: Pick<CountedFleet, "head" | "rows" | "tense">,
  losses: LossesOfGroups,
  services: readonly ServiceWithoutEndpoint[],
): TroubleOfFleet {
  const zone = useZone();
  const severalClusters = useSeveralClusters();
  // Ages change every ten seconds; a shorter step moves the headline for no new fact.
  const now = useOfNow((at) => at - (at % AGE_STEP_MS));
  const historyPaused = useHistoryPaused();
  const worst = worstTrouble({ ...troubleInput(head, rows, losses), services, historyPaused });
  return { worst, quiet: quietTrouble({ fleet: head, historyPaused }, worst), context: { tense, now: momentOf(tense, now), zone, severalClusters } };
}

const AGE_STEP_MS = 10_000;

/** The first row with its recorded losses. */
export function troubleInput(head: CountedFleet["head"], rows: CountedFleet["rows"], losses: LossesOfGroups) {
  const [worst = null] = rows;
  return { fleet: head, worst, losses: losses.answer, lostOfWorst: worst === null ? null : losses.lostOf(worst) };
}

/** A page of the past is read from the history. */
function useHistoryPaused(): HistoryPaused | null {
  const { history } = useStatus();
  const isPast = usePast() !== null;
  if (history === null || isPast) return null;
  return { kind: "history-paused", since: history.kind === "paused" ? history.since : null };
}
