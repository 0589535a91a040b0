import { addressFamily } from "@/lib/domain/selection/ip-address";
import { bySchema, byWebhook, type Finding, type Path, warned } from "./finding";
import { isLabel, isRange, wrongPartOfWildcard, isDnsLabel, wrongPartOfDomain } from "./names";
import { fieldOf, itemsOf, pairsOf, textOf, textsOf } from "./values";
import { portFindings, workloadSchemaFindings, workloadWebhookFindings } from "./workload-rules";

const SPEC: Path = ["spec"];
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

/** What the schema's rules refuse of a ServiceEntry (docs/istio.md#serviceentry-fields). */
export function serviceEntrySchemaFindings(spec: unknown): readonly Finding[] {
  const endpoints = itemsOf(fieldOf(spec, "endpoints"));
  return [
    ...textsOf(fieldOf(spec, "hosts")).flatMap((host, at) => (host === "*" ? [bySchema([...SPEC, "hosts", at], "wildcard-host")] : [])),
    ...itemsOf(fieldOf(spec, "ports")).flatMap(portRangeFindings),
    ...duplicateNumbers(spec),
    ...pairsOf(fieldOf(fieldOf(spec, "workloadSelector"), "labels")).flatMap(([key, value]) =>
      textOf(value).includes("*") ? [bySchema([...SPEC, "workloadSelector", "labels", key], "wildcard-selector")] : [],
    ),
    ...togetherFindings(spec),
    ...endpoints.flatMap((endpoint, at) => workloadSchemaFindings(endpoint, [...SPEC, "endpoints", at], "entry")),
  ];
}

function portRangeFindings(port: unknown, at: number): readonly Finding[] {
  const path = [...SPEC, "ports", at];
  return [...portFindings(fieldOf(port, "number"), [...path, "number"]), ...portFindings(fieldOf(port, "targetPort"), [...path, "targetPort"])];
}

function duplicateNumbers(spec: unknown): readonly Finding[] {
  const numbers = itemsOf(fieldOf(spec, "ports")).map((port) => fieldOf(port, "number"));
  return numbers.flatMap((number, at) =>
    typeof number === "number" && numbers.indexOf(number) < at
      ? [bySchema([...SPEC, "ports", at, "number"], "duplicate-item", { key: "number", value: String(number) })]
      : [],
  );
}

/** Fields that exclude one another. */
function togetherFindings(spec: unknown): readonly Finding[] {
  const resolution = textOf(fieldOf(spec, "resolution")) || "NONE";
  const endpoints = fieldOf(spec, "endpoints");
  const at = (field: string): Path => [...SPEC, field];
  const findings: Finding[] = [];
  if (fieldOf(spec, "workloadSelector") !== undefined && endpoints !== undefined) findings.push(bySchema(at("endpoints"), "selector-and-endpoints"));
  const range = textsOf(fieldOf(spec, "addresses")).findIndex((address) => address.includes("/"));
  if (range >= 0 && resolution !== "NONE" && resolution !== "STATIC")
    findings.push(bySchema([...at("addresses"), range], "ranges-need-static", { resolution }));
  if (resolution === "NONE" && endpoints !== undefined) findings.push(bySchema(at("endpoints"), "none-with-endpoints"));
  if (resolution === "DNS_ROUND_ROBIN" && itemsOf(endpoints).length > 1) findings.push(bySchema(at("endpoints"), "round-robin-one"));
  return findings;
}

/**
 * What the webhook refuses of a ServiceEntry, or warns of (docs/istio.md#webhook-serviceentries). `labels`: the object's own; one of them turns automatic
 * addresses off.
 */
export function serviceEntryWebhookFindings(spec: unknown, labels: unknown, namespace: string): readonly Finding[] {
  const selector = fieldOf(spec, "workloadSelector");
  const selected = selector === undefined ? [] : selectorFindings(pairsOf(fieldOf(selector, "labels")));
  // A selector that is refused is all that the webhook then speaks of.
  if (selected.some(({ level }) => level === "refuses")) return selected;
  const isResolved = ["DNS", "DNS_ROUND_ROBIN"].includes(textOf(fieldOf(spec, "resolution")));
  return [
    ...selected,
    ...hostsFindings(spec),
    ...addressesFindings(spec),
    ...portsFindings(spec, labels),
    ...itemsOf(fieldOf(spec, "endpoints")).flatMap((endpoint, at) => endpointFindings(endpoint, at, { spec, isResolved })),
    ...resolutionFindings(spec),
    ...exportFindings(textsOf(fieldOf(spec, "exportTo")), namespace, [...SPEC, "exportTo"]),
  ];
}

