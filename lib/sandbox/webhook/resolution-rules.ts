import { type Findings, joined, noFindings, problem } from "./findings";
import { domainProblem } from "./name-rules";
import { fieldsOf, itemsOf, textOf } from "./reading";

const dynamicProtocols = new Set(["HTTP", "TLS", "GRPC", "HTTP2"]);

/** What a ServiceEntry's way of resolution asks of its hosts, endpoints and addresses (docs/istio.md#webhook-serviceentries). */
export function resolutionFindings(spec: Readonly<Record<string, unknown>>): Findings {
  const hosts = itemsOf(spec.hosts).map(textOf);
  const endpoints = itemsOf(spec.endpoints);
  const mode = textOf(spec.resolution);
  switch (mode) {
    case "STATIC":
      return noFindings;
    case "DNS":
    case "DNS_ROUND_ROBIN":
      return joined(resolvedFindings(mode, hosts, endpoints.length), severalHostsFindings(spec, hosts));
    case "DYNAMIC_DNS":
      return dynamicFindings(spec, hosts, endpoints.length);
    default: {
      const chosen = spec.workloadSelector === undefined ? [] : ["workloadSelector should not be set when resolution mode is NONE"];
      const some = endpoints.length > 0 ? problem("no endpoints should be provided for resolution type none") : noFindings;
      return joined(some, { problems: [], warnings: chosen });
    }
  }
}

function resolvedFindings(mode: string, hosts: readonly string[], endpointCount: number): Findings {
  if (mode === "DNS_ROUND_ROBIN" && endpointCount > 1) return problem(`there must only be 0 or 1 endpoint for resolution mode ${mode}`);
  if (endpointCount > 0) return noFindings;
  const lead = `hosts must be FQDN or contain only prefix wildcards if no endpoints are provided for resolution mode ${mode}`;
  const wrong = hosts.flatMap((host) => domainProblem(host) ?? []);
  return problem(...wrong.map((why) => `${lead}, ${why}`));
}

function severalHostsFindings(spec: Readonly<Record<string, unknown>>, hosts: readonly string[]): Findings {
  const hasTcp = itemsOf(spec.ports).some((port) => ["", "TCP"].includes(textOf(fieldsOf(port).protocol).toUpperCase()));
  const isOdd = hosts.length > 1 && itemsOf(spec.addresses).length > 0 && hasTcp;
  const text = "service entry can not have more than one host specified simultaneously with address and tcp port";
  return { problems: [], warnings: isOdd ? [text] : [] };
}

function dynamicFindings(spec: Readonly<Record<string, unknown>>, hosts: readonly string[], endpointCount: number): Findings {
  const mode = "DYNAMIC_DNS";
  const isWild = (host: string): boolean => host.startsWith("*");
  const other = itemsOf(spec.ports).some((port) => !dynamicProtocols.has(textOf(fieldsOf(port).protocol).toUpperCase()));
  return joined(
    hosts.some(isWild) ? noFindings : problem(`at least one wildcard host must be provided for resolution type ${mode}`),
    hosts.every(isWild) ? noFindings : problem(`host must be wildcarded for resolution mode ${mode}`),
    itemsOf(spec.addresses).length > 0 ? problem(`addresses are not supported for resolution type ${mode}`) : noFindings,
    endpointCount > 0 ? problem(`no endpoints should be provided for resolution type ${mode}`) : noFindings,
    other ? problem(`only HTTP, TLS, GRPC, and HTTP2 protocols are supported for resolution type ${mode}`) : noFindings,
  );
}
