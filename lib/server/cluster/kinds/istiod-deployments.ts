import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type IstiodDeployment, parseIstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";

/** istiod's Deployments: its settings where its Pods are not visible. */
export const istiodDeployments: UntabledKind<IstiodDeployment> = {
  resource: { group: "apps", versions: ["v1"], namespaced: true },
  place: "istiod-namespace",
  labelSelector: "app=istiod",
  parse: parseIstiodDeployment,
  table: null,
  recorded: null,
  withoutRight: "the maximum connection age is assumed; pages say so",
};
