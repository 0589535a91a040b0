import type { Selector } from "@/lib/domain/selection/objects";
import { hostKey, isResolved, keyOf, machines, type NaiveRule, type NaiveWorld, namesOf, ownLabels, parts, podPlace, pods, settingsOf, written } from "./facts";
import { groupOf } from "./groups";
import { policyOf, ruleFor } from "./traffic";

/** Where those are that a host takes: `region/zone`, "" = nowhere. */
function zones(host: Selector, world: NaiveWorld): readonly string[] {
  const all = [
    ...machines(host, world).map(written),
    ...pods(host, world)
      .filter(({ ready }) => ready)
      .map((pod) => podPlace(pod, world)),
  ];
  return all.map((place) => parts(place).slice(0, 2).join("/").replace(/^\/$/, ""));
}

const isOfPlace = (zone: string) => zone !== "";
const most = (values: readonly string[]) => Math.max(0, ...[...new Set(values)].map((value) => values.filter((one) => one === value).length));

interface Port {
  readonly name: string;
  readonly outlier: { readonly maxEjectionPercent: number | null } | null;
  readonly isEjecting: boolean;
  /** null = place is switched off. */
  readonly by: "zones" | "localities" | null;
  readonly isOrdered: boolean;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
}

/** What decides the order of each port that clients are sent a list for: the rule, then the host's distribution, then the mesh. */
function ports(host: Selector, world: NaiveWorld): readonly Port[] {
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
        return { name, outlier, isEjecting, ...order(host, policy?.balancer ?? null, isEjecting, world) };
      }),
  );
}

function order(
  host: Selector,
  balancer: NonNullable<ReturnType<typeof policyOf>>["balancer"],
  isEjecting: boolean,
  world: NaiveWorld,
): Pick<Port, "by" | "isOrdered" | "failover"> {
  const own = balancer?.locality ?? null;
  if (own !== null) {
    if (!own.isEnabled) return { by: null, isOrdered: false, failover: [] };
    return { by: "localities", isOrdered: isEjecting || own.distribute !== null, failover: own.failover };
  }
  if (host.distribution !== null && host.distribution !== "any") return { by: "localities", isOrdered: true, failover: [] };
  const { locality, zoneAware } = settingsOf(world);
  if (zoneAware !== null) return { by: "zones", isOrdered: zoneAware.isEnabled, failover: [] };
  return locality?.isEnabled ? { by: "localities", isOrdered: isEjecting, failover: [] } : { by: null, isOrdered: false, failover: [] };
}

function cannotEject(host: Selector, world: NaiveWorld): readonly string[] {
  const all = zones(host, world);
  const largest = most(all.filter(isOfPlace));
  if (largest === 0 || largest === all.length) return [];
  const found = ports(host, world).filter(({ outlier }) => outlier !== null && Math.floor((all.length * (outlier.maxEjectionPercent || 10)) / 100) < largest);
  return [...new Set(found.map(({ name }) => name))].map(() => hostKey(host));
}

function withoutPeer(host: Selector, world: NaiveWorld): readonly string[] {
  const regions = zones(host, world).map((zone) => zone.split("/")[0]);
  const leads = ports(host, world)
    .filter(({ isOrdered }) => isOrdered)
    .flatMap(({ name, failover }) => failover.map(({ from, to }) => ({ name, from, to })))
    .filter(({ from, to }) => regions.includes(from) && !regions.includes(to));
  return [...new Set(leads.map(({ name, from }) => `${name} ${from}`))].map(() => hostKey(host));
}

function isInOneZone(host: Selector, world: NaiveWorld): boolean {
  const all = zones(host, world);
  const [only = ""] = all;
  if (machines(host, world).length === 0 || all.length < 2 || new Set(all).size > 1 || (only.split("/")[1] ?? "") === "") return false;
  return world.entries.map((entry) => parts(written(entry)).slice(0, 2)).some(([region, zone]) => zone !== "" && `${region}/${zone}` !== only);
}

/** What a group gives to its machines: its template's locality, else by labels, in parts up to the first empty one. */
function givenPlace(entry: NaiveWorld["entries"][number], world: NaiveWorld): string {
  const group = groupOf(entry, world);
  if (group === undefined) return "";
  const given = parts(written({ locality: group.template.locality, specLabels: group.template.labels, metadataLabels: group.entryLabels })).slice(0, 3);
  const end = given.indexOf("");
  return given.slice(0, end < 0 ? 3 : end).join("/");
}

const twoRegions: NaiveRule = (world) => {
  const places = [...new Set(world.entries.map((entry) => parts(written(entry)).join("/")))].sort();
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
        return isLost && machines(host, world).length > 0 && new Set(zones(host, world).filter(isOfPlace)).size > 1;
      })
      .map(hostKey),
  STL405: (world) =>
    world.hosts
      .filter((host) => {
        const isSomeNowhere = machines(host, world).some((entry) => parts(written(entry)).slice(0, 2).join("") === "");
        return isSomeNowhere && zones(host, world).some(isOfPlace) && ports(host, world).some(({ isOrdered }) => isOrdered);
      })
      .map(hostKey),
  STL406: (world) => world.entries.filter((entry) => written(entry) === "" && givenPlace(entry, world) !== "").map(keyOf),
  STL407: (world) => world.entries.filter((entry) => written(entry).split("/").length > 3 && parts(written(entry))[3] !== "").map(keyOf),
  STL408: (world) => world.entries.filter((entry) => /^\/[^/]|^\/\/[^/]|^[^/]+\/\/[^/]/.test(written(entry))).map(keyOf),
  STL409: twoRegions,
};
