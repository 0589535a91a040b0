"use client";

import { LONGEST_ORDER_MS, useRowOrder } from "@/components/table/use-row-order";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { useIsWall } from "@/lib/client/use-is-wall";
import type { FleetIncidents } from "@/lib/domain/statements/fleet-incidents";
import { type FleetTrouble, type HistoryPaused, type QuietTrouble, quietTrouble, worstTrouble } from "@/lib/domain/statements/fleet-trouble";
import { minuteOf } from "@/lib/format/text/duration";
import type { ReachableFleet } from "./counted-fleet";
import type { LossesByGroup } from "./use-fleet-losses";
import type { ServicesWithoutEndpointList } from "./use-services-without-endpoint";

/** The worst trouble without incidents, the open incidents, and the facts for the line below the headline. */
export interface FleetTroubleState {
  readonly worst: FleetTrouble | null;
  /** The open incidents; null = unknown. */
  readonly incidents: FleetIncidents | null;
  readonly quiet: readonly QuietTrouble[];
}

/**
 * Collects the fleet's trouble. `services`: those without an endpoint; those of unreachable clusters are ignored. `losses`: of the counted clusters.
 */
export function useFleetTrouble(
  { head, rows, notReached }: Pick<ReachableFleet, "head" | "rows" | "notReached">,
  losses: LossesByGroup,
  { services: all }: Pick<ServicesWithoutEndpointList, "services">,
): FleetTroubleState {
  // The age of a loss needs minutes only. The headline updates its own ages.
  const now = useOfNow(minuteOf);
  const historyPaused = useHistoryPaused();
  const services = all.map(({ statement }) => statement).filter(({ cluster }) => !notReached.some((one) => one.cluster === cluster));
  const worst = worstTrouble({ ...worstGroupInput(head, rows, losses), services, now, historyPaused });
  // While the history is paused, incidents are unknown.
  const incidents = historyPaused === null ? head.incidents : null;
  return { worst, incidents, quiet: quietTrouble({ fleet: head, historyPaused }, incidents?.worst ?? worst) };
}

/** Returns the worst group with its recorded losses, as input for the headline. */
export function worstGroupInput(head: ReachableFleet["head"], rows: ReachableFleet["rows"], losses: LossesByGroup) {
  const [worst = null] = rows;
  return { fleet: head, worst, losses: losses.answer, lostOfWorst: worst === null ? null : losses.lostOf(worst) };
}

/** The subject of the headline's second line, as a list of one row. */
interface Subject {
  readonly id: string;
  readonly isTier1: boolean;
  readonly trouble: FleetTroubleState;
}

/**
 * Keeps the headline's subject, which is a link, while the viewer is active; its numbers change in place. A worse subject waits for up to 30 s. The
 * first trouble and the end of all trouble do not wait.
 */
export function useStableHeadlineSubject(trouble: FleetTroubleState): FleetTroubleState {
  const subject = subjectOf(trouble);
  const { rows } = useRowOrder([subject], {
    list: subject.id === "" ? "no trouble" : "trouble",
    tierOf: ({ isTier1 }) => (isTier1 ? 1 : 2),
    isWall: useIsWall(),
    turnMs: LONGEST_ORDER_MS,
  });
  const shown = rows[0]?.trouble ?? trouble;
  return { worst: shown.worst, incidents: shown.incidents, quiet: trouble.quiet };
}

function subjectOf(trouble: FleetTroubleState): Subject {
  const { worst, incidents } = trouble;
  const incident = incidents?.worst ?? null;
  const isTier1 = incident === null ? worst?.kind === "service-without-endpoint" : incidents?.isTier1 === true;
  return { id: incident?.incident ?? (worst === null || worst.kind === "no-new-trouble" ? "" : identityOf(worst)), isTier1, trouble };
}

/** Fields that identify the subject of a statement. All other fields are values. */
const NAMES: ReadonlySet<string> = new Set(["kind", "cluster", "namespace", "group", "machine", "service", "trait", "value"]);

function identityOf(worst: NonNullable<FleetTroubleState["worst"]>): string {
  return JSON.stringify(Object.entries(worst).filter(([name]) => NAMES.has(name)));
}

/** Returns null on a page of the past, because its history is complete. */
function useHistoryPaused(): HistoryPaused | null {
  const { history } = useStatus();
  const isPast = usePast() !== null;
  if (history === null || isPast) return null;
  return { kind: "history-paused", since: history.kind === "paused" ? history.since : null };
}