function selectorFindings(pairs: readonly (readonly [string, unknown])[]): readonly Finding[] {
  const path = [...SPEC, "workloadSelector"];
  if (pairs.length === 0) return [warned(path, "selector-without-labels")];
  return pairs.flatMap(([key]) => {
    if (key === "") return [byWebhook([...path, "labels", key], "selector-empty-key")];
    return key.includes("*") ? [byWebhook([...path, "labels", key], "wildcard-selector")] : [];
  });
}

function hostsFindings(spec: unknown): readonly Finding[] {
  const hosts = textsOf(fieldOf(spec, "hosts"));
  const isDynamic = fieldOf(spec, "resolution") === "DYNAMIC_DNS";
  return hosts.flatMap((host, at) => {
    const path = [...SPEC, "hosts", at];
    const part = host === "*" ? null : wrongPartOfWildcard(host);
    if (part !== null) return [byWebhook(path, "host-shape", { host, part })];
    const first = host.split(".")[0] ?? "";
    return first.includes("*") && first !== "*" && !isDynamic ? [warned(path, "partial-wildcard", { host })] : [];
  });
}

function addressesFindings(spec: unknown): readonly Finding[] {
  return textsOf(fieldOf(spec, "addresses")).flatMap((address, at) => {
    const path = [...SPEC, "addresses", at];
    if (address.includes("/")) return isRange(address) ? [] : [byWebhook(path, "not-a-range", { address })];
    return addressFamily(address) === null ? [byWebhook(path, "not-an-ip", { address })] : [];
  });
}

function portsFindings(spec: unknown, labels: unknown): readonly Finding[] {
  const ports = itemsOf(fieldOf(spec, "ports"));
  const path = [...SPEC, "ports"];
  const hasNoAddress = itemsOf(fieldOf(spec, "addresses")).length === 0 && fieldOf(labels, "networking.istio.io/enable-autoallocate-ip") === "false";
  const isTcp = ports.some((port) => ["", "TCP"].includes(textOf(fieldOf(port, "protocol")).toUpperCase()));
  const single = ports.flatMap((port, at) => {
    const [name, protocol] = [textOf(fieldOf(port, "name")), textOf(fieldOf(port, "protocol"))];
    return [
      ...(isLabel(name) ? [] : [byWebhook([...path, at, "name"], "port-name", { name })]),
      ...(PROTOCOLS.has(protocol.toUpperCase()) ? [] : [byWebhook([...path, at, "protocol"], "unknown-protocol", { protocol })]),
    ];
  });
  return [...(hasNoAddress && isTcp ? [warned(path, "addresses-for-tcp")] : []), ...single];
}

function endpointFindings(endpoint: unknown, at: number, { spec, isResolved }: { readonly spec: unknown; readonly isResolved: boolean }): readonly Finding[] {
  const path = [...SPEC, "endpoints", at];
  const names = itemsOf(fieldOf(spec, "ports")).map((port) => textOf(fieldOf(port, "name")));
  const unknown = pairsOf(fieldOf(endpoint, "ports")).filter(([name]) => !names.includes(name));
  const isSocket = textOf(fieldOf(endpoint, "address")).startsWith("unix://");
  return [
    ...workloadWebhookFindings(endpoint, path, !isResolved),
    ...unknown.map(([name]) => byWebhook([...path, "ports", name], "endpoint-port-unknown", { name })),
    ...(isSocket && names.length !== 1 ? [byWebhook([...path, "address"], "socket-one-port")] : []),
  ];
}

