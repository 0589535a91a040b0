import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { Random } from "@/lib/sandbox/istiod/random";
import { demoGroups, type GroupPlan } from "./demo-groups";
import { podObject } from "./ground";
import { nodes } from "./places";
import { seededMeta } from "./seeded-meta";

const istio = "networking.istio.io/v1";

/** Groups that clients reach by a host of the mesh, and not by a Kubernetes Service. */
const byServiceEntry: Readonly<Record<string, string>> = {
  ledger: "ledger.payments.mesh.internal",
  "bank-connect": "bank-connect.payments.mesh.internal",
  "kafka-broker": "kafka.data.mesh.internal",
  "clickhouse-shard": "clickhouse.data.mesh.internal",
  "label-printer": "print.logistics.mesh.internal",
  "warehouse-picking": "picking.logistics.mesh.internal",
  "sap-bridge": "sap.legacy.mesh.internal",
  "origin-cache": "origin.media.mesh.internal",
};

/** Groups nobody calls: workers that only make calls of their own. */
const clientsOnly = new Set(["payout-batch", "spark-worker", "transcoder", "log-forwarder", "directory-sync", "reporting-nightly"]);

/** Groups on their way to containers: so many Pods serve beside the machines. */
const podsBeside: Readonly<Record<string, number>> = { storefront: 12, checkout: 6, login: 8, "parcel-tracking": 4, "schema-registry": 2, "alert-relay": 2 };

const withOutlierDetection = new Set(["storefront", "checkout", "login", "ledger", "kafka-broker", "parcel-tracking"]);

/** A Pod that is not ready: Kubernetes sends it nothing, and istiod sends it as unhealthy. */
const unreadyPods: Readonly<Record<string, number>> = { login: 5 };

/** Hosts that only some namespaces may call. */
const exportedTo: Readonly<Record<string, readonly string[]>> = { ledger: [".", "shop"] };

/** How clients reach the demo's groups: Services, ServiceEntries, rules, and the Pods beside some machines with their Deployments. */
export function demoServices(createdAt: bigint, random: Random): KubeObject[] {
  return demoGroups.flatMap((plan) => {
    if (clientsOnly.has(plan.name)) return [];
    const rule = withOutlierDetection.has(plan.name) ? [ruleObject(plan, createdAt)] : [];
    return [hostObject(plan, createdAt), ...rule, ...podsOf(plan, createdAt, random)];
  });
}

function hostObject(plan: GroupPlan, createdAt: bigint): KubeObject {
  const { namespace, name, port, probe } = plan;
  const host = byServiceEntry[name];
  const protocol = probe === "http" ? "HTTP" : probe === "https" ? "TLS" : "TCP";
  if (host === undefined) {
    const ports = [{ name: protocol.toLowerCase(), port: probe === "http" ? 80 : port, targetPort: port, protocol: "TCP" }];
    const metadata = { ...seededMeta(namespace, name, createdAt, "kubectl-client-side-apply", "v1"), labels: { app: name } };
    return { apiVersion: "v1", kind: "Service", metadata, spec: { type: "ClusterIP", clusterIP: clusterAddress(plan), selector: { app: name }, ports } };
  }
  const spec = {
    hosts: [host],
    location: "MESH_INTERNAL",
    resolution: "STATIC",
    ports: [{ name: protocol.toLowerCase(), number: port, protocol }],
    workloadSelector: { labels: { app: name } },
    ...(exportedTo[name] === undefined ? {} : { exportTo: exportedTo[name] }),
  };
  return { apiVersion: istio, kind: "ServiceEntry", metadata: seededMeta(namespace, name, createdAt, "kubectl-client-side-apply", istio), spec };
}

function ruleObject(plan: GroupPlan, createdAt: bigint): KubeObject {
  const host = byServiceEntry[plan.name] ?? `${plan.name}.${plan.namespace}.svc.cluster.local`;
  const trafficPolicy = {
    outlierDetection: { consecutive5xxErrors: 5, interval: "10s", baseEjectionTime: "30s" },
    loadBalancer: { localityLbSetting: { enabled: true, failover: [{ from: "eu-central-1", to: "europe-west3" }] } },
  };
  return {
    apiVersion: istio,
    kind: "DestinationRule",
    metadata: seededMeta(plan.namespace, plan.name, createdAt, "kubectl-client-side-apply", istio),
    spec: { host, trafficPolicy, ...(subsets[plan.name] === undefined ? {} : { subsets: subsets[plan.name] }) },
  };
}

/** Of the storefront's machines none has a version: they are in no subset but that of their team. */
const subsets: Readonly<Record<string, readonly object[]>> = {
  storefront: [
    { name: "machines", labels: { team: "shop" } },
    { name: "containers", labels: { version: "containers" } },
    { name: "canary", labels: { version: "canary" } },
  ],
};

function podsOf(plan: GroupPlan, createdAt: bigint, random: Random): KubeObject[] {
  const hash = random.suffix(9);
  const place = demoGroups.indexOf(plan);
  const count = podsBeside[plan.name] ?? 0;
  const pods = Array.from({ length: count }, (_, index) => {
    const node = nodes[index % nodes.length];
    if (node === undefined) throw new Error("the demo has no nodes");
    const labels = { app: plan.name, version: "containers", "pod-template-hash": hash };
    const pod = podObject({
      namespace: plan.namespace,
      name: `${plan.name}-${hash}-${random.suffix(5)}`,
      labels,
      place: node,
      ip: `10.110.${place}.${index + 4}`,
      port: plan.port,
      createdAt,
    });
    return index === unreadyPods[plan.name] ? unready(pod, createdAt) : pod;
  });
  return count === 0 ? [] : [deploymentObject(plan, count, createdAt), ...pods];
}

/** The Deployment of a group's Pods, all of them ready but those that never are. */
function deploymentObject({ namespace, name, port }: GroupPlan, replicas: number, createdAt: bigint): KubeObject {
  const labels = { app: name, version: "containers" };
  const ready = unreadyPods[name] === undefined ? replicas : replicas - 1;
  const container = { name: "app", image: `registry.example.com/${namespace}/${name}:containers`, ports: [{ containerPort: port, protocol: "TCP" }] };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...seededMeta(namespace, name, createdAt, "kubectl-client-side-apply", "apps/v1"), labels: { app: name } },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName: "default", containers: [container] } },
    },
    status: { observedGeneration: 1, replicas, updatedReplicas: replicas, readyReplicas: ready, availableReplicas: ready },
  };
}

function unready(pod: KubeObject, since: bigint): KubeObject {
  const time = kubeTime(since);
  const condition = { type: "Ready", status: "False", reason: "ContainersNotReady", message: "containers with unready status: [app]" };
  const [container] = (pod.status?.containerStatuses ?? []) as object[];
  return {
    ...pod,
    status: {
      ...pod.status,
      conditions: [{ ...condition, lastProbeTime: null, lastTransitionTime: time }],
      containerStatuses: [{ ...container, ready: false }],
    },
  };
}

const clusterAddress = (plan: GroupPlan): string => `10.96.1.${demoGroups.indexOf(plan) + 10}`;
