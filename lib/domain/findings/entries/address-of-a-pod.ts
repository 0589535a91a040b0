import { podNetworkSources } from "@/lib/domain/findings/caller-networks";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { networkOfPod } from "@/lib/domain/selection/machine";

/**
 * A Pod has the address of the entry, in the same network: callers who mean the machine reach the Pod, or the other way round. In another network
 * the same address is another machine (pilot/pkg/serviceregistry/kube/controller/network.go).
 */
export const addressOfAPod: Rule<"entry"> = {
  code: "STL116",
  name: "address-of-a-pod",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["workload-pods", "namespaces"],
  // With no network on one side, both are in one.
  refutedBy: (entry, world) => (entry.network === "" ? [] : podNetworkSources(world)),
  noPatchBecause: "which of both has the address is known to whoever runs the machines",
  detect: (entry, world) => {
    const pods = world.podsAt(entry.address).filter((pod) => {
      const { phase } = pod;
      const network = networkOfPod(pod, world.mesh.settings);
      return phase !== "Succeeded" && phase !== "Failed" && (entry.network === "" || network === "" || network === entry.network);
    });
    if (pods.length === 0) return [];
    const objects = [findingObject("WorkloadEntry", entry), ...pods.map((pod) => findingObject("Pod", pod))];
    return [{ objects, evidence: { address: entry.address, network: entry.network, pods: pods.length } }];
  },
};
