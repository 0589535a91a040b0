/** A revision of istiod with zero replicas and without the two settings that machines need. */
export const OLD_REVISION = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "istiod-old", namespace: "istio-system", labels: { app: "istiod", "istio.io/rev": "old" } },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: "istiod", "istio.io/rev": "old" } },
    template: {
      metadata: { labels: { app: "istiod", "istio.io/rev": "old" } },
      spec: {
        containers: [
          {
            name: "discovery",
            image: "docker.io/istio/pilot:1.30.4",
            env: ["AUTOREGISTRATION", "HEALTHCHECKS"].map((name) => ({ name: `PILOT_ENABLE_WORKLOAD_ENTRY_${name}`, value: "false" })),
          },
        ],
      },
    },
  },
};
/** The path at which a Deployment is created. */
export const DEPLOYMENTS = "/apis/apps/v1/namespaces/istio-system/deployments";
