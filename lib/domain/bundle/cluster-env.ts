import type { AdditionCode, BundleInput, EnvLine } from "./bundle";

interface EnvInput extends Pick<BundleInput, "group" | "machine"> {
  readonly metadata: ReadonlyMap<string, string>;
  /** Where the agent answers for its state; 0 = its own default. */
  readonly statusPort: number;
  /** istiod's address under the name of its revision, "" = the one without. */
  readonly istiod: string;
  /** The gateway's address by which istiod is asked instead, null = none. */
  readonly reached: string | null;
  readonly label: AdditionCode | null;
}

/** The lines of cluster.env, sorted by key: all that mesh.yaml says of the machine, and what only its start script reads (docs/istio.md#bundle). */
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
  const additionOf = (key: string): AdditionCode | null => {
    if (key === "CA_ADDR" && reached !== null) return "gateway-name";
    return key === "ISTIO_METAJSON_LABELS" ? label : null;
  };
  const lines = [...values].filter(([key]) => isVariable(key)).sort(([a], [b]) => (a < b ? -1 : 1));
  return lines.map(([key, value]) => ({ key, value, addition: additionOf(key) }));
}

/** The start script reads the file as a shell: a key that is no name of a variable would be a command there. */
export function isVariable(key: string): boolean {
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

/** Never captured: a shell's port and those of the agent. */
function excludedPorts(statusPort: number): string {
  const own = "22,15090,15021";
  return statusPort === 15_090 || statusPort === 15_021 ? own : `${own},${statusPort || 15_020}`;
}
