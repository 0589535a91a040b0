import type { ObjectMeta } from "@/lib/sandbox/apiserver/kube-object";
import { endpointPortFindings, entryFindings, portFindings, portNumberFindings } from "./entry-rules";
import { exportFindings } from "./export-rules";
import { type Findings, joined, noFindings, problem } from "./findings";
import { domainProblem, isCidr, isIpAddress, wildcardDomainProblem } from "./name-rules";
import { fieldsOf, itemsOf, pairsOf, textOf } from "./reading";
import { resolutionFindings } from "./resolution-rules";

const protocols = new Set([
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
  "",
]);

/** Facts 2.3: a ServiceEntry. Its labels are the object's own: one of them turns automatic addresses off. */
export function serviceEntryFindings(spec: Readonly<Record<string, unknown>>, { labels = {}, namespace = "" }: ObjectMeta): Findings {
  const selector = spec.workloadSelector === undefined ? null : fieldsOf(spec.workloadSelector);
  const selected = selector === null ? noFindings : selectorFindings(pairsOf(selector.labels));
  if (selected.problems.length > 0) return selected;
  const hosts = itemsOf(spec.hosts).map(textOf);
  const endpoints = itemsOf(spec.endpoints);
  const both = selector !== null && endpoints.length > 0 ? problem("only one of WorkloadSelector or Endpoints is allowed in Service Entry") : noFindings;
  const none = hosts.length === 0 ? problem("service entry must have at least one host") : noFindings;
  const isDynamic = spec.resolution === "DYNAMIC_DNS";
  return joined(
    ...[selected, both, none, ...hosts.map((host) => hostFindings(host, isDynamic)), addressesFindings(spec), portsFindings(spec, labels)],
    ...endpoints.map((endpoint) => endpointFindings(endpoint, spec)),
    resolutionFindings(spec),
    exportFindings(itemsOf(spec.exportTo).map(textOf), namespace),
  );
}

function selectorFindings(pairs: ReadonlyArray<readonly [string, unknown]>): Findings {
  if (pairs.length === 0) {
    return { problems: [], warnings: ["service entry: workload selector specified without labels, will be applied to all services in namespace"] };
  }
  return joined(
    ...pairs.map(([key, value]) => {
      const shown = `"${key}=${String(value)}"`;
      if (key === "") return problem(`empty key is not supported in selector: ${shown}`);
      return key.includes("*") || String(value).includes("*") ? problem(`wildcard is not supported in selector: ${shown}`) : noFindings;
    }),
  );
}

function hostFindings(host: string, isDynamic: boolean): Findings {
  if (host === "*") return problem("invalid host *");
  const wrong = wildcardDomainProblem(host);
  const first = host.split(".")[0] ?? "";
  const isPartial = first.includes("*") && first !== "*" && !isDynamic;
  const warnings = isPartial ? [`partial wildcard ${JSON.stringify(host)} not allowed`] : [];
  return { problems: wrong === null ? [] : [wrong], warnings };
}

function addressesFindings(spec: Readonly<Record<string, unknown>>): Findings {
  const isPlain = spec.resolution === undefined || spec.resolution === "NONE" || spec.resolution === "STATIC";
  const addresses = itemsOf(spec.addresses).map(textOf);
  const ranges = addresses.some((address) => address.includes("/")) && !isPlain;
  return joined(
    ...addresses.map((address) => {
      if (address.includes("/")) return isCidr(address) ? noFindings : problem(`${address} is not a valid CIDR block`);
      return isIpAddress(address) ? noFindings : problem(`${address} is not a valid IP`);
    }),
    ranges ? problem("CIDR addresses are allowed only for NONE/STATIC resolution types") : noFindings,
  );
}

function portsFindings(spec: Readonly<Record<string, unknown>>, labels: Readonly<Record<string, unknown>>): Findings {
  const ports = itemsOf(spec.ports).map(fieldsOf);
  const isWithoutAddress = itemsOf(spec.addresses).length === 0 && labels["networking.istio.io/enable-autoallocate-ip"] === "false";
  const isTcp = ports.some(({ protocol }) => ["", "TCP"].includes(textOf(protocol).toUpperCase()));
  const warnings = isWithoutAddress && isTcp ? ["addresses are required for ports serving TCP (or unset) protocol when IP Autoallocation is not enabled"] : [];
  return joined({ problems: [], warnings }, ...ports.map((port, index) => servicePortFindings(port, ports.slice(0, index))));
}

function servicePortFindings(port: Readonly<Record<string, unknown>>, earlier: ReadonlyArray<Readonly<Record<string, unknown>>>): Findings {
  const name = textOf(port.name);
  const number = Number(port.number);
  const protocol = textOf(port.protocol);
  return joined(
    earlier.some((other) => other.name === name) ? problem(`service entry port name ${JSON.stringify(name)} already defined`) : noFindings,
    earlier.some((other) => other.number === number) ? problem(`service entry port ${number} already defined`) : noFindings,
    port.targetPort === undefined ? noFindings : portNumberFindings(Number(port.targetPort)),
    protocols.has(protocol.toUpperCase()) ? noFindings : problem(`unsupported protocol: ${protocol}`),
    portFindings(name, number),
  );
}

function endpointFindings(endpoint: unknown, spec: Readonly<Record<string, unknown>>): Findings {
  const fields = fieldsOf(endpoint);
  const names = new Set(itemsOf(spec.ports).map((port) => textOf(fieldsOf(port).name)));
  const isResolved = spec.resolution === "DNS" || spec.resolution === "DNS_ROUND_ROBIN";
  const address = textOf(fields.address);
  const isSocket = address.startsWith("unix://");
  const unresolvable = isResolved && !isIpAddress(address) && domainProblem(address) !== null;
  const named = unresolvable ? problem(`endpoint address ${JSON.stringify(address)} is not a valid FQDN or an IP address`) : entryFindings(fields, !isResolved);
  const single = isSocket && names.size !== 1 ? problem("exactly 1 service port required for unix endpoints") : noFindings;
  return joined(named, endpointPortFindings(endpoint, names), single);
}
