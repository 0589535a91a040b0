import { type Findings, joined, noFindings, problem } from "./findings";
import { domainProblem, isIpAddress, isLabel, labelProblems } from "./name-rules";
import { fieldsOf, pairsOf, textOf } from "./reading";

/** Facts 2.1: a WorkloadEntry, or (`needsIp`) an endpoint of a ServiceEntry that resolves nothing. */
export function entryFindings(spec: Readonly<Record<string, unknown>>, needsIp: boolean): Findings {
  const address = textOf(spec.address);
  const network = textOf(spec.network);
  const ports = pairsOf(spec.ports);
  if (address === "" && network === "") return problem("address is required");
  const problems = labelProblems(pairsOf(spec.labels));
  const labels = problems.length > 0 ? problem(problems) : noFindings;
  return joined(addressFindings(address, network, ports.length > 0, needsIp), ...ports.map(([name, port]) => portFindings(name, Number(port))), labels);
}

/** A port's name and number. */
export function portFindings(name: string, port: number): Findings {
  return joined(isLabel(name) ? noFindings : problem(`invalid port name: ${name}`), portNumberFindings(port));
}

export function portNumberFindings(port: number): Findings {
  return port >= 1 && port <= 65_535 ? noFindings : problem(`port number ${port} must be in the range 1..65535`);
}

function addressFindings(address: string, network: string, hasPorts: boolean, needsIp: boolean): Findings {
  if (address === "") return { problems: [], warnings: [`address is unset with network ${JSON.stringify(network)}`] };
  if (address.startsWith("unix://"))
    return joined(socketFindings(address.slice(7)), hasPorts ? problem(`unix endpoint ${address} must not include ports`) : noFindings);
  if (isIpAddress(address)) return noFindings;
  const quoted = JSON.stringify(address);
  if (needsIp) return problem(`endpoint address ${quoted} is not a valid IP address`);
  return domainProblem(address) === null ? noFindings : problem(`endpoint address ${quoted} is not a valid FQDN or an IP address`);
}

function socketFindings(path: string): Findings {
  if (path === "") return problem("unix address must not be empty");
  const isFile = path.startsWith("/") && !path.endsWith("/");
  return path.startsWith("@") || isFile ? noFindings : problem(`${path} is not an absolute path to a file`);
}

/** The endpoints of a ServiceEntry speak of its ports alone. `servicePorts`: their names. */
export function endpointPortFindings(endpoint: unknown, servicePorts: ReadonlySet<string>): Findings {
  const { ports } = fieldsOf(endpoint);
  return joined(
    ...pairsOf(ports).map(([name, port]) =>
      servicePorts.has(name) ? noFindings : problem(`endpoint port ${String(port)} is not defined by the service entry`),
    ),
  );
}
