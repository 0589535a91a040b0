import type { WorkloadPod } from "@/lib/domain/workload-pod";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseWorkloadPod } from "@/lib/server/kube/parse/workload-pod";
import { CORE_API } from "@/lib/server/kube/resource";

/** Pods in namespaces of teams, beside the machines there: where a selector could take a machine, and where a view needs them. */
export const workloadPods: KubeSource<WorkloadPod> = {
  resource: { ...CORE_API, namespaced: true },
  place: "on-demand",
  labelSelector: "",
  probed: "seldom",
  parse: parseWorkloadPod,
};
