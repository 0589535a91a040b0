import type { MeshService } from "@/lib/domain/selection/objects";
import {
  hostKey,
  isHealthy,
  isResolved,
  keyOf,
  machines,
  type NaiveRule,
  type NaiveWorld,
  namesOf,
  ofHealthy,
  ownLabels,
  parts,
  placeOf,
  podPlace,
  readyPods,
  settingsOf,
  taken,
} from "./facts";
import { callerNetworks, isByEds, isReplaced, isSentTo } from "./gateways";
import { groupOf } from "./groups";
import { hasLists, held, isJoined, isSendable, type Listed, listed, type Row } from "./listed";
import { owners, portsOf, winner } from "./owners";
import { callersOf, isMarkedAt, policyOf, ruleFor } from "./traffic";

/** Where those are that a host takes: `region/zone`, "" = nowhere. */
function zones(host: MeshService, world: NaiveWorld): readonly string[] {
  const all = [...machines(host, world).map((entry) => placeOf(entry, world)), ...readyPods(host, world).map((pod) => podPlace(pod, world))];
  return all.map((place) => parts(place).slice(0, 2).join("/").replace(/^\/$/, ""));
}

/** The object's own rows that callers get under a host name. */
function ownRows(host: MeshService, name: string, world: NaiveWorld): readonly Row[] {
  const owner = winner(name, callersOf(host), world);
  if (owner === undefined || owner.namespace !== host.namespace || !hasLists(owner)) return [];
  const known = portsOf(name, owner, callersOf(host), world).filter(({ protocol }) => protocol !== "UDP");
  // Once a gateway of any network exists, istiod sends no socket by EDS (measured).
  const isDropped = ({ end }: Row) => end === 0 && isByEds(owner) && settingsOf(world).gateways.length > 0;
  const isTold = (row: Row) => isSendable(owner, row) && !isDropped(row) && known.some((port) => isJoined(owner, port, row));
  return held(name, host.namespace, ofHealthy(world)).filter((row) => row.by === host && row.port.protocol !== "UDP" && isTold(row));
}

/** A Pod behind a gateway of its network is lost to callers elsewhere if it has no mark. With ambient multi-network one without a gateway is lost too. */
function isLostPod(caller: string, owner: MeshService, name: string, row: Row, world: NaiveWorld): boolean {
  const network = row.labels["topology.istio.io/network"] ?? "";
  if (row.kind !== "pod" || network === "" || network === caller || !isByEds(owner)) return false;
  const { ambientMultiNetwork, gateways } = settingsOf(world);
  if (!isReplaced(network, caller, world)) return caller !== "" && ambientMultiNetwork && gateways.length > 0;
  const { namespace } = row.by;
  const member = { ...{ namespace, network, locality: row.place, serviceAccount: "", specLabels: [] }, metadataLabels: Object.entries(row.labels) };
  return !isMarkedAt(owner, name, { number: row.port.number, end: row.end }, member as unknown as NaiveWorld["entries"][number], world);
}

/** The places of the machines and Pods that callers of a network get. The owner of a host name decides if draining ones are sent. */
function sentZones(caller: string, host: MeshService, world: NaiveWorld): readonly string[] {
  const sent = machines(host, world).filter((entry) => isHealthy(entry) && entry.address + entry.network !== "" && isSentTo(caller, host, entry, world));
  const rows = namesOf(host).flatMap((name) => {
    const owner = winner(name, callersOf(host), world) ?? host;
    const names = [...sent.map((one) => `entry ${one.name}`), ...readyPods(host, world, owner).map((one) => `pod ${one.name}`)];
    return ownRows(host, name, world).filter((row) => names.includes(`${row.kind} ${row.name}`) && !isLostPod(caller, owner, name, row, world));
  });
  return rows.map(({ place }) => parts(place).slice(0, 2).join("/").replace(/^\/$/, ""));
}

const isOfPlace = (zone: string) => zone !== "";
const most = (values: readonly string[]) => Math.max(0, ...[...new Set(values)].map((value) => values.filter((one) => one === value).length));

type Shares = readonly { readonly from: string; readonly to: readonly (readonly [string, number])[] }[];

interface Port {
  readonly name: string;
  readonly number: number;
  readonly outlier: { readonly maxEjectionPercent: number | null } | null;
  readonly isEjecting: boolean;
  /** null = place is switched off. */
  readonly by: "zones" | "localities" | null;
  readonly isOrdered: boolean;
  /** `distribute`, which switches failover off. */
  readonly shares: Shares;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
}

