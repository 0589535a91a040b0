import type { ClusterStatus, Heartbeat, WireFreshness } from "@/lib/contract/status";
import { RIGHTS_UNCHECKED } from "@/lib/format/freshness-words";

/** Clusters of which it could not be checked what a viewer may see, each with the moment of the last decision, in milliseconds of server time. */
export type HeldClusters = ReadonlyMap<string, number>;

/** Of what something was shown at all. */
const SHOWN: ReadonlySet<WireFreshness["kind"]> = new Set(["live", "catching-up", "stale"]);

/** A beat in which those clusters are as they were told last, proven no later than their last decision: nothing newer of them is told. */
export function heldBeat(now: Heartbeat, last: Heartbeat, held: HeldClusters): Heartbeat {
  if (held.size === 0) return now;
  const lastOf = new Map(last.clusters.map((status) => [status.cluster, status]));
  const clusters = now.clusters.map((status) => {
    const since = held.get(status.cluster);
    return since === undefined ? status : heldStatus(lastOf.get(status.cluster) ?? status, since);
  });
  const isOfHeld = ({ context }: { readonly context: string | null }) => context !== null && held.has(context);
  return { ...now, clusters, problems: [...now.problems.filter((problem) => !isOfHeld(problem)), ...last.problems.filter(isOfHeld)] };
}

function heldStatus(status: ClusterStatus, since: number): ClusterStatus {
  const sources = status.sources.map((source) => ({ ...source, freshness: heldFreshness(source.freshness, since) }));
  return { ...status, sources, freshness: heldFreshness(status.freshness, since) };
}

function heldFreshness(freshness: WireFreshness, since: number): WireFreshness {
  if (!SHOWN.has(freshness.kind)) return freshness;
  return { kind: "stale", asOf: Math.min(freshness.asOf ?? since, since), reason: RIGHTS_UNCHECKED, lost: "check" };
}
