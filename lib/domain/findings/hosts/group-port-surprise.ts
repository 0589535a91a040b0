import { hostKey, hostObject } from "@/lib/domain/findings/host-parts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { templateEntry } from "@/lib/domain/hosts/template-entry";
import { countOfItsGroup, hostsOfTemplate, surprise } from "./shared-ports";

/**
 * A service port ends on an unexpected port of machines that register with a group: the template's own name of the port goes before a written
 * `targetPort`, or the service's number is called and the template names others only (pilot/pkg/serviceregistry/serviceentry/conversion.go
 * convertWorkloadInstanceToServiceInstance). `machines` of them have these ports now, and new ones will.
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
      const evidence = surprise(host, templateEntry(group));
      if (evidence === null) return [];
      const machines = countOfItsGroup(group, host, world, (entry) => surprise(host, entry) !== null);
      return [{ of: hostKey(host), objects: [findingObject("WorkloadGroup", group), hostObject(host)], evidence: { ...evidence, machines } }];
    });
  },
};
