import { entryLabels, get, has, isDnsEntry, isHealthy, isName, isSeen, type Labels, type NaiveSource, naiveHeld, objectKey } from "./naive-held";
import { type Marked, type NaiveCluster, type NaiveWay, wayTo } from "./naive-order";
import { exported, isRead, type NaiveHost, naiveHosts, objectPorts, ownerOf } from "./naive-owners";
import { discoveryOf, naiveClusters } from "./naive-selection";
import type { RawCaller, RawObject, RawWorld } from "./selection-worlds";

/** The reason why a caller is not sent a WorkloadEntry that an object selects. */
type NaiveReason =
  | "other-revision"
  | "unhealthy"
  | "draining"
  | "headless"
  | "alias"
  | "resolution-none"
  | "name-needs-dns"
  | "no-named-port"
  | "not-exported"
  | "not-imported"
  | "other-owner"
  | "port-lost"
  | "round-robin"
  | "not-in-subset"
  | "distribute"
  | Exclude<NaiveWay, "direct" | "gateway">;

export interface NaiveEntryLeft {
  readonly object: string;
  readonly host: string;
  /** A port of the object; null: all of them. */
  readonly port: number | null;
  readonly subset: string;
  readonly reason: NaiveReason;
}

export const machineKey = ({ metadata }: RawObject) => `${metadata.namespace}/${metadata.name}`;

/** True if the selector of a Service or ServiceEntry matches the labels of a WorkloadEntry in its namespace. */
export function selects(object: RawObject, entry: RawObject): boolean {
  if (object.metadata.namespace !== entry.metadata.namespace) return false;
  if (object.kind === "Service") {
    const wanted = (object.spec.selector ?? {}) as Labels;
    return Object.keys(wanted).length > 0 && has(entryLabels(entry), wanted);
  }
  const selector = object.spec.workloadSelector;
  return selector !== undefined && has(entryLabels(entry), (get(selector, "labels") ?? {}) as Labels);
}

/** The numbers of the owner's ports that the endpoints of one port of an object join: those of equal name, or for a DNS definition of equal number. */
export function arrivals(owner: NaiveHost, object: RawObject, port: { readonly name: string; readonly number: number }): readonly number[] {
  const discovery = discoveryOf(owner);
  if (owner.namespace !== object.metadata.namespace || discovery === "NONE" || !isRead(object)) return [];
  const byNumber = discovery === "DNS" && object.kind === "ServiceEntry";
  return owner.ports.filter((one) => (byNumber ? one.number === port.number : one.name === port.name)).map(({ number }) => number);
}

/** A reason that applies to every caller, whatever definition of the host name applies. */
function earlyReason(object: RawObject, entry: RawObject): NaiveReason | null {
  const address = (entry.spec.address ?? "") as string;
  if (!isSeen(entry)) return "other-revision";
  if (!isHealthy(entry)) return "unhealthy";
  if (object.kind === "Service" && object.spec.clusterIP === "None") return "headless";
  return isName(address) && !(object.kind === "ServiceEntry" && isDnsEntry(object)) ? "name-needs-dns" : null;
}

function ownerReason(world: RawWorld, view: RawCaller, object: RawObject, host: string): NaiveReason | null {
  const owner = ownerOf(world, view, host);
  if (owner !== null) {
    if (owner.namespace !== object.metadata.namespace) return "other-owner";
    if (owner.object.spec.type === "ExternalName") return "alias";
    return discoveryOf(owner) === "NONE" ? "resolution-none" : null;
  }
  const own = naiveHosts(world).find((one) => one.object === object && one.host === host);
  return own !== undefined && exported(own, view.namespace) !== null ? "not-imported" : "not-exported";
}

/** The reason for one port of the object, once its definition or its owner's applies. */
function portReason(world: RawWorld, cluster: NaiveCluster, object: RawObject, entry: RawObject): NaiveReason | null {
  if (cluster.discovery === "NONE") return "resolution-none";
  const machine = machineKey(entry);
  const isIt = (one: { readonly source: NaiveSource; readonly object: string }) =>
    one.source.kind === "machine" && one.source.key === machine && one.object === objectKey(object);
  if (cluster.rows.some((row) => row.origins.some(isIt))) return null;
  const held = cluster.held.find(isIt);
  if (held !== undefined) return leftWay(held, cluster);
  const stored = naiveHeld(world, cluster.host, cluster.owner.namespace).filter(isIt);
  if (stored.length === 0) return isDnsEntry(object) && object.spec.resolution === "DNS_ROUND_ROBIN" ? "round-robin" : "no-named-port";
  if (stored.every(({ labels }) => labels["istio.io/draining"])) return "draining";
  if (cluster.subset !== "") return "not-in-subset";
  return cluster.discovery === "EDS" && stored.some(({ address, port }) => isName(address) && port !== 0) ? "name-needs-dns" : "port-lost";
}

function leftWay(one: Marked, { context }: NaiveCluster): NaiveReason {
  const way = context === null ? "direct" : wayTo(one, context);
  return way === "direct" || way === "gateway" ? "distribute" : way;
}

interface Selection {
  readonly object: RawObject;
  readonly host: string;
  readonly entry: RawObject;
}

/** Everything of one object and host name that a caller is not sent of a WorkloadEntry. */
export function leftOf(world: RawWorld, view: RawCaller, { object, host, entry }: Selection): readonly NaiveEntryLeft[] {
  const base = { object: objectKey(object), host };
  const early = earlyReason(object, entry) ?? ownerReason(world, view, object, host);
  if (early !== null) return [{ ...base, port: null, subset: "", reason: early }];
  const owner = ownerOf(world, view, host);
  const clusters = naiveClusters(world, view, host);
  return objectPorts(object).flatMap((port) => {
    const numbers = owner === null ? [] : arrivals(owner, object, port);
    const row = (subset: string, reason: NaiveReason): NaiveEntryLeft => ({ ...base, port: port.number, subset, reason });
    if (numbers.length === 0) return [row("", "port-lost")];
    return numbers.flatMap((number) => {
      const there = clusters.filter((one) => one.port.number === number);
      const [whole] = there.filter(({ subset }) => subset === "").map((one) => portReason(world, one, object, entry));
      if (whole) return [row("", whole)];
      return there.flatMap((one) => {
        const reason = portReason(world, one, object, entry);
        return reason === null ? [] : [row(one.subset, reason)];
      });
    });
  });
}
