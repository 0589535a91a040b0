import { sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { bundleLabelsWithCanonical } from "@/lib/domain/preview/new-machines";
import { asPairs, asUntypedObject, fieldValue, type UntypedObject } from "@/lib/domain/preview/values";
import type { BundleAdditionCode, BundleInput, EnvLine } from "./bundle";
import { chosenLabels } from "./machine-choices";

/** A ProxyConfig as mesh.yaml contains it, and its `proxyMetadata` separately. */
export interface MergedProxyConfig {
  readonly config: UntypedObject;
  readonly metadata: ReadonlyMap<string, string>;
  /** The port of the agent's status server. 0 = not set. */
  readonly statusPort: number;
}

/**
 * Returns the defaults of the mesh with the values of the annotations. A field of an annotation replaces the whole field. Only `proxyMetadata` is
 * merged by key (istioctl/pkg/workload/workload.go, createMeshConfig).
 */
export function mergedProxyConfig(defaults: unknown, over: readonly UntypedObject[]): MergedProxyConfig {
  const all = [asUntypedObject(defaults), ...over].map(withCamelNames);
  const metadata = new Map(all.flatMap((config) => asPairs(config.proxyMetadata).map(([key, value]) => [key, String(value)] as const)));
  const { proxyMetadata: _, readinessProbe: __, ...merged } = Object.assign({}, ...all) as Readonly<Record<string, unknown>>;
  const config = Object.fromEntries(Object.entries(merged).filter(([key, value]) => isWritten(key, value)));
  return { config, metadata, statusPort: Number(fieldValue(config, "statusPort") ?? 0) || 0 };
}

/**
 * Returns a configuration with the field names that Protobuf writes. It reads both `discovery_address` and `discoveryAddress`, and writes the second.
 */
function withCamelNames(config: UntypedObject): UntypedObject {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]));
}

/** The fields of wrapper types, for which zero is a value. */
const WRAPPED: ReadonlySet<string> = new Set(["concurrency", "holdApplicationUntilProxyStarts"]);

/** Returns true if Protobuf writes a field. It omits fields that are not set, and fields with their zero value. */
function isWritten(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return WRAPPED.has(key) || (value !== 0 && value !== false);
}

type MetadataInput = Pick<BundleInput, "group" | "clusterId" | "machine"> & { readonly trustDomain: string; readonly meshId: string };

/** Returns the machine's own metadata, which both mesh.yaml and cluster.env contain (docs/istio.md#bundle). */
export function proxyMetadataOf({ group, clusterId, machine, trustDomain, meshId }: MetadataInput): readonly (readonly [string, string])[] {
  const { namespace, name, template } = group;
  const given = bundleLabelsWithCanonical(group);
  const labels = sortedLabelSet(new Map([...given, ...chosenLabels(machine)]));
  const ports = [...template.ports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([port, containerPort]) => ({ name: port, containerPort, protocol: "" }));
  return [
    ["CANONICAL_SERVICE", valueOfLabel(given, "service.istio.io/canonical-name") ?? ""],
    ["CANONICAL_REVISION", valueOfLabel(given, "service.istio.io/canonical-revision") ?? ""],
    ["POD_NAMESPACE", namespace],
    ["SERVICE_ACCOUNT", template.serviceAccount],
    ["TRUST_DOMAIN", trustDomain],
    ["ISTIO_META_CLUSTER_ID", clusterId],
    ["ISTIO_META_MESH_ID", meshId],
    ["ISTIO_META_NETWORK", template.network],
    ["ISTIO_META_WORKLOAD_NAME", name],
    ["ISTIO_METAJSON_LABELS", JSON.stringify(Object.fromEntries(labels))],
    ...(ports.length === 0 ? [] : [["ISTIO_META_POD_PORTS", JSON.stringify(ports)] as const]),
    ...(machine.captureDns ? [["ISTIO_META_DNS_CAPTURE", "true"] as const] : []),
    ...(machine.autoRegister ? [["ISTIO_META_AUTO_REGISTER_GROUP", name] as const] : []),
  ];
}

interface EnvInput extends Pick<BundleInput, "group" | "machine"> {
  readonly metadata: ReadonlyMap<string, string>;
  /** The port of the agent's status server. 0 = the agent's default. */
  readonly statusPort: number;
  /** istiod's address with its revision. "" = the address without a revision. */
  readonly istiod: string;
  /** The gateway's address that replaces istiod's. Null = none. */
  readonly reached: string | null;
  readonly label: BundleAdditionCode | null;
}

/** Returns the lines of cluster.env, sorted by key: the metadata of mesh.yaml, and values that only the machine's start script reads (docs/istio.md#bundle). */
export function clusterEnvOf({ group, machine, metadata, statusPort, istiod, reached, label }: EnvInput): readonly EnvLine[] {
  const { namespace, name, template } = group;
  const ports = [...new Set(template.ports.map(([, port]) => port))].sort((a, b) => a - b);
  const values = new Map<string, string>([
    ...metadata,
    ["ISTIO_INBOUND_PORTS", ports.join(",") || "*"],
    ["ISTIO_NAMESPACE", namespace],
    ["ISTIO_SERVICE", `${name}.${namespace}`],
    ["ISTIO_SERVICE_CIDR", "*"],
    ["ISTIO_LOCAL_EXCLUDE_PORTS", excludedPorts(statusPort)],
    ["SERVICE_ACCOUNT", template.serviceAccount],
    ...addressLines(machine),
  ]);
  const asked = reached ?? istiod;
  if (asked !== "") values.set("CA_ADDR", asked);
  const additionOf = (key: string): BundleAdditionCode | null => {
    if (key === "CA_ADDR" && reached !== null) return "gateway-name";
    return key === "ISTIO_METAJSON_LABELS" ? label : null;
  };
  const lines = [...values].filter(([key]) => isEnvVariableName(key)).sort(([a], [b]) => (a < b ? -1 : 1));
  return lines.map(([key, value]) => ({ key, value, addition: additionOf(key) }));
}

/** Returns true for a valid variable name. The start script sources the file in a shell, where an invalid name would run as a command. */
export function isEnvVariableName(key: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);
}

function addressLines({ internalIp, externalIp }: BundleInput["machine"]): readonly (readonly [string, string])[] {
  if (internalIp !== "") return [["ISTIO_SVC_IP", internalIp]];
  if (externalIp === "") return [];
  return [
    ["ISTIO_SVC_IP", externalIp],
    ["REWRITE_PROBE_LEGACY_LOCALHOST_DESTINATION", "true"],
  ];
}

/** Returns the ports that are never captured: SSH and the ports of the agent. */
function excludedPorts(statusPort: number): string {
  const own = "22,15090,15021";
  return statusPort === 15_090 || statusPort === 15_021 ? own : `${own},${statusPort || 15_020}`;
}