/** What decides the order of each port that clients are sent a list for: the rule, then the host's distribution, then the mesh. */
function ports(host: MeshService, world: NaiveWorld): readonly Port[] {
  const isListed = host.kind === "Service" ? !host.isHeadless && host.type !== "ExternalName" : ["STATIC", "DNS"].includes(host.resolution);
  const revision = ownLabels({ specLabels: [], metadataLabels: host.labels })["istio.io/rev"];
  if (!isListed || (host.kind === "ServiceEntry" && revision !== undefined && revision !== settingsOf(world).revision)) return [];
  return namesOf(host).flatMap((name) =>
    host.ports
      .filter(({ protocol }) => protocol !== "UDP")
      .map((port) => {
        const policy = policyOf(ruleFor(name, host, world), port.number);
        const outlier = policy?.outlier ?? null;
        const isEjecting = outlier !== null || (isResolved(host) && settingsOf(world).outlierByDefault);
        return { name, number: port.number, outlier, isEjecting, ...order(host, policy?.balancer ?? null, isEjecting, world) };
      }),
  );
}

/** The ports on which the host's own endpoints reach callers of its namespace: another object of the name may have no such port. */
function joined(host: MeshService, world: NaiveWorld): readonly Port[] {
  return ports(host, world).filter(({ name, number }) => {
    const owner = owners(name, world).length < 2 ? undefined : winner(name, host.namespace, world);
    if (owner === undefined || owner === host) return true;
    const own = host.ports.filter((port) => port.number === number);
    const known = owner.namespace === host.namespace && ports(owner, world).length > 0 ? portsOf(name, owner, host.namespace, world) : [];
    // Istiod has no list for UDP (measured).
    const listable = known.filter(({ protocol }) => protocol !== "UDP");
    return listable.some((port) => own.some((one) => isJoined(owner, port, { by: host, port: one })));
  });
}

function order(
  host: MeshService,
  balancer: NonNullable<ReturnType<typeof policyOf>>["balancer"],
  isEjecting: boolean,
  world: NaiveWorld,
): Pick<Port, "by" | "isOrdered" | "shares" | "failover"> {
  const none = { by: null, isOrdered: false, shares: [], failover: [] };
  const written = balancer?.locality ?? null;
  const isNear = host.distribution !== null && host.distribution !== "any";
  if (written === null && isNear) return { by: "localities", isOrdered: true, shares: [], failover: [] };
  const { locality, zoneAware } = settingsOf(world);
  if (written === null && zoneAware !== null) return { by: "zones", isOrdered: zoneAware.isEnabled, shares: [], failover: [] };
  const setting = written ?? locality;
  if (setting === null || !setting.isEnabled) return none;
  const shares = setting.distribute ?? [];
  return { by: "localities", isOrdered: isEjecting || shares.length > 0, shares, failover: written === null || shares.length > 0 ? [] : setting.failover };
}

/** Region, zone and subzone as a rule of `distribute` writes them: a star, or what it leaves out, stands for any. */
function isIn(place: string, pattern: string): boolean {
  const wanted = pattern.split("/");
  return [0, 1, 2].every((at) => {
    const part = wanted[at] ?? "";
    return part === "*" || (at > 0 && part === "") || part === (place.split("/")[at] ?? "");
  });
}

/** The first `from` that names a place is its own: one that an earlier and wider one hides has no callers. */
const inForce = (shares: Shares): Shares => shares.filter(({ from }, at) => shares.findIndex((one) => isIn(from, one.from)) === at);

/** A caller without a locality gets the endpoints of a place, unless the first `distribute` rule for the caller leaves the place out. */
export function isKeptWithoutPlace(name: string, owner: MeshService, number: number, place: string, world: NaiveWorld, caller = callersOf(owner)): boolean {
  const { shares } = order(owner, policyOf(ruleFor(name, owner, world, caller), number)?.balancer ?? null, false, world);
  const rule = shares.find(({ from }) => isIn("", from));
  return rule === undefined || rule.to.some(([pattern]) => isIn(place, pattern));
}

/** The rows of a list that a caller without a locality keeps. */
export const keptWithoutPlace = (name: string, { owner, port, rows }: Listed, world: NaiveWorld, caller = callersOf(owner)): readonly Row[] =>
  rows.filter(({ place }) => isKeptWithoutPlace(name, owner, port.number, place, world, caller));

/** Callers of one `from` get no endpoint on a port: all listed ones, and all machines that the object selects, are in localities that no `to` names. */
function isDeserted(host: MeshService, port: Port, world: NaiveWorld): boolean {
  const list = listed(port.name, host.namespace, world).find(({ owner, port: one }) => owner === host && one.number === port.number);
  if (list === undefined || list.rows.length === 0) return false;
  const isGiven = ({ to }: Shares[number], place: string) => to.some(([pattern]) => isIn(place, pattern));
  const own = machines(host, world).map((entry) => placeOf(entry, world));
  return inForce(port.shares).some((one) => [...list.rows.map(({ place }) => place), ...own].every((place) => !isGiven(one, place)));
}

function cannotEject(host: MeshService, world: NaiveWorld): readonly string[] {
  const all = zones(host, world);
  const largest = most(all.filter(isOfPlace));
  if (largest === 0 || largest === all.length) return [];
  const found = joined(host, world)
    .filter((port) => port.isOrdered && port.shares.length === 0)
    .filter(({ outlier }) => outlier !== null && Math.floor((all.length * (outlier.maxEjectionPercent || 10)) / 100) < largest);
  return [...new Set(found.map(({ name }) => name))].map(() => hostKey(host));
}

