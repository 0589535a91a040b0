import { PROBE_METHODS } from "@/lib/domain/group/workload-group";
import { intendedAddress } from "@/lib/domain/networks/address-target";
import { addressFamily, socketPath } from "@/lib/domain/selection/ip-address";
import { type DocumentPath, predictedWebhookError, schemaError, type ValidationFinding, webhookWarning } from "./finding";
import { invalidPartOfDomain, isMixedCaseDnsLabel, labelWebhookFindings } from "./names";
import { asItems, asPairs, asText, fieldValue } from "./values";

const SOCKET = "unix://";

/** Returns errors of the schema's rules for an entry, a template or an inline endpoint (docs/istio.md#entry-fields). */
export function workloadSchemaFindings(spec: unknown, path: DocumentPath, place: "entry" | "template"): readonly ValidationFinding[] {
  const address = asText(fieldValue(spec, "address"));
  const ports = fieldValue(spec, "ports");
  const findings: ValidationFinding[] = [];
  const isNowhere = (fieldValue(spec, "address") ?? fieldValue(spec, "network") ?? null) === null;
  if (place === "entry" && isNowhere) findings.push(schemaError(path, "address-required"));
  if (address.startsWith(SOCKET)) {
    const rest = socketPath(address);
    if (!rest.startsWith("/") && !rest.startsWith("@")) findings.push(schemaError([...path, "address"], "socket-relative"));
    if (address.endsWith("/")) findings.push(schemaError([...path, "address"], "socket-folder"));
    if (ports !== undefined) findings.push(schemaError([...path, "ports"], "socket-ports", { address }));
  }
  return [...findings, ...asPairs(ports).flatMap(([name, port]) => portPairFindings(name, port, [...path, "ports"]))];
}

function portPairFindings(name: string, port: unknown, path: DocumentPath): readonly ValidationFinding[] {
  const isNamed = isMixedCaseDnsLabel(name) && name.length < 63;
  return [...(isNamed ? [] : [schemaError([...path, name], "port-name", { name })]), ...portNumberSchemaFindings(port, [...path, name])];
}

/** Returns an error for a number that is not a port. A value of another type is a `wrong-type` finding of the schema. */
export function portNumberSchemaFindings(port: unknown, path: DocumentPath): readonly ValidationFinding[] {
  const isPort = typeof port !== "number" || (port >= 1 && port <= 65_535);
  return isPort ? [] : [schemaError(path, "port-range", { port: String(port) })];
}

/**
 * Returns the webhook's findings for an entry or an inline endpoint (docs/istio.md#webhook-entries). `needsIp`: an inline endpoint of a ServiceEntry without
 * DNS resolution.
 */
export function workloadWebhookFindings(spec: unknown, path: DocumentPath, needsIp: boolean): readonly ValidationFinding[] {
  const [address, network] = [asText(fieldValue(spec, "address")), asText(fieldValue(spec, "network"))];
  if (address === "" && network === "") return [predictedWebhookError([...path, "address"], "empty-address")];
  const labels = labelWebhookFindings(asPairs(fieldValue(spec, "labels")), [...path, "labels"]);
  return [...addressFindings(address, { network, path, needsIp }), ...labels];
}

function addressFindings(
  address: string,
  { network, path, needsIp }: { readonly network: string; readonly path: DocumentPath; readonly needsIp: boolean },
): readonly ValidationFinding[] {
  const at = [...path, "address"];
  if (address === "") return [webhookWarning([...path, "network"], "address-only-network", { network })];
  if (address.startsWith(SOCKET)) {
    const rest = socketPath(address);
    if (rest === "") return [predictedWebhookError(at, "socket-empty")];
    const isFile = rest.startsWith("@") || (rest.startsWith("/") && !rest.endsWith("/"));
    return isFile ? [] : [predictedWebhookError(at, "socket-path", { path: rest })];
  }
  if (addressFamily(address) !== null) return [];
  const meant = intendedAddress(address);
  const values = { address, ...(meant !== null && { meant }) };
  if (needsIp) return [predictedWebhookError(at, "not-an-ip", values)];
  return invalidPartOfDomain(address) === null ? [] : [predictedWebhookError(at, "not-an-address", values)];
}

const PROBE: DocumentPath = ["spec", "probe"];

/** Returns errors of the schema's rules for a WorkloadGroup (docs/istio.md#group-fields). */
export function groupSchemaFindings(spec: unknown): readonly ValidationFinding[] {
  const probe = fieldValue(spec, "probe");
  const methods = PROBE_METHODS.filter((method) => fieldValue(probe, method) !== undefined);
  const scheme = fieldValue(fieldValue(probe, "httpGet"), "scheme");
  const isScheme = typeof scheme !== "string" || ["", "HTTP", "HTTPS"].includes(scheme);
  return [
    ...workloadSchemaFindings(fieldValue(spec, "template"), ["spec", "template"], "template"),
    ...(methods.length > 1 ? [schemaError([...PROBE, methods[1] ?? ""], "two-methods", { methods: methods.join(", ") })] : []),
    ...methods.flatMap((method) => portNumberSchemaFindings(fieldValue(fieldValue(probe, method), "port"), [...PROBE, method, "port"])),
    ...(isScheme ? [] : [schemaError([...PROBE, "httpGet", "scheme"], "probe-scheme", { scheme })]),
  ];
}

/** Returns the webhook's errors for a WorkloadGroup. It checks the labels for entries and the probe, but not the template (docs/istio.md#webhook-groups). */
export function groupWebhookFindings(spec: unknown): readonly ValidationFinding[] {
  const labels = labelWebhookFindings(asPairs(fieldValue(fieldValue(spec, "metadata"), "labels")), ["spec", "metadata", "labels"]);
  const probe = fieldValue(spec, "probe");
  return probe === undefined ? labels : [...labels, ...probeFindings(probe)];
}

function probeFindings(probe: unknown): readonly ValidationFinding[] {
  const method = PROBE_METHODS.find((one) => fieldValue(probe, one) !== undefined);
  if (method === undefined || method === "grpc")
    return [predictedWebhookError(method === undefined ? PROBE : [...PROBE, method], "probe-method", { method: method ?? "" })];
  if (method === "exec") {
    const isEmpty = asItems(fieldValue(fieldValue(probe, method), "command")).length === 0;
    return isEmpty ? [predictedWebhookError([...PROBE, method, "command"], "probe-command")] : [];
  }
  return asItems(fieldValue(fieldValue(probe, method), "httpHeaders")).flatMap((header, at) => {
    const name = asText(fieldValue(header, "name"));
    return /^[-A-Za-z0-9]+$/.test(name) ? [] : [predictedWebhookError([...PROBE, method, "httpHeaders", at], "probe-header", { name })];
  });
}
