import { hostKey, hostObject } from "@/lib/domain/findings/host-parts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { templateEntry } from "@/lib/domain/hosts/template-entry";
import { hostsOfTemplate, missingTargets } from "./shared-ports";

/**
 * A Service names its target port, and the template of a group whose machines it takes names no port so: istiod leaves them all out of that port without a
 * word (pilot/pkg/serviceregistry/kube/controller/controller.go, workload instances of a Service).
 */
export const groupLacksPortName: Rule<"group"> = {
  code: "STL318",
  name: "group-lacks-port-name",
  subject: "group",
  severity: "error",
  needs: ["services", "workloadentries"],
  noPatchBecause: "on which port the application listens only its owner knows",
  detect: (group, world) => {
    const machines = world.memberCount(group);
    if (machines === 0) return [];
    return hostsOfTemplate(group, world).flatMap((host) => {
      const evidence = missingTargets(host, templateEntry(group));
      if (evidence === null) return [];
      return [{ of: hostKey(host), objects: [findingObject("WorkloadGroup", group), hostObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};