function withoutPeer(host: MeshService, world: NaiveWorld): readonly string[] {
  const regions = zones(host, world).map((zone) => zone.split("/")[0]);
  const leads = joined(host, world)
    .filter(({ isOrdered }) => isOrdered)
    .flatMap(({ name, failover }) => failover.map(({ from, to }) => ({ name, from, to })))
    .filter(({ from, to }) => regions.includes(from) && !regions.includes(to));
  return [...new Set(leads.map(({ name, from }) => `${name} ${from}`))].map(() => hostKey(host));
}

function isInOneZone(host: MeshService, world: NaiveWorld): boolean {
  const all = zones(host, world);
  const [only = ""] = all;
  if (machines(host, world).length === 0 || all.length < 2 || new Set(all).size > 1 || (only.split("/")[1] ?? "") === "") return false;
  return world.entries.map((entry) => parts(placeOf(entry, world)).slice(0, 2)).some(([region, zone]) => zone !== "" && `${region}/${zone}` !== only);
}

/** The locality that a group gives to its machines: that of its template, else of labels, with three parts. */
function givenPlace(entry: NaiveWorld["entries"][number], world: NaiveWorld): string {
  const group = groupOf(entry, world);
  if (group === undefined) return "";
  const given = parts(placeOf({ locality: group.template.locality, specLabels: group.template.labels, metadataLabels: group.entryLabels }, world));
  return given.slice(0, 3).join("");
}

/** Places of machines that are a region alone. A Node of a zone with that name shows that the zone is meant. */
function regionsAlone(isZoneOfNode: boolean): NaiveRule {
  return (world) => {
    const places = [...new Set(world.entries.map((entry) => parts(placeOf(entry, world)).join("/")))];
    const zonesOfNodes = [...settingsOf(world).nodeLocalities.values()].map((place) => parts(place)[1]);
    return places.filter((place) => {
      const [region, zone, subzone] = parts(place);
      return region !== "" && zone === "" && subzone === "" && zonesOfNodes.includes(region) === isZoneOfNode;
    });
  };
}

const twoRegions: NaiveRule = (world) => {
  const places = [...new Set(world.entries.map((entry) => parts(placeOf(entry, world)).join("/")))].sort();
  const nodes = [...settingsOf(world).nodeLocalities.values()];
  const regionsOf = (zone: string) => new Set([...places, ...nodes].map(parts).flatMap(([region, one]) => (one === zone && region !== "" ? [region] : [])));
  const told = new Set<string>();
  return places.filter((place) => {
    const [region, zone] = parts(place);
    if (region === "" || zone === "" || told.has(zone) || regionsOf(zone).size < 2) return false;
    told.add(zone);
    return true;
  });
};

export const NAIVE_PLACES: Readonly<Record<string, NaiveRule>> = {
  STL401: (world) => world.hosts.flatMap((host) => cannotEject(host, world)),
  STL402: (world) => world.hosts.flatMap((host) => withoutPeer(host, world)),
  STL403: (world) => world.hosts.filter((host) => isInOneZone(host, world)).map(hostKey),
  STL404: (world) =>
    world.hosts
      .filter((host) => {
        const all = ports(host, world);
        const isLost = all.length > 0 && all.every(({ by, isOrdered }) => by === "localities" && !isOrdered);
        return (
          isLost &&
          machines(host, world).length > 0 &&
          callerNetworks(world).some((caller) => new Set(sentZones(caller, host, world).filter(isOfPlace)).size > 1)
        );
      })
      .map(hostKey),
  STL405: (world) =>
    world.hosts
      .filter((host) => {
        const isSomeNowhere = machines(host, world).some((entry) => parts(placeOf(entry, world)).slice(0, 2).join("") === "");
        const isDropped = ({ shares }: Port) => inForce(shares).some(({ to }) => !to.some(([pattern]) => isIn("", pattern)));
        const isWorse = (port: Port) => (port.shares.length === 0 ? port.isOrdered : isDropped(port));
        return isSomeNowhere && zones(host, world).some(isOfPlace) && joined(host, world).some(isWorse);
      })
      .map(hostKey),
  STL406: (world) => world.entries.filter((entry) => placeOf(entry, world) === "" && givenPlace(entry, world) !== "").map(keyOf),
  STL407: (world) => world.entries.filter((entry) => placeOf(entry, world).split("/").length > 3 && parts(placeOf(entry, world))[3] !== "").map(keyOf),
  STL408: (world) => world.entries.filter((entry) => /^\/[^/]|^\/\/[^/]|^[^/]+\/\/[^/]/.test(placeOf(entry, world))).map(keyOf),
  STL409: twoRegions,
  STL411: regionsAlone(false),
  STL412: regionsAlone(true),
  STL410: (world) =>
    world.hosts.flatMap((host) => {
      const found = taken(host, world) === 0 ? [] : joined(host, world).filter((port) => isDeserted(host, port, world));
      return [...new Set(found.map(({ name }) => name))].map(() => hostKey(host));
    }),
};