/** What the webhook refuses of `exportTo`: `.` its own namespace, `*` everybody, `~` nobody, else namespaces by name (docs/istio.md#webhook-serviceentries). */
export function exportFindings(exportTo: readonly string[], namespace: string, path: Path): readonly Finding[] {
  const known = new Set<string>();
  const findings: Finding[] = [];
  exportTo.forEach((written, index) => {
    const place = written === "." ? namespace : written;
    const at = [...path, index];
    if (known.has(place)) findings.push(written === place ? byWebhook(at, "export-twice", { place }) : byWebhook(at, "export-own-twice", { place }));
    else if (place === "*" || place === "~" || isDnsLabel(place)) known.add(place);
    else findings.push(byWebhook(at, "export-shape", { written }));
  });
  if (exportTo.length < 2) return findings;
  if (known.has("*")) findings.push(byWebhook([...path, exportTo.indexOf("*")], "export-all-and-some"));
  if (known.has("~")) findings.push(byWebhook([...path, exportTo.indexOf("~")], "export-none-and-some"));
  return findings;
}

const DYNAMIC_PROTOCOLS: ReadonlySet<string> = new Set(["HTTP", "TLS", "GRPC", "HTTP2"]);
const HTTP: ReadonlySet<string> = new Set(["HTTP", "HTTP2", "HTTP_PROXY", "GRPC", "GRPC-WEB", "GRPC_WEB"]);
const TLS: ReadonlySet<string> = new Set(["TLS", "HTTPS"]);

/** What a ServiceEntry's way of resolution asks of its hosts, endpoints, addresses and ports (docs/istio.md#webhook-serviceentries). */
export function resolutionFindings(spec: unknown): readonly Finding[] {
  const mode = textOf(fieldOf(spec, "resolution")) || "NONE";
  if (mode === "NONE") return noneFindings(spec);
  if (mode === "DYNAMIC_DNS") return dynamicFindings(spec);
  const several = severalHostsFindings(spec);
  return mode === "STATIC" ? several : [...resolvedFindings(spec, mode), ...severalWithAddress(spec), ...several];
}

function noneFindings(spec: unknown): readonly Finding[] {
  return fieldOf(spec, "workloadSelector") === undefined ? [] : [warned([...SPEC, "workloadSelector"], "none-with-selector")];
}

function resolvedFindings(spec: unknown, mode: string): readonly Finding[] {
  if (itemsOf(fieldOf(spec, "endpoints")).length > 0) return [];
  return hostsOf(spec).flatMap((host, at) => (wrongPartOfDomain(host) === null ? [] : [byWebhook([...SPEC, "hosts", at], "dns-needs-name", { host, mode })]));
}

function severalWithAddress(spec: unknown): readonly Finding[] {
  const isOdd = hostsOf(spec).length > 1 && itemsOf(fieldOf(spec, "addresses")).length > 0 && protocolsOf(spec).some((one) => one === "" || one === "TCP");
  return isOdd ? [warned([...SPEC, "addresses"], "several-hosts-with-address")] : [];
}

/** Several hosts share a port only where a request itself names its host. */
function severalHostsFindings(spec: unknown): readonly Finding[] {
  if (hostsOf(spec).length < 2) return [];
  const plain = protocolsOf(spec).findIndex((one) => !HTTP.has(one) && !TLS.has(one));
  return plain < 0 ? [] : [byWebhook([...SPEC, "ports", plain, "protocol"], "several-hosts-with-tcp", { protocol: protocolsOf(spec)[plain] || "no protocol" })];
}

function dynamicFindings(spec: unknown): readonly Finding[] {
  const hosts = hostsOf(spec);
  const wrong = protocolsOf(spec).flatMap((protocol, at) =>
    DYNAMIC_PROTOCOLS.has(protocol) ? [] : [byWebhook([...SPEC, "ports", at, "protocol"], "dynamic-protocol", { protocol: protocol || "no protocol" })],
  );
  const plain = hosts.flatMap((host, at) => (host.startsWith("*") ? [] : [byWebhook([...SPEC, "hosts", at], "dynamic-needs-wildcard", { host })]));
  return [
    ...plain,
    ...(itemsOf(fieldOf(spec, "addresses")).length > 0 ? [byWebhook([...SPEC, "addresses"], "dynamic-without-addresses")] : []),
    ...(itemsOf(fieldOf(spec, "endpoints")).length > 0 ? [byWebhook([...SPEC, "endpoints"], "dynamic-without-endpoints")] : []),
    ...wrong,
  ];
}

function hostsOf(spec: unknown): readonly string[] {
  return textsOf(fieldOf(spec, "hosts"));
}

function protocolsOf(spec: unknown): readonly string[] {
  return itemsOf(fieldOf(spec, "ports")).map((port) => textOf(fieldOf(port, "protocol")).toUpperCase());
}
