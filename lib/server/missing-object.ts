import { ActivityQuery, AuditQuery, parseQueryValues } from "@/lib/contract/url/history-query";
import type { ObjectParams } from "@/lib/contract/url/page-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { Viewer } from "@/lib/domain/source/scope";
import { auditWho } from "@/lib/format/audit-words";
import type { FirstPaint } from "./first-paint";
import type { FleetReader } from "./fleet/fleet-reader";
import type { History } from "./history/history";
import { isGroupDeletion } from "./history/queries/audit";
import { Refusal } from "./http/problem";

/** A Service and a ServiceEntry may have one name, and may have been deleted several times. */
const DELETIONS = 20;

/**
 * Is it sure that there is nothing at the address of an object: its cluster is live and does not hold it, or there is no such cluster? While a
 * cluster is not live, or a page is of the past, that cannot be told.
 */
export function isNotInSight({ cluster }: ObjectParams, { state, beat }: FirstPaint, at: unknown): boolean {
  if (at !== undefined || state === null || !("found" in state.head) || state.head.found !== false) return false;
  const own = beat.clusters.find((one) => one.cluster === cluster);
  return own === undefined ? beat.clusters.length > 0 && beat.problems.length === 0 : own.freshness.kind === "live";
}

/**
 * A cluster that is not configured any more. `watchedTo`: the last moment at which it was watched, in milliseconds; "none" = it is not in the history; "not-known" =
 * the history is off, or cannot be read now.
 */
export interface RemovedCluster {
  readonly watchedTo: number | "none" | "not-known";
}

/**
 * Returns the cluster of an address if it was configured and is not any more. Null = it is configured, it never was, or the viewer may not know it: then the page
 * is as for a cluster that never existed.
 */
export async function removedCluster(
  { fleet, history }: { readonly fleet: Pick<FleetReader, "clusters">; readonly history: Pick<History, "clusters"> },
  { scope }: Pick<Viewer, "scope">,
  cluster: string,
): Promise<RemovedCluster | null> {
  if (fleet.clusters.includes(cluster) || !scope.clusters.has(cluster)) return null;
  try {
    const recorded = await history.clusters();
    return { watchedTo: recorded.find((one) => one.cluster === cluster)?.watchedTo ?? "none" };
  } catch (error) {
    if (error instanceof Refusal) return { watchedTo: "not-known" };
    throw error;
  }
}

/** An object whose deletion the history records, with its kind as rows of the activity spell it. */
interface DeletedObject extends ObjectParams {
  readonly kind: "group" | "service" | "serviceentry";
}

/** Does the history have the deletion of this object? True as well if the history cannot be read: then the page says so. */
export async function isDeletionRemembered({ history }: { readonly history: History }, viewer: Viewer, object: DeletedObject): Promise<boolean> {
  const { cluster, namespace, name, kind } = object;
  const type = [kind === "group" ? "group-deleted" : "service-deleted"];
  const asked = parseQueryValues(ActivityQuery, new URLSearchParams(formatQueryValues({ cluster, ns: namespace, name, type, window: "7d", limit: DELETIONS })));
  if (!("value" in asked)) return true;
  try {
    return (await history.activity(asked.value, viewer.scope)).rows.some((row) => row.kind === kind);
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** The newest commands that are searched for a deletion. */
const COMMANDS = 100;

/** Returns the user who deleted a group with Stolos, as the audit has it. Null = deleted by another program, not audited, or not visible to the viewer. */
export async function groupDeleter(
  { history }: { readonly history: History },
  viewer: Viewer,
  { cluster, namespace, name }: ObjectParams,
): Promise<string | null> {
  const asked = parseQueryValues(AuditQuery, new URLSearchParams(formatQueryValues({ cluster, ns: namespace, q: name, mode: "applied", limit: COMMANDS })));
  if (!("value" in asked)) return null;
  try {
    const { rows } = await history.audit(asked.value, viewer.scope);
    const line = rows.find((row) => row.namespace === namespace && row.name === name && isGroupDeletion(row));
    return line === undefined ? null : auditWho(line);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
