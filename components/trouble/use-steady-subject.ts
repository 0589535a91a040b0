"use client";

import { LONGEST_ORDER_MS, useRowOrder } from "@/components/table/use-row-order";
import { useIsWall } from "@/lib/client/use-is-wall";
import type { TroubleOfFleet } from "./use-fleet-trouble";

/** The subject of the second line of a headline. It is a list of one row. */
interface Subject {
  readonly id: string;
  readonly isTier1: boolean;
  readonly trouble: TroubleOfFleet;
}

/**
 * Keeps the subject of the headline, which is a link, while the viewer is active. Its values change in place. Another subject waits as a new order of rows does,
 * but 30 s at most: a headline shows one subject only. The first subject does not wait, nor does the end of all trouble.
 */
export function useSteadySubject(trouble: TroubleOfFleet): TroubleOfFleet {
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

function subjectOf(trouble: TroubleOfFleet): Subject {
  const { worst, incidents } = trouble;
  const incident = incidents?.worst ?? null;
  const isTier1 = incident === null ? worst?.kind === "service-without-endpoint" : incidents?.isTier1 === true;
  return { id: incident?.incident ?? (worst === null || worst.kind === "no-new-trouble" ? "" : identityOf(worst)), isTier1, trouble };
}

/** The fields that name a subject. All other fields of a statement are values. */
const NAMES: ReadonlySet<string> = new Set(["kind", "cluster", "namespace", "group", "machine", "service", "trait", "value"]);

function identityOf(worst: NonNullable<TroubleOfFleet["worst"]>): string {
  return JSON.stringify(Object.entries(worst).filter(([name]) => NAMES.has(name)));
}
