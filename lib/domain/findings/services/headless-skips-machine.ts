import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { selectionMatch } from "@/lib/domain/selection/match";

/**
 * Only headless Services select a machine, and these never take entries: nobody calls it, without a word
 * (pilot/pkg/serviceregistry/kube/controller/controller.go: client-side load balancing only).
 */
export const headlessSkipsMachine: Rule<"entry"> = {
  code: "STL315",
  name: "headless-skips-machine",
  subject: "entry",
  severity: "warning",
  needs: ["services", "serviceentries"],
  noPatchBecause: "clusterIP stays as a Service was made: what takes machines is another Service, or a ServiceEntry",
  detect: (entry, world) => {
    if (world.hostsTaking(entry).length > 0) return [];
    return world.hostsIn(entry.namespace).flatMap((host) => {
      const { selector } = host;
      if (selector.kind !== "Service" || !selector.isHeadless || selector.type === "ExternalName" || selector.selector.length === 0) return [];
      if (!selectionMatch({ ...selector, isHeadless: false }, { kind: "entry", entry }, world.mesh.settings).isSelected) return [];
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence: { host: hostKey(host), hosts: host.hosts } }];
    });
  },
};
