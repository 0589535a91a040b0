import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { isOfItsGroup, surprise } from "./shared-ports";

/**
 * A host's port ends on a machine where one would not look: a port that the machine names as the host names its own goes before a written
 * `targetPort`, and where the machine has no such name the host's own number is called, though the machine says that it listens elsewhere
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go convertWorkloadInstanceToServiceInstance). Of machines like their group it is told of the group.
 */
export const portSurprise: Rule<"entry"> = {
  code: "STL306",
  name: "port-surprise",
  subject: "entry",
  severity: "note",
  needs: ["services", "serviceentries", "workloadgroups"],
  noPatchBecause: "which of the two ports the application listens on only its owner knows",
  detect: (entry, world) => {
    if (entry.ports.length === 0) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const evidence = surprise(host, entry, world);
      if (evidence === null || isOfItsGroup(entry, host, world)) return [];
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    });
  },
};
