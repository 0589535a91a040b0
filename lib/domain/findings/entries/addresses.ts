import { unseenPodNetworkSources } from "@/lib/domain/findings/caller-networks";
import { addressFaultEvidence, otherTargetEvidence } from "@/lib/domain/findings/endpoint-address";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { networkOfPod } from "@/lib/domain/selection/workload";

/** The prefix of a socket address. The socket is on the caller's machine, so that the same path is another socket for each caller. */
const SOCKET_PREFIX = "unix://";

/**
 * Several entries have one address in one network. istiod sends all of them, and the Envoy of a caller keeps the first endpoint of equal address and
 * port. istiod treats the proxy at the address as one of these machines (pilot/pkg/serviceregistry/util/workloadinstances/util.go; Envoy, eds.cc).
 * The first entry has the finding.
 */
export const duplicateAddress: Rule<"entry"> = {
  code: "STL115",
  name: "duplicate-address",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["workloadentries"],
  noPatchBecause: "which of them has the address is known to whoever runs the machines",
  detect: (entry, world) => {
    const { address, network } = entry;
    if (address === "" || address.startsWith(SOCKET_PREFIX)) return [];
    const all = world.entriesAt(network, address);
    const [first] = all;
    if (all.length < 2 || first === undefined || first.uid !== entry.uid) return [];
    const named = all.filter(({ serviceAccount }) => serviceAccount !== "");
    const accounts = [...new Set(named.map(({ namespace, serviceAccount }) => `${namespace}/${serviceAccount}`))].sort();
    return [{ objects: all.map((one) => findingObject("WorkloadEntry", one)), evidence: { address, network, entries: all.length, accounts } }];
  },
};

/**
 * A Pod has the address of the entry in the same network. Callers of the machine reach the Pod, or callers of the Pod reach the machine. In another network the
 * same address is another machine (pilot/pkg/serviceregistry/kube/controller/network.go).
 */
export const addressOfAPod: Rule<"entry"> = {
  code: "STL116",
  name: "address-of-a-pod",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["workload-pods", "namespaces"],
  // If the entry or the Pod has no network, both count as in one network.
  refutedBy: (entry, world) => (entry.network === "" ? [] : unseenPodNetworkSources(world)),
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

/**
 * The entry has neither an address nor a network. In a mesh without a gateway a real istiod 1.31 sends callers an empty address with the port. With a gateway
 * it sends no endpoint, except that DNS services may still send the empty address. The schema accepts an empty address. Istio's webhook rejects it
 * (pkg/config/validation/validation.go, ValidateWorkloadEntry), so the entry was written without the webhook.
 */
export const addressEmpty: Rule<"entry"> = {
  code: "STL117",
  name: "address-empty",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "the address is known to whoever runs the machine",
  detect: (entry) => {
    if (entry.address !== "" || entry.network !== "") return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { isRegistered: entry.registrationGroup !== "" } }];
  },
};

/**
 * The entry's address is a loopback, unspecified or metadata address, which never leads to a machine, although istiod sends it; or it is not an
 * address for Istio (docs/istio.md#webhook-entries).
 */
export const addressNotOfAMachine: Rule<"entry"> = {
  code: "STL127",
  name: "address-not-of-a-machine",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "the address is known to whoever runs the machine",
  detect: (entry) => {
    const evidence = addressFaultEvidence(entry.address);
    return evidence === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
};

/** The entry's address is link-local, of Docker's bridge, or the cluster IP of a visible Service, so that a caller does not reach the machine. */
export const addressLeadsElsewhere: Rule<"entry"> = {
  code: "STL128",
  name: "address-leads-elsewhere",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["services", "namespaces"],
  refutedBy: (entry, world) => (entry.network === "" ? [] : unseenPodNetworkSources(world)),
  noPatchBecause: "the address is known to whoever runs the machine",
  detect: (entry, world) => {
    const other = otherTargetEvidence(entry, world);
    return other === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry), ...other.objects], evidence: other.evidence }];
  },
};

/** Rules about the address of an entry. */
export const ENTRY_ADDRESS_RULES: readonly Rule<"entry">[] = [duplicateAddress, addressOfAPod, addressEmpty, addressNotOfAMachine, addressLeadsElsewhere];
