import { meantAddress } from "@/lib/domain/networks/address-target";
import { addressFamily, socketPath } from "@/lib/domain/selection/ip-address";
import { bySchema, byWebhook, type Finding, type Path, warned } from "./finding";
import { isLabel, tagFindings, wrongPartOfDomain } from "./names";
import { fieldOf, pairsOf, textOf } from "./values";

const SOCKET = "unix://";

/** What the schema's rules refuse of an entry, a template or an inline endpoint (docs/istio.md#entry-fields). */
export function workloadSchemaFindings(spec: unknown, path: Path, place: "entry" | "template"): readonly Finding[] {
  const address = textOf(fieldOf(spec, "address"));
  const ports = fieldOf(spec, "ports");
  const findings: Finding[] = [];
  const isNowhere = (fieldOf(spec, "address") ?? fieldOf(spec, "network") ?? null) === null;
  if (place === "entry" && isNowhere) findings.push(bySchema(path, "address-required"));
  if (address.startsWith(SOCKET)) {
    const rest = socketPath(address);
    if (!rest.startsWith("/") && !rest.startsWith("@")) findings.push(bySchema([...path, "address"], "socket-relative"));
    if (address.endsWith("/")) findings.push(bySchema([...path, "address"], "socket-folder"));
    if (ports !== undefined) findings.push(bySchema([...path, "ports"], "socket-ports", { address }));
  }
  return [...findings, ...pairsOf(ports).flatMap(([name, port]) => portPairFindings(name, port, [...path, "ports"]))];
}

function portPairFindings(name: string, port: unknown, path: Path): readonly Finding[] {
  const isNamed = isLabel(name) && name.length < 63;
  return [...(isNamed ? [] : [bySchema([...path, name], "port-name", { name })]), ...portFindings(port, [...path, name])];
}

/** A number that is there and no port. What is no number is told by its type. */
export function portFindings(port: unknown, path: Path): readonly Finding[] {
  const isPort = typeof port !== "number" || (port >= 1 && port <= 65_535);
  return isPort ? [] : [bySchema(path, "port-range", { port: String(port) })];
}

/** What the webhook refuses of an entry, or (`needsIp`) of an inline endpoint of a host that nobody resolves (docs/istio.md#webhook-entries). */
export function workloadWebhookFindings(spec: unknown, path: Path, needsIp: boolean): readonly Finding[] {
  const [address, network] = [textOf(fieldOf(spec, "address")), textOf(fieldOf(spec, "network"))];
  if (address === "" && network === "") return [byWebhook([...path, "address"], "empty-address")];
  const labels = tagFindings(pairsOf(fieldOf(spec, "labels")), [...path, "labels"]);
  return [...addressFindings(address, { network, path, needsIp }), ...labels];
}

function addressFindings(
  address: string,
  { network, path, needsIp }: { readonly network: string; readonly path: Path; readonly needsIp: boolean },
): readonly Finding[] {
  const at = [...path, "address"];
  if (address === "") return [warned([...path, "network"], "address-only-network", { network })];
  if (address.startsWith(SOCKET)) {
    const rest = socketPath(address);
    if (rest === "") return [byWebhook(at, "socket-empty")];
    const isFile = rest.startsWith("@") || (rest.startsWith("/") && !rest.endsWith("/"));
    return isFile ? [] : [byWebhook(at, "socket-path", { path: rest })];
  }
  if (addressFamily(address) !== null) return [];
  const meant = meantAddress(address);
  const values = { address, ...(meant !== null && { meant }) };
  if (needsIp) return [byWebhook(at, "not-an-ip", values)];
  return wrongPartOfDomain(address) === null ? [] : [byWebhook(at, "not-an-address", values)];
}
