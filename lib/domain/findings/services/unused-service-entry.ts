import { podNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { Rule } from "@/lib/domain/findings/rule";
import { callingNamespaces, destinationsInNamespace, hostInNamespace } from "@/lib/domain/findings/service-destinations";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { nearestTo, selectsInVain } from "./takes-nobody";

/**
 * A ServiceEntry selects by labels that no machine or Pod of its namespace has, or nearly has. As a rule, a migration left it behind. It is not reported
 * while callers get endpoints of another object under one of its host names.
 */
export const unusedServiceEntry: Rule<"host"> = {
  code: "STL303",
  name: "unused-service-entry",
  subject: "host",
  severity: "note",
  needs: ["workloadentries", "workload-pods"],
  betterWith: ["mesh-config"],
  refutedBy: (_, world) => ["services", "serviceentries", "destinationrules", ...podNetworkSources(world)],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || !selectsInVain(host, world)) return [];
    if (nearestTo(selector, world.selection(selector.namespace)) !== null || world.labelledElsewhere(host) !== null) return [];
    if (hasEndpointsOfOthers(host, world)) return [];
    const wanted = (selector.selector ?? []).map(([key, value]) => `${key}=${value}`);
    const patch = { command: `kubectl delete serviceentries.networking.istio.io -n ${selector.namespace} ${selector.name}` };
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, wanted }, patch }];
  },
};

/** True if its callers get an endpoint of another object under one of its host names. The object itself selects no machine or Pod. */
function hasEndpointsOfOthers({ uid, hosts, selector }: FindingHost, world: FindingsWorld): boolean {
  const { namespace } = selector;
  const callers = callingNamespaces(selector, world.mesh.settings);
  return hosts.some((name) => {
    if (!world.hostsDefining(name).some((one) => one.uid !== uid && one.selector.namespace === namespace)) return false;
    return callers.some((caller) => {
      const here = hostInNamespace(name, namespace, world, caller);
      if (here === null || here.definition.namespace !== namespace) return false;
      return destinationsInNamespace(here, "").some(({ groups }) => groups.some(({ endpoints }) => endpoints.length > 0));
    });
  });
}
