import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";

const istio = "networking.istio.io/v1";

const group: KubeObject[] = [
  {
    apiVersion: istio,
    kind: "WorkloadGroup",
    metadata: { name: "checkout", namespace: "play", labels: { team: "shop" } },
    spec: {
      metadata: { labels: { app: "checkout", version: "v1" }, annotations: { "shop.example.com/owner": "team-shop" } },
      template: {
        serviceAccount: "vm",
        network: "vpc-2",
        weight: 3,
        locality: "eu-central-1/eu-central-1a",
        labels: { app: "overridden", tier: "backend" },
        ports: { http: 8080, grpc: 9090 },
      },
      probe: { periodSeconds: 5, httpGet: { path: "/healthz", port: 8080 } },
    },
  },
  {
    apiVersion: istio,
    kind: "WorkloadGroup",
    metadata: { name: "plain", namespace: "play" },
    spec: { metadata: { labels: { app: "plain" } }, template: { serviceAccount: "vm", ports: { tcp: 5432 } } },
  },
  {
    apiVersion: istio,
    kind: "WorkloadEntry",
    metadata: { name: "hand-written", namespace: "play", annotations: { "proxy.istio.io/health-checks-enabled": "true" } },
    spec: { address: "10.30.0.9", serviceAccount: "vm", labels: { app: "legacy" } },
  },
];

const shop: KubeObject[] = [
  {
    apiVersion: istio,
    kind: "WorkloadGroup",
    metadata: { name: "checkout", namespace: "shop" },
    spec: {
      metadata: { labels: { app: "checkout", version: "v1" } },
      template: { serviceAccount: "shop-vm", ports: { http: 8080 }, network: "vpc-2" },
      probe: { periodSeconds: 5, httpGet: { path: "/healthz", port: 8080 } },
    },
  },
];

/** The objects that the recorded steps apply, by the file name in the step. */
export const recordedFiles: ReadonlyMap<string, readonly KubeObject[]> = new Map([
  ["scenarios/objects/group.yaml", group],
  ["scenarios/objects/shop.yaml", shop],
]);
