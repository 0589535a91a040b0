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

/** How clients reach the demo's groups: Services, ServiceEntries, rules, and the Pods beside some machines. */
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
    spec: { host, trafficPolicy },
  };
}

function podsOf(plan: GroupPlan, createdAt: bigint, random: Random): KubeObject[] {
  const hash = random.suffix(9);
  const place = demoGroups.indexOf(plan);
  return Array.from({ length: podsBeside[plan.name] ?? 0 }, (_, index) => {
    const node = nodes[index % nodes.length];
    if (node === undefined) throw new Error("the demo has no nodes");
    const labels = { app: plan.name, version: "containers", "pod-template-hash": hash };
    return podObject(plan.namespace, `${plan.name}-${hash}-${random.suffix(5)}`, labels, node, `10.110.${place}.${index + 4}`, createdAt);
  });
}

const clusterAddress = (plan: GroupPlan): string => `10.96.1.${demoGroups.indexOf(plan) + 10}`;
