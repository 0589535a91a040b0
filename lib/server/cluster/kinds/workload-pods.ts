import type { StoredPod } from "@/lib/domain/selection/objects";
import type { TableKind } from "@/lib/server/cluster/kind";
import { parseWorkloadPod } from "@/lib/server/kube/parse/workload-pod";
import { CORE_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** Pods in namespaces of teams: only in those where a selector can match a machine, or that a view needs. */
export const workloadPods: TableKind<StoredPod> = {
  resource: { ...CORE_API, namespaced: true },
  place: "on-demand",
  parse: parseWorkloadPod,
  table: () => new IndexedTable(),
  recorded: { recordedBy: "gauges", storedAs: "workload-pods" },
  withoutRight: "Pods beside machines are not known",
};
