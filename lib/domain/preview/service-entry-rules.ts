import { addressFamily } from "@/lib/domain/selection/ip-address";
import { type DocumentPath, predictedWebhookError, schemaError, type ValidationFinding, webhookWarning } from "./finding";
import { invalidPartOfDomain, invalidPartOfWildcardDomain, isCidrRange, isDnsLabel, isMixedCaseDnsLabel } from "./names";
import { asItems, asPairs, asText, asTexts, fieldValue } from "./values";
import { portNumberSchemaFindings, workloadSchemaFindings, workloadWebhookFindings } from "./workload-rules";

const SPEC: DocumentPath = ["spec"];
const PROTOCOLS: ReadonlySet<string> = new Set([
  "",
  "TCP",
  "UDP",
  "HTTP",
  "HTTP2",
  "HTTP_PROXY",
  "HTTPS",
  "GRPC",
  "GRPC-WEB",
  "GRPC_WEB",
  "TLS",
  "MONGO",
  "REDIS",
  "MYSQL",
  "HBONE",
]);

/** Returns errors of the schema's rules for a ServiceEntry (docs/istio.md#serviceentry-fields). */
export function serviceEntrySchemaFindings(spec: unknown): readonly ValidationFinding[] {
  const endpoints = asItems(fieldValue(spec, "endpoints"));
  return [
    ...asTexts(fieldValue(spec, "hosts")).flatMap((host, at) => (host === "*" ? [schemaError([...SPEC, "hosts", at], "wildcard-host")] : [])),
    ...asItems(fieldValue(spec, "ports")).flatMap(portRangeFindings),
    ...duplicateNumbers(spec),
    ...asPairs(fieldValue(fieldValue(spec, "workloadSelector"), "labels")).flatMap(([key, value]) =>
      asText(value).includes("*") ? [schemaError([...SPEC, "workloadSelector", "labels", key], "wildcard-selector")] : [],
    ),
    ...togetherFindings(spec),
    ...endpoints.flatMap((endpoint, at) => workloadSchemaFindings(endpoint, [...SPEC, "endpoints", at], "entry")),
  ];
}

function portRangeFindings(port: unknown, at: number): readonly ValidationFinding[] {
  const path = [...SPEC, "ports", at];
  return [
    ...portNumberSchemaFindings(fieldValue(port, "number"), [...path, "number"]),
    ...portNumberSchemaFindings(fieldValue(port, "targetPort"), [...path, "targetPort"]),
  ];
}

function duplicateNumbers(spec: unknown): readonly ValidationFinding[] {
  const numbers = asItems(fieldValue(spec, "ports")).map((port) => fieldValue(port, "number"));
  return numbers.flatMap((number, at) =>
    typeof number === "number" && numbers.indexOf(number) < at
      ? [schemaError([...SPEC, "ports", at, "number"], "duplicate-item", { key: "number", value: String(number) })]
      : [],
  );
}

/** Returns errors for fields that may not be set together. */
function togetherFindings(spec: unknown): readonly ValidationFinding[] {
  const resolution = asText(fieldValue(spec, "resolution")) || "NONE";
  const endpoints = fieldValue(spec, "endpoints");
  const at = (field: string): DocumentPath => [...SPEC, field];
  const findings: ValidationFinding[] = [];
  if (fieldValue(spec, "workloadSelector") !== undefined && endpoints !== undefined) findings.push(schemaError(at("endpoints"), "selector-and-endpoints"));
  const range = asTexts(fieldValue(spec, "addresses")).findIndex((address) => address.includes("/"));
  if (range >= 0 && resolution !== "NONE" && resolution !== "STATIC")
    findings.push(schemaError([...at("addresses"), range], "ranges-need-static", { resolution }));
  if (resolution === "NONE" && endpoints !== undefined) findings.push(schemaError(at("endpoints"), "none-with-endpoints"));
  if (resolution === "DNS_ROUND_ROBIN" && asItems(endpoints).length > 1) findings.push(schemaError(at("endpoints"), "round-robin-one"));
  return findings;
}

/**
 * Returns the webhook's errors and warnings for a ServiceEntry (docs/istio.md#webhook-serviceentries). `labels`: those of the object, of which one
 * switches automatic addresses off.
 */
