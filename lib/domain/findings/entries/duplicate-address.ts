import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** A socket is on the caller's own machine: the same path is another socket on each. */
const SOCKET = "unix://";

/**
 * Several entries have one address in one network. istiod sends each of them, a caller's Envoy keeps the first of equal address and port, and the
 * proxy there is taken for one of the machines (pilot/pkg/serviceregistry/util/workloadinstances/util.go; Envoy, eds.cc). Told by the first of them.
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
    if (address === "" || address.startsWith(SOCKET)) return [];
    const all = world.entriesAt(network, address);
    const [first] = all;
    if (all.length < 2 || first === undefined || first.uid !== entry.uid) return [];
    const named = all.filter(({ serviceAccount }) => serviceAccount !== "");
    const accounts = [...new Set(named.map(({ namespace, serviceAccount }) => `${namespace}/${serviceAccount}`))].sort();
    return [{ objects: all.map((one) => findingObject("WorkloadEntry", one)), evidence: { address, network, entries: all.length, accounts } }];
  },
};
