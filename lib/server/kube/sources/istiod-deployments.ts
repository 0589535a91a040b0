import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type IstiodDeployment, parseIstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";

/** istiod's own Deployments: what they tell Pods that cannot be seen. */
export const istiodDeployments: KubeSource<IstiodDeployment> = {
  resource: { group: "apps", versions: ["v1"], namespaced: true },
  place: "istiod-namespace",
  labelSelector: "app=istiod",
  probed: "seldom",
  parse: parseIstiodDeployment,
};
