import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { controlPlaneNamespace, type PodPlace, type Revision, runningStatus } from "@/lib/sandbox/istiod/istiod-pods";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { aws, type Cloud, gcp, nodes } from "./places";
import { seededMeta } from "./seeded-meta";

/** What every cluster of the sandbox has (mesh settings also for each revision but the default one): the control plane's namespace, mesh settings, nodes, and gateways for two of the networks. */
export function groundObjects(createdAt: bigint, revisions: readonly Revision[] = []): KubeObject[] {
  const meta = (name: string, namespace = ""): KubeObject["metadata"] => seededMeta(namespace, name, createdAt, "helm", "v1");
  const inControlPlane = (name: string): KubeObject["metadata"] => meta(name, controlPlaneNamespace);
  const named = revisions.map(({ name }) => name).filter((name) => name !== "default");
  return [
    ...nodes.map((place) => nodeObject(place, createdAt)),
    { apiVersion: "v1", kind: "Namespace", metadata: { ...meta(controlPlaneNamespace), labels: { "topology.istio.io/network": aws.network } }, ...active },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: inControlPlane("istiod") },
    ...["istio", ...named.map((name) => `istio-${name}`)].map((name) => meshConfig(inControlPlane(name))),
    ...["istio-sidecar-injector", ...named.map((name) => `istio-sidecar-injector-${name}`)].map((name) => injectorConfig(inControlPlane(name))),
    istiodService(inControlPlane("istiod")),
    gatewayService(inControlPlane("istio-eastwestgateway"), aws, "203.0.113.10"),
    kubernetesGateway("istio-eastwestgateway-gcp", gcp, "198.51.100.24", createdAt),
    crossNetworkGateway(createdAt),
  ];
}

export function namespaceObjects(name: string, createdAt: bigint, labels: Record<string, string> = {}): KubeObject[] {
  const metadata = { ...seededMeta("", name, createdAt, "kubectl-create", "v1"), labels: { "kubernetes.io/metadata.name": name, ...labels } };
  return [
    { apiVersion: "v1", kind: "Namespace", metadata, ...active },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: seededMeta(name, "default", createdAt, "kube-controller-manager", "v1") },
  ];
}

const active = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };

function meshConfig(metadata: KubeObject["metadata"]): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { mesh, meshNetworks: "networks: {}" } };
}

/** Of what the injector is told, the part that names the cluster. */
function injectorConfig(metadata: KubeObject["metadata"]): KubeObject {
  const values = { global: { multiCluster: { enabled: false, clusterName: "Kubernetes" }, network: aws.network, meshID: "frankfurt" } };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { config: "policy: enabled\n", values: JSON.stringify(values, null, 2) } };
}

const mesh = `trustDomain: cluster.local
defaultConfig:
  discoveryAddress: istiod.istio-system.svc:15012
  meshId: frankfurt
  proxyMetadata:
    ISTIO_META_DNS_CAPTURE: "true"
`;

function nodeObject(place: PodPlace, createdAt: bigint): KubeObject {
  const time = kubeTime(createdAt);
  const labels = { "kubernetes.io/hostname": place.node, "topology.kubernetes.io/region": place.region, "topology.kubernetes.io/zone": place.zone };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { ...seededMeta("", place.node, createdAt, "kubelet", "v1"), labels },
    spec: {},
    status: {
      conditions: [{ type: "Ready", status: "True", reason: "KubeletReady", lastHeartbeatTime: time, lastTransitionTime: time }],
      addresses: [{ type: "InternalIP", address: place.ip }],
    },
  };
}

function istiodService(metadata: KubeObject["metadata"]): KubeObject {
  const ports = [
    { name: "grpc-xds", port: 15010, targetPort: 15010, protocol: "TCP" },
    { name: "https-dns", port: 15012, targetPort: 15012, protocol: "TCP" },
    { name: "https-webhook", port: 443, targetPort: 15017, protocol: "TCP" },
    { name: "http-monitoring", port: 15014, targetPort: 15014, protocol: "TCP" },
  ];
  const labels = { app: "istiod", "istio.io/rev": "default" };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { ...metadata, labels },
    spec: { type: "ClusterIP", clusterIP: "10.96.0.15", selector: { app: "istiod" }, ports },
  };
}

/** What makes a network reachable from the others: a Service that names it and has the port 15443 (docs/istio.md#gateways). */
function gatewayService(metadata: KubeObject["metadata"], cloud: Cloud, address: string): KubeObject {
  const labels = { app: "istio-eastwestgateway", istio: "eastwestgateway", "topology.istio.io/network": cloud.network };
  const ports = [
    { name: "tls", port: 15443, targetPort: 15443, protocol: "TCP" },
    { name: "tls-istiod", port: 15012, targetPort: 15012, protocol: "TCP" },
  ];
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { ...metadata, labels },
    spec: { type: "LoadBalancer", clusterIP: address.replace(/^\d+\.\d+/, "10.96"), selector: { istio: "eastwestgateway", network: cloud.network }, ports },
    status: { loadBalancer: { ingress: [{ ip: address }] } },
  };
}

/** The same by an object of the Kubernetes Gateway API: a listener with tls on 15443, and an address that it names itself (docs/istio.md#gateways). */
function kubernetesGateway(name: string, cloud: Cloud, address: string, createdAt: bigint): KubeObject {
  const apiVersion = "gateway.networking.k8s.io/v1";
  const labels = { "topology.istio.io/network": cloud.network };
  return {
    apiVersion,
    kind: "Gateway",
    metadata: { ...seededMeta(controlPlaneNamespace, name, createdAt, "kubectl-client-side-apply", apiVersion), labels },
    spec: {
      gatewayClassName: "istio",
      addresses: [{ type: "IPAddress", value: address }],
      listeners: [{ name: "cross-network", port: 15443, protocol: "TLS", tls: { mode: "Passthrough" } }],
    },
  };
}

/** Lets hosts of the cluster pass from one network to another; hosts outside `.local` it does not cover (docs/istio.md#gateway-hosts). */
function crossNetworkGateway(createdAt: bigint): KubeObject {
  const apiVersion = "networking.istio.io/v1";
  const servers = [{ port: { number: 15443, name: "tls", protocol: "TLS" }, tls: { mode: "AUTO_PASSTHROUGH" }, hosts: ["*.local"] }];
  const metadata = seededMeta(controlPlaneNamespace, "cross-network-gateway", createdAt, "kubectl-client-side-apply", apiVersion);
  return { apiVersion, kind: "Gateway", metadata, spec: { selector: { istio: "eastwestgateway" }, servers } };
}

/** A plain running Pod, as a Deployment would have made it; its container listens on `port`. */
export function podObject(pod: {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly place: PodPlace;
  readonly ip: string;
  readonly port: number;
  readonly createdAt: bigint;
}): KubeObject {
  const { namespace, name, labels, place, ip, port, createdAt } = pod;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...seededMeta(namespace, name, createdAt, "kube-controller-manager", "v1"), labels },
    spec: {
      nodeName: place.node,
      serviceAccountName: "default",
      containers: [
        { name: "app", image: `registry.example.com/${namespace}/${labels.app}:${labels.version}`, ports: [{ containerPort: port, protocol: "TCP" }] },
      ],
    },
    status: runningStatus("app", { ip }, kubeTime(createdAt)),
  };
}
