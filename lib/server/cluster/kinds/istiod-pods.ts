import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type IstiodPod, parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { CORE_API } from "@/lib/server/kube/resource";

/** istiod's Pods: the replicas with the connections of machines. */
export const istiodPods: UntabledKind<IstiodPod> = {
  resource: { ...CORE_API, namespaced: true },
  place: "istiod-namespace",
  labelSelector: "app=istiod",
  parse: parseIstiodPod,
  table: null,
  // The name of its windows since the first version of the history.
  recorded: { recordedBy: "worlds", storedAs: "pods" },
  withoutRight: "no machine is verified, because its replica is not visible",
};
