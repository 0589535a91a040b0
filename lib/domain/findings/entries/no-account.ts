import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { managementOf } from "@/lib/domain/management";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { TLS_MODE_LABEL } from "@/lib/domain/selection/machine";

/**
 * The entry names no service account, so its identity is not known: callers send it plain text, and through a gateway of another network nothing
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go, getTLSModeFromWorkloadEntry; pilot/pkg/xds/endpoints/mtls_checker.go).
 */
export const noAccount: Rule<"entry"> = {
  code: "STL118",
  name: "no-account",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  noPatchBecause: "which account a machine has is in its token, and one without a sidecar may have none",
  detect: (entry, world) => {
    if (entry.serviceAccount !== "") return [];
    // That its group names none is told of the group; that it names one, as a difference from it.
    if (entry.registrationGroup !== "" && world.groupOf(entry) !== null) return [];
    const hosts = world.hostsTaking(entry);
    const management = managementOf(entry);
    // A machine that nobody calls and no istiod knows has nothing to prove; one whose label says so has no sidecar.
    if ((management === "unmanaged" && hosts.length === 0) || mergedLabel(entry, TLS_MODE_LABEL) === "disabled") return [];
    const objects = [findingObject("WorkloadEntry", entry), ...hosts.map(({ selector }) => findingObject(selector.kind, selector))];
    return [{ objects, evidence: { hosts: hosts.length, network: entry.network, management } }];
  },
};
