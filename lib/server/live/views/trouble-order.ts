import { STATES } from "@/lib/domain/verdict";
import { worstRank } from "@/lib/server/fleet/group-row";
import { compareText } from "@/lib/server/fleet/group-table";
import type { VisibleGroup } from "./visible-groups";

const RECONNECTING = STATES.indexOf("reconnecting");
const WELL = STATES.indexOf("healthy");

/**
 * Worst first: by the worst state that lasts, then by the share of machines in trouble, then by name. Whoever reconnects is back or disconnected
 * within seconds, and of a large fleet somebody always does: a list that moved with each of them could not be read.
 */
export function compareTrouble(a: VisibleGroup, b: VisibleGroup): number {
  return (
    rankOf(a) - rankOf(b) ||
    shareOf(b) - shareOf(a) ||
    compareText(a.record.place.cluster, b.record.place.cluster) ||
    compareText(a.record.place.namespace, b.record.place.namespace) ||
    compareText(a.record.name, b.record.name)
  );
}

function shareOf({ record, sight }: VisibleGroup): number {
  return sight.machines ? (record.trouble.size - (record.counts[RECONNECTING] ?? 0)) / Math.max(1, record.members.size) : 0;
}

/** A group whose object cannot be read is worst; one without machines in sight comes last. */
function rankOf({ record, sight }: VisibleGroup): number {
  if (sight.object && record.object?.unreadable) return -1;
  if (!sight.machines) return STATES.length;
  const rank = worstRank(record, sight);
  return rank === RECONNECTING ? rankBelow(record, rank) : rank;
}

/** The worst state after this one that a machine of the group has; whoever has only that one is taken for well. */
function rankBelow({ counts }: VisibleGroup["record"], above: number): number {
  let rank = above + 1;
  while (rank < WELL && (counts[rank] ?? 0) === 0) rank++;
  return rank;
}
