import { durationSince } from "./duration";
import { isRecord, type KubeObject, recordsOf } from "./kube-object";
import type { PrinterColumn } from "./resource-type";

export type CellReader = (object: KubeObject, now: number) => unknown;

export interface BuiltinColumn extends Omit<PrinterColumn, "jsonPath"> {
  readonly read: CellReader;
}

/** Columns after Name that `kubectl get` prints for a built-in kind. */
export function builtinColumns(kind: string): readonly BuiltinColumn[] {
  return byKind[kind] ?? [age];
}

const age = column("Age", (object, now) => durationSince(object.metadata.creationTimestamp ?? "", now));
const createdAt = column("Created At", (object) => object.metadata.creationTimestamp ?? "");

const byKind: Readonly<Record<string, readonly BuiltinColumn[]>> = {
  Namespace: [column("Status", (object) => at(object, "status", "phase") ?? ""), age],
  ServiceAccount: [column("Secrets", (object) => count(object.secrets), "integer"), age],
  Service: [
    column("Type", (object) => at(object, "spec", "type") ?? "ClusterIP"),
    column("Cluster-IP", (object) => at(object, "spec", "clusterIP") ?? "<none>"),
    column("External-IP", (object) => at(object, "spec", "externalName") ?? "<none>"),
    column("Port(s)", servicePorts),
    age,
    wide("Selector", (object) => pairs(at(object, "spec", "selector"))),
  ],
  Pod: [
    column("Ready", (object) => `${containers(object).filter((state) => state.ready === true).length}/${count(at(object, "spec", "containers"))}`),
    column("Status", podStatus),
    column("Restarts", (object) => containers(object).reduce((sum, state) => sum + Number(state.restartCount ?? 0), 0)),
    age,
    wide("IP", (object) => at(object, "status", "podIP") ?? "<none>"),
    wide("Node", (object) => at(object, "spec", "nodeName") ?? "<none>"),
    wide("Nominated Node", () => "<none>"),
    wide("Readiness Gates", () => "<none>"),
  ],
  Node: [
    column("Status", nodeStatus),
    column("Roles", () => "<none>"),
    age,
    column("Version", (object) => at(object, "status", "nodeInfo", "kubeletVersion") ?? ""),
    wide("Internal-IP", nodeAddress),
  ],
  ConfigMap: [column("Data", (object) => count(object.data) + count(object.binaryData)), age],
  Event: [
    column("Last Seen", (object, now) => durationSince(String(object.lastTimestamp ?? object.eventTime ?? object.metadata.creationTimestamp), now)),
    column("Type", (object) => object.type ?? ""),
    column("Reason", (object) => object.reason ?? ""),
    column("Object", (object) => `${String(at(object, "involvedObject", "kind") ?? "").toLowerCase()}/${String(at(object, "involvedObject", "name") ?? "")}`),
    column("Message", (object) => String(object.message ?? "").trim()),
  ],
  Deployment: [
    column("Ready", (object) => `${at(object, "status", "readyReplicas") ?? 0}/${at(object, "spec", "replicas") ?? 1}`),
    column("Up-to-date", (object) => at(object, "status", "updatedReplicas") ?? 0, "integer"),
    column("Available", (object) => at(object, "status", "availableReplicas") ?? 0, "integer"),
    age,
  ],
  Endpoints: [column("Endpoints", endpointAddresses), age],
  EndpointSlice: [
    column("AddressType", (object) => object.addressType ?? ""),
    column("Ports", (object) => listed(recordsOf(object.ports).map((port) => String(port.port ?? port.name ?? "*")))),
    column("Endpoints", (object) => listed(recordsOf(object.endpoints).flatMap(({ addresses }) => (Array.isArray(addresses) ? addresses.map(String) : [])))),
    age,
  ],
  Lease: [column("Holder", (object) => at(object, "spec", "holderIdentity") ?? ""), age],
  Role: [createdAt],
  ClusterRole: [createdAt],
  CustomResourceDefinition: [createdAt],
  RoleBinding: [column("Role", boundRole), age],
  ClusterRoleBinding: [column("Role", boundRole), age],
};

function column(name: string, read: CellReader, type: PrinterColumn["type"] = "string"): BuiltinColumn {
  return { name, type, description: "", priority: 0, read };
}

function wide(name: string, read: CellReader): BuiltinColumn {
  return { ...column(name, read), priority: 1 };
}

function at(object: KubeObject, ...path: string[]): unknown {
  let value: unknown = object;
  for (const part of path) value = isRecord(value) ? value[part] : undefined;
  return value;
}

function count(value: unknown): number {
  return Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0;
}

function pairs(value: unknown): string {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return entries.length === 0 ? "<none>" : entries.map(([key, text]) => `${key}=${String(text)}`).join(",");
}

function servicePorts(object: KubeObject): string {
  const ports = recordsOf(at(object, "spec", "ports"));
  return ports.length === 0 ? "<none>" : ports.map((port) => `${String(port.port)}/${String(port.protocol ?? "TCP")}`).join(",");
}

const mostListed = 3;

/** The first three; the rest are counted. */
function listed(all: readonly string[]): string {
  if (all.length === 0) return "<unset>";
  return `${all.slice(0, mostListed).join(",")}${all.length > mostListed ? ` + ${all.length - mostListed} more...` : ""}`;
}

/** The ready addresses with each port; empty where there are Pods and none of them is ready. */
function endpointAddresses({ subsets }: KubeObject): string {
  const all = recordsOf(subsets);
  if (all.length === 0) return "<none>";
  const addresses = all.flatMap(({ addresses: ready, ports }) => {
    const ips = recordsOf(ready).map(({ ip }) => String(ip));
    const numbers = recordsOf(ports);
    return numbers.length === 0 ? ips : numbers.flatMap(({ port }) => ips.map((ip) => `${ip}:${String(port)}`));
  });
  return addresses.length === 0 ? "" : listed(addresses);
}

function containers(object: KubeObject): Array<Record<string, unknown>> {
  return recordsOf(at(object, "status", "containerStatuses"));
}

function podStatus(object: KubeObject): unknown {
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  for (const state of containers(object)) {
    const reason = isRecord(state.state) && isRecord(state.state.waiting) ? state.state.waiting.reason : undefined;
    if (reason !== undefined) return reason;
  }
  return at(object, "status", "reason") ?? at(object, "status", "phase") ?? "";
}

function nodeStatus(object: KubeObject): string {
  const ready = recordsOf(at(object, "status", "conditions")).find((condition) => condition.type === "Ready");
  return ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
}

function nodeAddress(object: KubeObject): unknown {
  return recordsOf(at(object, "status", "addresses")).find((address) => address.type === "InternalIP")?.address ?? "<none>";
}

function boundRole(object: KubeObject): string {
  return `${String(at(object, "roleRef", "kind") ?? "")}/${String(at(object, "roleRef", "name") ?? "")}`;
}
