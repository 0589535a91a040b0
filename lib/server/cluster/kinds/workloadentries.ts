import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { UntabledKind } from "@/lib/server/cluster/kind";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** The machines. */
export const workloadEntries: UntabledKind<WorkloadEntry> = {
  resource: ISTIO_API,
  place: "namespaces",
  isProbedOften: true,
  parse: parseWorkloadEntry,
  table: null,
  recorded: { recordedBy: "entries", storedAs: "workloadentries" },
  withoutRight: "no data; the page names the missing right",
};
