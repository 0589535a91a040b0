import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { controlPlaneNamespace, type PodPlace } from "@/lib/sandbox/istiod/istiod-pods";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { ScriptCluster, ScriptEntry, ScriptGroup, ScriptService } from "./script";

const ISTIO = "networking.istio.io/v1";
const DAY_NANOS = 86_400_000_000_000n;
const EXPECTED_SIZE = "stolos.dev/expected-size";

/** "eu-central-1c" is in "eu-central-1", "europe-west3-b" in "europe-west3". */
export function regionOf(zone: string): string {
  return zone.replace(/-?[a-z]$/, "");
}

/** The Node of one replica. */
export function nodeOf(place: PodPlace, now: bigint): KubeObject {
  const labels = { "topology.kubernetes.io/region": place.region, "topology.kubernetes.io/zone": place.zone };
  const status = { conditions: [readyCondition("True", now - DAY_NANOS)] };
  return { apiVersion: "v1", kind: "Node", metadata: { ...metadata("", place.node, "kubelet", now), labels }, spec: {}, status };
}

export function readyCondition(status: "True" | "False" | "Unknown", now: bigint): Record<string, unknown> {
  const reason = status === "True" ? "KubeletReady" : status === "Unknown" ? "NodeStatusUnknown" : "NodeNotReady";
  return { type: "Ready", status, reason, lastHeartbeatTime: kubeTime(now), lastTransitionTime: kubeTime(now) };
}

/** A cluster's namespaces, mesh configuration, groups, hand-written entries and Services. */
export function firstObjects(cluster: ScriptCluster, now: bigint): KubeObject[] {
  const { groups, byHand = [], services = [] } = cluster;
  const namespaces = new Set([controlPlaneNamespace, ...[...groups, ...byHand, ...services].map(({ namespace }) => namespace)]);
  return [
    ...[...namespaces].map((name) => namespaceObject(name, now)),
    { apiVersion: "v1", kind: "ConfigMap", metadata: metadata(controlPlaneNamespace, "istio", "helm", now), data: { mesh: "trustDomain: cluster.local\n" } },
    ...groups.map((group) => groupObject(group, now)),
    ...byHand.map((entry) => entryObject(entry, now)),
    ...services.map((service) => serviceObject(service, now)),
  ];
}

/** The metadata of an object that was made some days before the play. */
function metadata(namespace: string, name: string, manager: string, now: bigint): KubeObject["metadata"] {
  const createdAt = kubeTime(now - 40n * DAY_NANOS);
  const managedFields = [{ manager, operation: "Update", apiVersion: "v1", time: createdAt, fieldsType: "FieldsV1", fieldsV1: {} }];
  return { name, ...(namespace === "" ? {} : { namespace }), creationTimestamp: createdAt, managedFields };
}

function namespaceObject(name: string, now: bigint): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { ...metadata("", name, "kubectl-create", now), labels: { "kubernetes.io/metadata.name": name } },
    status: { phase: "Active" },
  };
}

/** A WorkloadGroup that was made some days before the play. The API server gives a created one its own time. */
export function groupObject(group: ScriptGroup, now: bigint): KubeObject {
  const { namespace, name, expected = null, annotations = {}, hasProbe = true, labels = {} } = group;
  const declared = expected === null ? {} : { [EXPECTED_SIZE]: expected };
  const probe = { periodSeconds: 5, failureThreshold: 3, httpGet: { path: "/healthz", port: 8080 } };
  return {
    apiVersion: ISTIO,
    kind: "WorkloadGroup",
    metadata: { ...metadata(namespace, name, "argocd-controller", now), annotations: { ...annotations, ...declared } },
    spec: {
      metadata: { labels: { app: name, ...labels } },
      template: { serviceAccount: `${name}-vm`, ports: { http: 8080 }, ...(group.network === undefined ? {} : { network: group.network }) },
      ...(hasProbe ? { probe } : {}),
    },
  };
}

type Changes = Readonly<Record<string, string | null>>;

/** A group with another expected size. */
export function withExpectedSize(group: KubeObject, expected: string | null): KubeObject {
  return editedGroup(group, {}, { [EXPECTED_SIZE]: expected });
}

/** A group with changed labels for new entries and changed annotations. */
export function editedGroup(group: KubeObject, labels: Changes, annotations: Changes): KubeObject {
  const template = (group.spec?.metadata ?? {}) as { readonly labels?: Readonly<Record<string, string>> };
  return {
    ...group,
    metadata: { ...group.metadata, annotations: changed(group.metadata.annotations, annotations) },
    spec: { ...group.spec, metadata: { ...template, labels: changed(template.labels, labels) } },
  };
}

function changed(values: Readonly<Record<string, string>> = {}, changes: Changes): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...values, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null));
}

function entryObject({ namespace, name, address, labels = {} }: ScriptEntry, now: bigint): KubeObject {
  return { apiVersion: ISTIO, kind: "WorkloadEntry", metadata: { ...metadata(namespace, name, "kubectl", now), labels }, spec: { address, labels } };
}

function serviceObject({ kind, namespace, name, hosts = [], selector, port }: ScriptService, now: bigint): KubeObject {
  if (kind === "Service") {
    const spec = { type: "ClusterIP", clusterIP: "10.96.0.20", selector, ports: [{ name: "http", port, targetPort: 8080, protocol: "TCP" }] };
    return { apiVersion: "v1", kind, metadata: metadata(namespace, name, "argocd-controller", now), spec };
  }
  const ports = [{ name: "http", number: port, protocol: "HTTP", targetPort: 8080 }];
  const spec = { hosts, location: "MESH_INTERNAL", resolution: "STATIC", ports, workloadSelector: { labels: selector } };
  return { apiVersion: ISTIO, kind, metadata: metadata(namespace, name, "argocd-controller", now), spec };
}

/** A Service or ServiceEntry with another selector. */
export function withSelector(service: KubeObject, selector: Readonly<Record<string, string>>): KubeObject {
  const spec = service.spec ?? {};
  return { ...service, spec: service.kind === "Service" ? { ...spec, selector } : { ...spec, workloadSelector: { labels: selector } } };
}
