import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** Groups of machines. */
export const workloadGroups: KubeSource<WorkloadGroup> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "often",
  parse: parseWorkloadGroup,
};
