import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { isOfItsGroup, missingTargets } from "./shared-ports";

/**
 * A Service names its target port, and a machine that it takes names no port so: istiod leaves the machine out of that port without a word
 * (pilot/pkg/serviceregistry/kube/controller/controller.go, workload instances of a Service). Of machines like their group it is told of the group.
 */
export const portNameMissing: Rule<"entry"> = {
  code: "STL305",
  name: "port-name-missing",
  subject: "entry",
  severity: "error",
  needs: ["services", "workloadgroups"],
  noPatchBecause: "on which port the application listens only its owner knows",
  detect: (entry, world) =>
    world.hostsTaking(entry).flatMap((host) => {
      const evidence = missingTargets(host, entry);
      if (evidence === null || isOfItsGroup(entry, host, world)) return [];
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    }),
};