export function serviceEntryWebhookFindings(spec: unknown, labels: unknown, namespace: string): readonly ValidationFinding[] {
  const selector = fieldValue(spec, "workloadSelector");
  const selected = selector === undefined ? [] : selectorFindings(asPairs(fieldValue(selector, "labels")));
  // If the webhook rejects the selector, it reports no other error.
  if (selected.some(({ level }) => level === "refuses")) return selected;
  const isResolved = ["DNS", "DNS_ROUND_ROBIN"].includes(asText(fieldValue(spec, "resolution")));
  return [
    ...selected,
    ...hostsFindings(spec),
    ...addressesFindings(spec),
    ...portsFindings(spec, labels),
    ...asItems(fieldValue(spec, "endpoints")).flatMap((endpoint, at) => endpointFindings(endpoint, at, { spec, isResolved })),
    ...resolutionFindings(spec),
    ...exportFindings(asTexts(fieldValue(spec, "exportTo")), namespace, [...SPEC, "exportTo"]),
  ];
}

function selectorFindings(pairs: readonly (readonly [string, unknown])[]): readonly ValidationFinding[] {
  const path = [...SPEC, "workloadSelector"];
  if (pairs.length === 0) return [webhookWarning(path, "selector-without-labels")];
  return pairs.flatMap(([key]) => {
    if (key === "") return [predictedWebhookError([...path, "labels", key], "selector-empty-key")];
    return key.includes("*") ? [predictedWebhookError([...path, "labels", key], "wildcard-selector")] : [];
  });
}

function hostsFindings(spec: unknown): readonly ValidationFinding[] {
  const hosts = asTexts(fieldValue(spec, "hosts"));
  const isDynamic = fieldValue(spec, "resolution") === "DYNAMIC_DNS";
  return hosts.flatMap((host, at) => {
    const path = [...SPEC, "hosts", at];
    const part = host === "*" ? null : invalidPartOfWildcardDomain(host);
    if (part !== null) return [predictedWebhookError(path, "host-shape", { host, part })];
    const first = host.split(".")[0] ?? "";
    return first.includes("*") && first !== "*" && !isDynamic ? [webhookWarning(path, "partial-wildcard", { host })] : [];
  });
}

function addressesFindings(spec: unknown): readonly ValidationFinding[] {
  return asTexts(fieldValue(spec, "addresses")).flatMap((address, at) => {
    const path = [...SPEC, "addresses", at];
    if (address.includes("/")) return isCidrRange(address) ? [] : [predictedWebhookError(path, "not-a-range", { address })];
    return addressFamily(address) === null ? [predictedWebhookError(path, "not-an-ip", { address })] : [];
  });
}

function portsFindings(spec: unknown, labels: unknown): readonly ValidationFinding[] {
  const ports = asItems(fieldValue(spec, "ports"));
  const path = [...SPEC, "ports"];
  const hasNoAddress = asItems(fieldValue(spec, "addresses")).length === 0 && fieldValue(labels, "networking.istio.io/enable-autoallocate-ip") === "false";
  const isTcp = ports.some((port) => ["", "TCP"].includes(asText(fieldValue(port, "protocol")).toUpperCase()));
  const single = ports.flatMap((port, at) => {
    const [name, protocol] = [asText(fieldValue(port, "name")), asText(fieldValue(port, "protocol"))];
    return [
      ...(isMixedCaseDnsLabel(name) ? [] : [predictedWebhookError([...path, at, "name"], "port-name", { name })]),
      ...(PROTOCOLS.has(protocol.toUpperCase()) ? [] : [predictedWebhookError([...path, at, "protocol"], "unknown-protocol", { protocol })]),
    ];
  });
  return [...(hasNoAddress && isTcp ? [webhookWarning(path, "addresses-for-tcp")] : []), ...single];
}

function endpointFindings(
  endpoint: unknown,
  at: number,
  { spec, isResolved }: { readonly spec: unknown; readonly isResolved: boolean },
): readonly ValidationFinding[] {
  const path = [...SPEC, "endpoints", at];
  const names = asItems(fieldValue(spec, "ports")).map((port) => asText(fieldValue(port, "name")));
  const unknown = asPairs(fieldValue(endpoint, "ports")).filter(([name]) => !names.includes(name));
  const isSocket = asText(fieldValue(endpoint, "address")).startsWith("unix://");
  return [
    ...workloadWebhookFindings(endpoint, path, !isResolved),
    ...unknown.map(([name]) => predictedWebhookError([...path, "ports", name], "endpoint-port-unknown", { name })),
    ...(isSocket && names.length !== 1 ? [predictedWebhookError([...path, "address"], "socket-one-port")] : []),
  ];
}

/**
 * Returns the webhook's errors for `exportTo`. `.` means the object's namespace, `*` all namespaces, `~` none, and any other text the namespace with
 * this name (docs/istio.md#webhook-serviceentries).
 */
