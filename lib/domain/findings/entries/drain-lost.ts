import { markPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { DRAIN_KEPT_MS, lostDrainOf } from "@/lib/domain/lost-drain";
import { managementOf } from "@/lib/domain/management";
import { DRAINING_LABEL, isDraining } from "@/lib/domain/serving-of";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/**
 * A machine was drained, its entry went, and it registered anew: istiod makes the entry from the group and the machine's own labels, without the
 * label that drained it (pilot/pkg/autoregistration/controller.go), so that callers are sent the machine again.
 */
export const drainLost: Rule<"entry"> = {
  code: "STL126",
  name: "drain-lost",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (entry, world) => {
    if (!mayHaveLost(entry)) return [];
    const past = world.pastOf(entry);
    if (past === null) return { cannotTell: ["workloadentries"] };
    if (lostDrainOf(entry, past.drainedBefore, world.now) === null) return [];
    const isInForce = world.mesh.settings.drainingLabel === DRAINING_LABEL;
    const evidence = { label: DRAINING_LABEL, isInForce };
    const patch = markPatch("WorkloadEntry", entry, { marks: "labels", key: DRAINING_LABEL, value: "true" });
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...(isInForce && { patch }) }];
  },
  due: (entry, world) => {
    const drained = mayHaveLost(entry) ? lostDrainOf(entry, world.pastOf(entry)?.drainedBefore ?? null, world.now) : null;
    return drained === null ? null : drained.endedAt + DRAIN_KEPT_MS;
  },
};

/** Whoever writes an entry by hand decides about its labels. */
function mayHaveLost(entry: WorkloadEntry): boolean {
  return managementOf(entry) === "auto" && !isDraining(entry);
}
