import { byWebhook, type Finding, type Path, warned } from "./finding";
import { wrongPartOfDomain } from "./names";
import { fieldOf, itemsOf, textOf, textsOf } from "./values";

const DYNAMIC_PROTOCOLS: ReadonlySet<string> = new Set(["HTTP", "TLS", "GRPC", "HTTP2"]);
const HTTP: ReadonlySet<string> = new Set(["HTTP", "HTTP2", "HTTP_PROXY", "GRPC", "GRPC-WEB", "GRPC_WEB"]);
const TLS: ReadonlySet<string> = new Set(["TLS", "HTTPS"]);
const SPEC: Path = ["spec"];

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
