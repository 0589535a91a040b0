import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { templateEntry } from "@/lib/domain/hosts/template-entry";
import { countMembersWithTemplateDefect, hostsOfTemplate, surprise } from "./shared-ports";

/**
 * A service port ends on an unexpected port of a group's machines. The template's name of the port overrides a written `targetPort`, or the template names
 * other ports only and callers use the service's number (pilot/pkg/serviceregistry/serviceentry/conversion.go convertWorkloadInstanceToServiceInstance).
 * `machines` have these ports now, and new machines will.
 */
export const groupPortSurprise: Rule<"group"> = {
  code: "STL319",
  name: "group-port-surprise",
  subject: "group",
  severity: "note",
  needs: ["services", "serviceentries", "workloadentries"],
  noPatchBecause: "which of the two ports the application listens on only its owner knows",
  detect: (group, world) => {
    if (world.memberCount(group) === 0 || group.template.ports.length === 0) return [];
    return hostsOfTemplate(group, world).flatMap((host) => {
      const evidence = surprise(host, templateEntry(group), world);
      if (evidence === null) return [];
      const machines = countMembersWithTemplateDefect(group, host, world, (entry) => surprise(host, entry, world) !== null);
      return [{ of: hostKey(host), objects: [findingObject("WorkloadGroup", group), hostObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};
