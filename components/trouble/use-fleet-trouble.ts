"use client";

import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import type { FleetIncidents } from "@/lib/domain/statements/fleet-incidents";
import { type FleetTrouble, type HistoryPaused, type QuietTrouble, quietTrouble, worstTrouble } from "@/lib/domain/statements/fleet-trouble";
import { minuteOf } from "@/lib/format/text/duration";
import type { CountedFleet } from "./counted-fleet";
import type { LossesOfGroups } from "./use-fleet-losses";
import type { LostServices } from "./use-services-without-endpoint";

/** The worst trouble of the fleet without incidents, its incidents, and its quiet line. */
export interface TroubleOfFleet {
  readonly worst: FleetTrouble | null;
  /** Null = they are not known. */
  readonly incidents: FleetIncidents | null;
  readonly quiet: readonly QuietTrouble[];
}

/** `services`: those without an endpoint; those of clusters that are not reached do not count. `losses`: of the counted clusters. */
export function useFleetTrouble(
  { head, rows, notReached }: Pick<CountedFleet, "head" | "rows" | "notReached">,
  losses: LossesOfGroups,
  { services: all }: Pick<LostServices, "services">,
): TroubleOfFleet {
  // A loss is a day old to the minute. The ages of the headline have their own clock.
  const now = useOfNow(minuteOf);
  const historyPaused = useHistoryPaused();
  const services = all.map(({ statement }) => statement).filter(({ cluster }) => !notReached.some((one) => one.cluster === cluster));
  const worst = worstTrouble({ ...troubleInput(head, rows, losses), services, now, historyPaused });
  // While the history is paused, nothing is known of incidents.
  const incidents = historyPaused === null ? head.incidents : null;
  return { worst, incidents, quiet: quietTrouble({ fleet: head, historyPaused }, incidents?.worst ?? worst) };
}

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
