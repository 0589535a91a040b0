import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { type PlannedLeave, plannedLeavesOf } from "@/lib/domain/planned-leaves";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/**
 * A group names machines that were to be gone by now (`stolos.dev/planned-leaves`), and their entries are still there: they may get traffic, and when
 * they do leave it counts as planned, whatever the cause.
 */
export const stillHereAfterPlan: Rule<"group"> = {
  code: "STL216",
  name: "still-here-after-plan",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups", "workloadentries"],
  noPatchBecause: "whether the machine goes or the plan is given up is for people to say",
  detect: (group, world) => {
    const late = plansOf(group).filter(({ by, entry }) => by !== null && by < world.now && world.entryNamed(group.namespace, entry) !== null);
    if (late.length === 0) return [];
    const entries = late.map(({ entry }) => findingObject("WorkloadEntry", { namespace: group.namespace, name: entry }));
    return [{ objects: [findingObject("WorkloadGroup", group), ...entries], evidence: { entries: late.map(({ entry }) => entry).sort() } }];
  },
  due: (group, { now }) => {
    const ahead = plansOf(group).flatMap(({ by }) => (by !== null && by >= now ? [by + 1] : []));
    return ahead.length === 0 ? null : Math.min(...ahead);
  },
};

function plansOf({ plannedLeaves }: WorkloadGroup): readonly PlannedLeave[] {
  const planned = plannedLeavesOf(plannedLeaves);
  return planned.kind === "read" ? planned.leaves : [];
}
