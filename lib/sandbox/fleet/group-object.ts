import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { GroupPlan } from "./demo-groups";
import { seededMeta } from "./seeded-meta";

const istio = "networking.istio.io/v1";
const managers = { argo: "argocd-controller", flux: "kustomize-controller", helm: "helm" } as const;
const portNames: Readonly<Record<GroupPlan["probe"], string>> = { http: "http", https: "https", tcp: "tcp", exec: "grpc", none: "tcp" };

export function accountOf(group: Pick<GroupPlan, "name">): string {
  return `${group.name}-vm`;
}

/** The account that the machines of a plan have their tokens of. */
export function accountObject(plan: Pick<GroupPlan, "name" | "namespace">, createdAt: bigint): KubeObject {
  const metadata = seededMeta(plan.namespace, accountOf(plan), createdAt, "kubectl-client-side-apply", "v1");
  return { apiVersion: "v1", kind: "ServiceAccount", metadata };
}

/** The WorkloadGroup of a plan, as its team would have written it. */
export function groupObject(plan: GroupPlan, createdAt: bigint): KubeObject {
  const { namespace, name, port, probe, clouds, expected, size, tool } = plan;
  const cloud = clouds.length === 1 ? clouds[0] : undefined;
  const declared = expected === undefined ? {} : { "stolos.dev/expected-size": typeof expected === "number" ? String(size + expected) : expected };
  const marks = toolMarks(plan);
  const healthCheck = probeOf(probe, port);
  return {
    apiVersion: istio,
    kind: "WorkloadGroup",
    metadata: {
      ...seededMeta(namespace, name, createdAt, tool === undefined ? "kubectl-client-side-apply" : managers[tool], istio),
      labels: { team: namespace, ...marks.labels },
      annotations: { ...declared, ...marks.annotations },
    },
    spec: {
      metadata: { labels: { app: name, team: namespace }, annotations: { "owner.example.com/channel": `#team-${namespace}` } },
      template: {
        serviceAccount: accountOf(plan),
        ports: { [portNames[probe]]: port },
        ...(cloud === undefined ? {} : { network: cloud.network, locality: `${cloud.region}/${cloud.zones[0]}` }),
      },
      ...(healthCheck === null ? {} : { probe: healthCheck }),
    },
  };
}

function probeOf(kind: GroupPlan["probe"], port: number): Record<string, unknown> | null {
  const timing = { initialDelaySeconds: 5, periodSeconds: 10, timeoutSeconds: 2, failureThreshold: 3, successThreshold: 1 };
  switch (kind) {
    case "http":
      return { ...timing, httpGet: { path: "/healthz", port } };
    case "https":
      return { ...timing, httpGet: { path: "/ready", port, scheme: "HTTPS", httpHeaders: [{ name: "X-Probe", value: "istio" }] } };
    case "tcp":
      return { ...timing, periodSeconds: 5, tcpSocket: { port } };
    case "exec":
      return { ...timing, periodSeconds: 15, exec: { command: ["/usr/local/bin/healthcheck", "--quick"] } };
    case "none":
      return null;
  }
}

function toolMarks({ namespace, name, tool }: GroupPlan): { labels: Record<string, string>; annotations: Record<string, string> } {
  switch (tool) {
    case "argo":
      return { labels: {}, annotations: { "argocd.argoproj.io/tracking-id": `${namespace}-vms:networking.istio.io/WorkloadGroup:${namespace}/${name}` } };
    case "flux":
      return { labels: { "kustomize.toolkit.fluxcd.io/name": namespace, "kustomize.toolkit.fluxcd.io/namespace": "flux-system" }, annotations: {} };
    case "helm":
      return {
        labels: { "app.kubernetes.io/managed-by": "Helm" },
        annotations: { "meta.helm.sh/release-name": `${namespace}-machines`, "meta.helm.sh/release-namespace": namespace },
      };
    default:
      return { labels: {}, annotations: {} };
  }
}
