import { hostKey, hostObject } from "@/lib/domain/findings/host-parts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { templateEntry } from "@/lib/domain/hosts/template-entry";
import { hostsOfTemplate, surprise } from "./shared-ports";

/**
 * A host's port ends on all machines of a group where one would not look: the template's own name of the port goes before a written `targetPort`, or the
 * host's number is called and the template names others only (pilot/pkg/serviceregistry/serviceentry/conversion.go
 * convertWorkloadInstanceToServiceInstance).
 */
export const groupPortSurprise: Rule<"group"> = {
  code: "STL319",
  name: "group-port-surprise",
  subject: "group",
  severity: "note",
  needs: ["services", "serviceentries", "workloadentries"],
  noPatchBecause: "which of the two ports the application listens on only its owner knows",
  detect: (group, world) => {
    const machines = world.memberCount(group);
    if (machines === 0 || group.template.ports.length === 0) return [];
    return hostsOfTemplate(group, world).flatMap((host) => {
      const evidence = surprise(host, templateEntry(group));
      if (evidence === null) return [];
      return [{ of: hostKey(host), objects: [findingObject("WorkloadGroup", group), hostObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};