function exportFindings(exportTo: readonly string[], namespace: string, path: DocumentPath): readonly ValidationFinding[] {
  const known = new Set<string>();
  const findings: ValidationFinding[] = [];
  exportTo.forEach((written, index) => {
    const place = written === "." ? namespace : written;
    const at = [...path, index];
    if (known.has(place))
      findings.push(written === place ? predictedWebhookError(at, "export-twice", { place }) : predictedWebhookError(at, "export-own-twice", { place }));
    else if (place === "*" || place === "~" || isDnsLabel(place)) known.add(place);
    else findings.push(predictedWebhookError(at, "export-shape", { written }));
  });
  if (exportTo.length < 2) return findings;
  if (known.has("*")) findings.push(predictedWebhookError([...path, exportTo.indexOf("*")], "export-all-and-some"));
  if (known.has("~")) findings.push(predictedWebhookError([...path, exportTo.indexOf("~")], "export-none-and-some"));
  return findings;
}

const DYNAMIC_PROTOCOLS: ReadonlySet<string> = new Set(["HTTP", "TLS", "GRPC", "HTTP2"]);
const HTTP: ReadonlySet<string> = new Set(["HTTP", "HTTP2", "HTTP_PROXY", "GRPC", "GRPC-WEB", "GRPC_WEB"]);
const TLS: ReadonlySet<string> = new Set(["TLS", "HTTPS"]);

/** Returns the webhook's findings that depend on `resolution`: for hosts, endpoints, addresses and ports (docs/istio.md#webhook-serviceentries). */
function resolutionFindings(spec: unknown): readonly ValidationFinding[] {
  const mode = asText(fieldValue(spec, "resolution")) || "NONE";
  if (mode === "NONE") return noneFindings(spec);
  if (mode === "DYNAMIC_DNS") return dynamicFindings(spec);
  const several = severalHostsFindings(spec);
  return mode === "STATIC" ? several : [...resolvedFindings(spec, mode), ...severalWithAddress(spec), ...several];
}

function noneFindings(spec: unknown): readonly ValidationFinding[] {
  return fieldValue(spec, "workloadSelector") === undefined ? [] : [webhookWarning([...SPEC, "workloadSelector"], "none-with-selector")];
}

function resolvedFindings(spec: unknown, mode: string): readonly ValidationFinding[] {
  if (asItems(fieldValue(spec, "endpoints")).length > 0) return [];
  return hostsOf(spec).flatMap((host, at) =>
    invalidPartOfDomain(host) === null ? [] : [predictedWebhookError([...SPEC, "hosts", at], "dns-needs-name", { host, mode })],
  );
}

function severalWithAddress(spec: unknown): readonly ValidationFinding[] {
  const isOdd = hostsOf(spec).length > 1 && asItems(fieldValue(spec, "addresses")).length > 0 && protocolsOf(spec).some((one) => one === "" || one === "TCP");
  return isOdd ? [webhookWarning([...SPEC, "addresses"], "several-hosts-with-address")] : [];
}

/** Returns errors for ports of an object with several host names. They can share a port only if each request on it contains the host name. */
function severalHostsFindings(spec: unknown): readonly ValidationFinding[] {
  if (hostsOf(spec).length < 2) return [];
  const plain = protocolsOf(spec).findIndex((one) => !HTTP.has(one) && !TLS.has(one));
  return plain < 0
    ? []
    : [predictedWebhookError([...SPEC, "ports", plain, "protocol"], "several-hosts-with-tcp", { protocol: protocolsOf(spec)[plain] || "no protocol" })];
}

function dynamicFindings(spec: unknown): readonly ValidationFinding[] {
  const hosts = hostsOf(spec);
  const wrong = protocolsOf(spec).flatMap((protocol, at) =>
    DYNAMIC_PROTOCOLS.has(protocol)
      ? []
      : [predictedWebhookError([...SPEC, "ports", at, "protocol"], "dynamic-protocol", { protocol: protocol || "no protocol" })],
  );
  const plain = hosts.flatMap((host, at) => (host.startsWith("*") ? [] : [predictedWebhookError([...SPEC, "hosts", at], "dynamic-needs-wildcard", { host })]));
  return [
    ...plain,
    ...(asItems(fieldValue(spec, "addresses")).length > 0 ? [predictedWebhookError([...SPEC, "addresses"], "dynamic-without-addresses")] : []),
    ...(asItems(fieldValue(spec, "endpoints")).length > 0 ? [predictedWebhookError([...SPEC, "endpoints"], "dynamic-without-endpoints")] : []),
    ...wrong,
  ];
}

function hostsOf(spec: unknown): readonly string[] {
  return asTexts(fieldValue(spec, "hosts"));
}

function protocolsOf(spec: unknown): readonly string[] {
  return asItems(fieldValue(spec, "ports")).map((port) => asText(fieldValue(port, "protocol")).toUpperCase());
}
