import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { azure } from "./places";
import { seededMeta } from "./seeded-meta";

const istio = "networking.istio.io/v1";
const security = "security.istio.io/v1";

/** A part of a row: which object it is. */
type Row = readonly [apiVersion: string, kind: string, namespace: string, name: string, spec: Record<string, unknown>];

/** Hosts whose story is not plain, and what else decides who answers for a host: routes, Sidecars and policies. */
export function oddHosts(createdAt: bigint): KubeObject[] {
  const objects = [...hosts, ...around].map(([apiVersion, kind, namespace, name, spec]) => ({
    apiVersion,
    kind,
    metadata: seededMeta(namespace, name, createdAt, "kubectl-client-side-apply", apiVersion),
    spec,
  }));
  return [...objects, scalesSlice(createdAt)];
}

/** The EndpointSlice of the Service `scales`, which has no selector. The third scale is not ready. */
function scalesSlice(createdAt: bigint): KubeObject {
  const apiVersion = "discovery.k8s.io/v1";
  const meta = seededMeta("logistics", "scales-1", createdAt, "kubectl-client-side-apply", apiVersion);
  return {
    apiVersion,
    kind: "EndpointSlice",
    metadata: { ...meta, labels: { "kubernetes.io/service-name": "scales", "endpointslice.kubernetes.io/managed-by": "logistics-team" } },
    addressType: "IPv4",
    ports: [{ name: "tcp", port: 8008, protocol: "TCP" }],
    endpoints: [
      { addresses: ["10.60.33.61"], conditions: { ready: true } },
      { addresses: ["10.60.33.62"], conditions: { ready: true } },
      { addresses: ["10.60.33.63"], conditions: { ready: false, serving: false, terminating: false } },
    ],
  };
}

const entry = (namespace: string, name: string, spec: Record<string, unknown>): Row => [
  istio,
  "ServiceEntry",
  namespace,
  name,
  { location: "MESH_INTERNAL", resolution: "STATIC", ...spec },
];
const service = (namespace: string, name: string, clusterIP: string, port: number, selector: Record<string, string>): Row => [
  "v1",
  "Service",
  namespace,
  name,
  { type: "ClusterIP", clusterIP, selector, ports: [{ name: "tcp", port, targetPort: port, protocol: "TCP" }] },
];
const tcp = (number: number) => [{ name: "tcp", number, protocol: "TCP" }];
const selecting = (labels: Record<string, string>) => ({ workloadSelector: { labels } });

const hosts: readonly Row[] = [
  // One host, two owners: which of them is called is a matter of the caller.
  entry("telemetry", "kafka-mirror", { hosts: ["kafka.data.mesh.internal"], ports: tcp(9092), ...selecting({ app: "log-forwarder" }) }),
  // Its one machine has the gate on and never reported: nobody answers.
  entry("identity", "radius", { hosts: ["radius.identity.mesh.internal"], ports: tcp(1812), ...selecting({ app: "radius" }) }),
  // Oracle's machines have the roles "primary" and "standby": it takes neither.
  service("legacy", "oracle", "10.96.2.10", 1521, { app: "oracle", role: "main" }),
  // A machine without an account, so without mutual TLS, where a policy demands it.
  entry("payments", "hsm", {
    hosts: ["hsm.payments.mesh.internal"],
    ports: [{ name: "tls", number: 1792, protocol: "TLS" }],
    ...selecting({ app: "hsm" }),
  }),
  // It has no selector: its endpoints are addresses of an EndpointSlice.
  [
    "v1",
    "Service",
    "logistics",
    "scales",
    { type: "ClusterIP", clusterIP: "10.96.2.11", ports: [{ name: "tcp", port: 8008, targetPort: 8008, protocol: "TCP" }] },
  ],
  // Its endpoints are written out; the first is the address of a machine that has an entry too.
  entry("logistics", "conveyor", {
    hosts: ["conveyor.logistics.mesh.internal"],
    ports: tcp(502),
    endpoints: [
      { address: "10.60.33.40", network: azure.network, locality: "germanywestcentral/germanywestcentral-2", ports: { tcp: 502 } },
      { address: "10.60.33.41", network: azure.network, locality: "germanywestcentral/germanywestcentral-2", ports: { tcp: 502 }, weight: 2 },
    ],
  }),
];

const storefront = "storefront.shop.svc.cluster.local";

const around: readonly Row[] = [
  [
    istio,
    "VirtualService",
    "shop",
    "storefront",
    {
      hosts: [storefront],
      http: [
        {
          route: [
            { destination: { host: storefront, subset: "machines" }, weight: 80 },
            { destination: { host: storefront, subset: "containers" }, weight: 20 },
          ],
        },
      ],
    },
  ],
  [istio, "Sidecar", "media", "default", { egress: [{ hosts: ["./*", "identity/*", "istio-system/*"] }] }],
  [security, "PeerAuthentication", "payments", "default", { mtls: { mode: "STRICT" } }],
  [
    security,
    "AuthorizationPolicy",
    "payments",
    "ledger",
    {
      selector: { matchLabels: { app: "ledger" } },
      action: "ALLOW",
      rules: [{ from: [{ source: { principals: ["cluster.local/ns/shop/sa/checkout-vm", "cluster.local/ns/payments/sa/payout-batch-vm"] } }] }],
    },
  ],
];
