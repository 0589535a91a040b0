import { STATES } from "@/lib/domain/verdict";
import { worstRank } from "@/lib/server/fleet/group-row";
import { compareText } from "@/lib/server/fleet/group-table";
import type { VisibleGroup } from "./visible-groups";

/** Worst first: by the worst state, then by the share of machines in it, then by name. */
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
  return sight.machines ? record.trouble.size / Math.max(1, record.members.size) : 0;
}

/** A group whose object cannot be read is worst; one without machines in sight comes last. */
function rankOf({ record, sight }: VisibleGroup): number {
  if (sight.object && record.object?.unreadable) return -1;
  return sight.machines ? worstRank(record, sight) : STATES.length;
}
