/** A revision of istiod that is planned and does not run, with both settings off that a machine needs first. */
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
/** Where it is made. */
export const DEPLOYMENTS = "/apis/apps/v1/namespaces/istio-system/deployments";
