import type { KubeconfigSettings } from "@/lib/server/kube/cluster-context";

/** Settings that name no cluster. */
export const NO_KUBECONFIG: KubeconfigSettings = {
  kubeconfig: null,
  kubeconfigVariable: null,
  kubeconfigs: null,
  home: null,
  contexts: null,
  serviceHost: null,
  servicePort: null,
  serviceAccountFolder: "/nowhere",
  allowExec: false,
};
