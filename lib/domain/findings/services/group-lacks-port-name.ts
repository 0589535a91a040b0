import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { templateEntry } from "@/lib/domain/hosts/template-entry";
import { countMembersWithTemplateDefect, hostsOfTemplate, missingTargets } from "./shared-ports";

/**
 * A Service names its target port, and the template of a group that it selects has no port of this name. istiod leaves its machines out of that port
 * (pilot/pkg/serviceregistry/kube/controller/controller.go, workload instances of a Service). `machines` have these ports now, and new machines will.
 */
export const groupLacksPortName: Rule<"group"> = {
  code: "STL318",
  name: "group-lacks-port-name",
  subject: "group",
  severity: "error",
  needs: ["services", "workloadentries"],
  noPatchBecause: "on which port the application listens only its owner knows",
  detect: (group, world) => {
    if (world.memberCount(group) === 0) return [];
    return hostsOfTemplate(group, world).flatMap((host) => {
      const evidence = missingTargets(host, templateEntry(group));
      if (evidence === null) return [];
      const machines = countMembersWithTemplateDefect(group, host, world, (entry) => missingTargets(host, entry) !== null);
      return [{ of: hostKey(host), objects: [findingObject("WorkloadGroup", group), hostObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};
