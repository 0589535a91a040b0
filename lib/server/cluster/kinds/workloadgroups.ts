import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { UntabledKind } from "@/lib/server/cluster/kind";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** Groups of machines. */
export const workloadGroups: UntabledKind<WorkloadGroup> = {
  resource: ISTIO_API,
  place: "namespaces",
  isProbedOften: true,
  parse: parseWorkloadGroup,
  table: null,
  recorded: { recordedBy: "groups", storedAs: "workloadgroups" },
  withoutRight: "no data; the page names the missing right",
};
