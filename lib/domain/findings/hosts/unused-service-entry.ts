import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { nearestTo, selectsInVain } from "./takes-nobody";

/** A ServiceEntry that selects by labels which nobody of its namespace has, or nearly has: as a rule what a migration left behind. */
export const unusedServiceEntry: Rule<"host"> = {
  code: "STL303",
  name: "unused-service-entry",
  subject: "host",
  severity: "note",
  needs: ["workloadentries", "workload-pods"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || !selectsInVain(host, world)) return [];
    if (nearestTo(selector, world.selection(selector.namespace)) !== null || world.labelledElsewhere(host) !== null) return [];
    const wanted = (selector.selector ?? []).map(([key, value]) => `${key}=${value}`);
    const patch = { command: `kubectl delete serviceentries.networking.istio.io -n ${selector.namespace} ${selector.name}` };
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, wanted }, patch }];
  },
};
