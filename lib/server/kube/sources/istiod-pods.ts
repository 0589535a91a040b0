import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type IstiodPod, parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { CORE_API } from "@/lib/server/kube/resource";

/** istiod's own Pods: the replicas that hold machines' connections. */
export const istiodPods: KubeSource<IstiodPod> = {
  resource: { ...CORE_API, namespaced: true },
  place: "istiod-namespace",
  labelSelector: "app=istiod",
  probed: "seldom",
  parse: parseIstiodPod,
};
