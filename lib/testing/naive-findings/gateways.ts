import type { MeshService } from "@/lib/domain/selection/objects";
import { clusterNetwork, drains, ends, entryLabels, isName, type NaiveWorld, namesOf, ofHealthy, settingsOf } from "./facts";
import { hasLists, held, isJoined, type Row } from "./listed";
import { portsOf, winner } from "./owners";
import { accepted, callersOf, isMarkedAt, type PortPair, speaksMutual } from "./traffic";
import { sendsGatewayToAll } from "./versions";

export type Entry = NaiveWorld["entries"][number];

export const hasGateway = (network: string, world: NaiveWorld) => settingsOf(world).gateways.some((one) => one.network === network && one.port > 0);
export const networks = (world: NaiveWorld) => [...new Set(world.entries.map(({ network }) => network))];

/** Istiod replaces an endpoint of this network by a gateway for a caller. A caller without a network depends on the version. */
export const isReplaced = (network: string, caller: string, world: NaiveWorld) =>
  network !== "" && network !== caller && hasGateway(network, world) && (caller !== "" || sendsGatewayToAll(settingsOf(world)));

/** Some callers get the gateway of this network. */
export const isBehind = (network: string, world: NaiveWorld): boolean => callerNetworks(world).some((caller) => isReplaced(network, caller, world));

/** A port of a machine that callers get under a host name, and the object that owns the host name for them. */
export interface Way extends PortPair {
  readonly name: string;
  readonly owner: MeshService;
}

/** Istiod sends gateways for these services: their callers get lists by EDS. */
export const isByEds = (owner: MeshService) => hasLists(owner) && (owner.kind === "Service" || owner.resolution === "STATIC");

const isOneOfMany = (host: MeshService) => host.kind === "ServiceEntry" && host.resolution === "DNS_ROUND_ROBIN";

/** The ports on which DNS_ROUND_ROBIN keeps the machine: those without an endpoint before it (measured). */
const keptPorts = (host: MeshService, name: string, entry: Entry, world: NaiveWorld) =>
  held(name, host.namespace, ofHealthy(world)).flatMap((row) => (row.by === host && row.kind === "entry" && row.name === entry.name ? [row.port] : []));

/** The ports on a machine that join ports of an owner by EDS. Callers of other networks get a gateway for them. */
export function waysOf(host: MeshService, entry: Entry, world: NaiveWorld): readonly Way[] {
  const caller = callersOf(host);
  return namesOf(host).flatMap((name) => {
    const owner = winner(name, caller, world);
    if (owner === undefined || owner.namespace !== host.namespace || !isByEds(owner) || drains(entryLabels(entry, world), owner)) return [];
    const known = portsOf(name, owner, caller, world).filter(({ protocol }) => protocol !== "UDP");
    const isKept = (port: MeshService["ports"][number]) => !isOneOfMany(host) || keptPorts(host, name, entry, world).includes(port);
    return host.ports.flatMap((port, at) => {
      const end = ends(host, at, entry);
      if (end === null || port.protocol === "UDP" || !isKept(port) || (isName(entry.address) && end !== 0)) return [];
      const joined = known.filter((one) => isJoined(owner, one, { by: host, port }));
      return joined.map(({ number }) => ({ name, owner, number, end }));
    });
  });
}

/** Callers of resolution NONE send mutual TLS to all endpoints of a port if none is without a mark (docs/istio.md#client-tls). */
function commonMark(owner: MeshService, name: string, port: MeshService["ports"][number], world: NaiveWorld): boolean | undefined {
  if (owner.kind === "Service" || owner.resolution !== "NONE") return undefined;
  const rows = held(name, owner.namespace, ofHealthy(world)).filter((row) => isJoined(owner, port, row));
  return rows.length > 0 && rows.every((row) => tlsModeOf(row, world) !== "disabled");
}

function tlsModeOf(row: Row, world: NaiveWorld): string {
  const label = row.labels["security.istio.io/tlsMode"];
  if (label !== undefined || row.kind === "pod" || row.kind === "name") return label ?? "disabled";
  const inline = row.by.kind === "ServiceEntry" ? row.by.endpoints[Number(row.name.split("-").at(-1))] : undefined;
  const entry = world.entries.find((one) => one.namespace === row.by.namespace && one.name === row.name);
  const account = row.kind === "inline" ? inline?.serviceAccount : entry?.serviceAccount;
  return account ? "istio" : "disabled";
}

/** Does the machine's sidecar refuse the protocol of callers on some port? The owner of the host name decides the protocol. */
export function refusals(host: MeshService, entry: Entry, world: NaiveWorld): boolean {
  const caller = callersOf(host);
  return namesOf(host).some((name) => {
    const owner = winner(name, caller, world);
    if (owner === undefined || owner.namespace !== host.namespace || (owner.kind === "Service" && !hasLists(owner))) return false;
    const known = portsOf(name, owner, caller, world).filter(({ protocol }) => protocol !== "UDP");
    return host.ports.some((port, at) => {
      const end = ends(host, at, entry);
      if (end === null || port.protocol === "UDP") return false;
      const takes = accepted(entry, end, world);
      const isRefused = (isMutual: boolean) => (takes === "STRICT" ? !isMutual : takes === "DISABLE" && isMutual);
      return known.some(
        (one) =>
          isJoined(owner, one, { by: host, port }) &&
          isRefused(speaksMutual(owner, name, { number: one.number, end, isMarked: commonMark(owner, name, one, world) }, entry, world)),
      );
    });
  });
}

/** istiod wrote the entry for a proxy, with the network that the proxy named. A hand-written entry shows no proxy (measured). */
const isOfProxy = ({ registrationGroup, controller }: Entry) => registrationGroup !== "" && controller !== "";

/** The networks of Pods and of machines. A registered machine that names none is a caller without a network. */
export function callerNetworks(world: NaiveWorld): readonly string[] {
  const named = world.entries.filter((entry) => entry.network !== "" || isOfProxy(entry)).map(({ network }) => network);
  return [...new Set([clusterNetwork("", world), ...named])];
}

/** Callers of a network get this machine, or a gateway for it, on some port. */
export function isSentTo(caller: string, host: MeshService, entry: Entry, world: NaiveWorld): boolean {
  const { ambientMultiNetwork, gateways } = settingsOf(world);
  const isElsewhere = entry.network !== "" && entry.network !== caller;
  const ways = waysOf(host, entry, world);
  if (isReplaced(entry.network, caller, world) && ways.length > 0) return ways.some((way) => isMarkedAt(way.owner, way.name, way, entry, world));
  const isHidden = isElsewhere && caller !== "" && ambientMultiNetwork && gateways.length > 0 && ways.length > 0;
  return entry.address !== "" && !isHidden;
}
