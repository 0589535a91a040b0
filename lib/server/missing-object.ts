import { formatAsked } from "@/lib/contract/asked";
import { ActivityQuery, parseAsked } from "@/lib/contract/history-query";
import type { ObjectParams } from "@/lib/contract/page-query";
import type { Viewer } from "@/lib/domain/scope";
import type { FirstPaint } from "./first-paint";
import type { History } from "./history/history";
import { Refusal } from "./http/problem";

/**
 * Is it sure that there is nothing at the address of an object: its cluster is live and does not hold it, or there is no such cluster? While a
 * cluster is not live, or a page is of the past, that cannot be told.
 */
export function isNotInSight({ cluster }: ObjectParams, { state, beat }: FirstPaint, at: unknown): boolean {
  if (at !== undefined || state === null || !("found" in state.head) || state.head.found !== false) return false;
  const own = beat.clusters.find((one) => one.cluster === cluster);
  return own === undefined ? beat.clusters.length > 0 && beat.problems.length === 0 : own.freshness.kind === "live";
}

/** Does the record tell that a group of this name was deleted? True as well where the record cannot be asked: then its page says so. */
export async function isGroupRemembered(
  { history }: { readonly history: History },
  viewer: Viewer,
  { cluster, namespace, name }: ObjectParams,
): Promise<boolean> {
  const asked = parseAsked(ActivityQuery, new URLSearchParams(formatAsked({ cluster, ns: namespace, name, type: ["group-deleted"], window: "7d", limit: 1 })));
  if (!("value" in asked)) return true;
  try {
    return (await history.activity(asked.value, viewer.scope)).rows.length > 0;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
