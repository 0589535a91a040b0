import { refusedProbe } from "@/lib/domain/findings/refused-probe";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The group has a probe and the entry no health gate: the gate comes from the machine's own mesh.yaml at its first registration, not from the group
 * (pilot/pkg/autoregistration/controller.go, workloadEntryFromGroup).
 */
export const probeNotInForce: Rule<"entry"> = {
  code: "STL104",
  name: "probe-not-in-force",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "workloadgroups"],
  noPatchBecause: "only a bundle with the probe makes the machine report, and only an entry that is made anew then has the gate",
  detect: (entry, world) => {
    // An annotation that says something is somebody's will, and reports that are ignored are another finding.
    if (entry.registrationGroup === "" || (entry.gate ?? "") !== "" || entry.health !== null) return [];
    const group = world.groupOf(entry);
    if (group === null || group.probe === null) return [];
    const evidence = { group: group.name, method: group.probe.method, isRefused: refusedProbe(group.probe) !== null, groupEdited: (group.generation ?? 1) > 1 };
    return [{ objects: [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)], evidence }];
  },
};
