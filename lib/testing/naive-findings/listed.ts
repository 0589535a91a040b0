import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import {
  drains,
  ends,
  entryLabels,
  has,
  isName,
  isResolved,
  keyOf,
  type Labels,
  type NaiveWorld,
  objectOf,
  ownLabels,
  placeOf,
  podLabels,
  podPlace,
  settingsOf,
  takes,
} from "./facts";
import { owners, portsOf, winner } from "./owners";
import { emptySelectsAll } from "./versions";

type Port = MeshService["ports"][number];

/** One endpoint that istiod holds for one port of one object. Health plays no part, because these rules ignore it. */
export interface Row {
  readonly by: MeshService;
  readonly port: Port;
  readonly kind: "entry" | "pod" | "inline" | "name";
  readonly name: string;
  readonly address: string;
  readonly end: number;
  readonly place: string;
  readonly labels: Labels;
}

interface Someone extends Pick<Row, "kind" | "name" | "address" | "place" | "labels"> {
  readonly endOf: (host: MeshService, at: number) => number | null;
}

/** A selector with resolution NONE still makes endpoints. They are sent if another object of the host name is STATIC or DNS (measured). */
const asList = (host: MeshService): MeshService => (host.kind === "ServiceEntry" && host.resolution === "NONE" ? { ...host, resolution: "STATIC" } : host);

function ofEntry(entry: WorkloadEntry, world: NaiveWorld): Someone {
  const labels = entryLabels(entry, world);
  return { kind: "entry", name: entry.name, address: entry.address, place: placeOf(entry, world), labels, endOf: (host, at) => ends(host, at, entry) };
}

function ofPod(pod: StoredPod, world: NaiveWorld): Someone {
  const named = (name: string, protocol: string) => pod.ports.find((one) => one.name === name && one.protocol === protocol)?.port;
  const endOf = (host: MeshService, at: number) => {
    const port = host.ports[at];
    if (port === undefined) return null;
    if (typeof port.target === "string") return named(port.target, port.protocol) ?? null;
    const own = host.kind === "ServiceEntry" && port.name !== "" ? named(port.name, "TCP") : undefined;
    return own ?? port.target ?? port.number;
  };
  return { kind: "pod", name: pod.name, address: pod.address, place: podPlace(pod, world), labels: podLabels(pod, world), endOf };
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

function choosesByLabels(host: MeshService, labels: Labels, world: NaiveWorld): boolean {
  if (host.kind === "Service") return host.selector.length > 0 && has(labels, host.selector);
  if (host.selector === null) return false;
  return (host.selector.length > 0 || emptySelectsAll(settingsOf(world)) === true) && has(labels, host.selector);
}

function podsOf(host: MeshService, world: NaiveWorld): readonly Someone[] {
  const revision = settingsOf(world).revision;
  const isHidden = (pod: StoredPod) =>
    world.entries.some((entry) => keyOf(entry) === keyOf(pod) && [undefined, revision].includes(objectOf(entry.metadataLabels)["istio.io/rev"]));
  return [...world.pods]
    .filter((pod) => pod.namespace === host.namespace && !["Succeeded", "Failed"].includes(pod.phase) && pod.deletingAt === null && pod.address !== "")
    .filter((pod) => choosesByLabels(host, host.kind === "Service" ? objectOf(pod.labels) : podLabels(pod, world), world))
    .filter((pod) => host.kind === "Service" || (pod.ready && !isHidden(pod)))
    .sort(byName)
    .map((pod) => ofPod(pod, world));
}

function membersOf(host: MeshService, name: string, world: NaiveWorld): readonly Someone[] {
  if (host.kind === "Service" && host.type === "ExternalName") return [];
  if (host.kind === "Service" || host.selector !== null) {
    const entries = world.entries.filter((entry) => takes(asList(host), entry, world)).sort(byName);
    return [...podsOf(host, world), ...entries.map((entry) => ofEntry(entry, world))];
  }
  if (host.endpoints.length === 0 && isResolved(host)) {
    return [
      { kind: "name", name: host.name, address: name, place: "", labels: {}, endOf: (_, at) => Number(host.ports[at]?.target ?? host.ports[at]?.number) },
    ];
  }
  return host.endpoints.map((one, at) => {
    const entry = { ...one, namespace: host.namespace, name: `${host.name}-${at}`, specLabels: one.labels, metadataLabels: [] } as unknown as WorkloadEntry;
    return { ...ofEntry(entry, world), kind: "inline" as const, labels: ownLabels(entry) };
  });
}

/** All endpoints of a host name in a namespace: ServiceEntries by age, then the Service. DNS_ROUND_ROBIN adds none to a port number that has one. */
export function held(name: string, namespace: string, world: NaiveWorld): readonly Row[] {
  const here = owners(name, world).filter((host) => host.namespace === namespace);
  const rows: Row[] = [];
  for (const host of [...here.filter(({ kind }) => kind === "ServiceEntry"), ...here.filter(({ kind }) => kind === "Service")]) {
    for (const { endOf, ...who } of membersOf(host, name, world)) {
      host.ports.forEach((port, at) => {
        const end = endOf(host, at);
        const isFull = host.kind === "ServiceEntry" && host.resolution === "DNS_ROUND_ROBIN" && rows.some((row) => row.port.number === port.number);
        if (end !== null && !isFull) rows.push({ ...who, by: host, port, end });
      });
    }
  }
  return rows;
}

/** EDS joins endpoints by the name of the port, DNS by its number. Endpoints of a Service are always joined by name. */
export function isJoined(owner: MeshService, port: Port, row: Pick<Row, "by" | "port">): boolean {
  const byNumber = owner.kind === "ServiceEntry" && owner.resolution !== "STATIC" && row.by.kind === "ServiceEntry";
  return byNumber ? row.port.number === port.number : row.port.name === port.name;
}

export interface Listed {
  readonly owner: MeshService;
  readonly port: Port;
  readonly rows: readonly Row[];
}

/** Callers of these services get a list of endpoints. */
export const hasLists = (owner: MeshService) =>
  owner.kind === "Service" ? !owner.isHeadless && owner.type !== "ExternalName" : owner.resolution !== "NONE" && owner.resolution !== "DYNAMIC_DNS";

/** The endpoints of a namespace that callers get for a host name, by port. Empty if an object of another namespace defines it for them. */
export function listed(name: string, namespace: string, world: NaiveWorld, caller = namespace): readonly Listed[] {
  const owner = winner(name, caller, world);
  if (owner === undefined || owner.namespace !== namespace || !hasLists(owner)) return [];
  const rows = held(name, namespace, world);
  return portsOf(name, owner, caller, world)
    .filter(({ protocol }) => protocol !== "UDP")
    .map((port) => ({ owner, port, rows: rows.filter((row) => isJoined(owner, port, row) && isSendable(owner, row)) }));
}

/** Not draining, and with an address that a list can have. */
export function isSendable(owner: MeshService, { address, end, labels }: Row): boolean {
  const isList = owner.kind === "Service" || owner.resolution === "STATIC";
  return !(isList && end !== 0 && isName(address)) && !drains(labels, owner);
}
