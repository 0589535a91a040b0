import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** The machines. */
export const workloadEntries: KubeSource<WorkloadEntry> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "often",
  parse: parseWorkloadEntry,
};
