import { HEALTH_GATE } from "@/lib/domain/findings/entries/shared-marks";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isGateOn } from "@/lib/domain/health-gate";
import { labelOf } from "@/lib/domain/label-set";

/**
 * The group switches the health gate on for its entries and has no probe: a machine whose bundle is made of it reports nothing, and istiod sends it to
 * nobody (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy).
 */
export const gateWithoutProbe: Rule<"group"> = {
  code: "STL212",
  name: "gate-without-probe",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  detect: (group, world) => {
    if (group.probe !== null || !isGateOn(labelOf(group.entryAnnotations, HEALTH_GATE) ?? null)) return [];
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { annotations: { [HEALTH_GATE]: null } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { machines: world.memberCount(group) }, patch }];
  },
};
