import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { MeshService } from "@/lib/domain/selection/objects";
import {
  ends,
  entryLabels,
  has,
  hostKey,
  inline,
  isName,
  isResolved,
  isSent,
  keyOf,
  type Labels,
  machines,
  type NaiveRule,
  type NaiveWorld,
  namesOf,
  podLabels,
  readyPods,
  selecting,
  sent,
  settingsOf,
  taken,
  takes,
  wants,
} from "./facts";
import { refusals } from "./gateways";
import { groupOf, isOurs, members } from "./groups";
import { hasLists, held, isJoined, listed, type Row } from "./listed";
import { owners, portsOf, shownTo, winner } from "./owners";
import { keptWithoutPlace } from "./places";
import { callersOf, isPlainOutside, marks } from "./traffic";

const hosts = (world: NaiveWorld, choose: (host: MeshService) => boolean) => world.hosts.filter(choose).map(hostKey);
const isUdp = ({ protocol }: { readonly protocol: string }) => protocol === "UDP";

function hasNoPort(host: MeshService, world: NaiveWorld): boolean {
  if (host.kind !== "Service" || host.ports.some(({ target }) => typeof target !== "string")) return false;
  return machines(host, world).every((entry) => host.ports.every((_, at) => ends(host, at, entry) === null));
}

/** Some of the wanted labels are there, or the first that differs begins alike with three letters. */
function isNear(labels: Labels, wanted: readonly (readonly [string, string])[]): boolean {
  const missing = wanted.filter(([key, value]) => labels[key] !== value);
  const [first] = missing;
  return missing.length < wanted.length || (first !== undefined && (labels[first[0]] ?? "").slice(0, 3) === first[1].slice(0, 3) && first[1].length > 2);
}

function selectsInVain(host: MeshService, world: NaiveWorld): boolean {
  const isList = host.kind === "Service" ? !host.isHeadless && host.type !== "ExternalName" : !["NONE", "DYNAMIC_DNS"].includes(host.resolution);
  return isList && (host.selector ?? []).length > 0 && taken(host, world) === 0;
}

/** A machine of another namespace has every label that the selector names. */
function isLabelledElsewhere(host: MeshService, world: NaiveWorld): boolean {
  const isOnlyCluster = (host.selector ?? []).every(([key]) => key === "topology.istio.io/cluster");
  return !isOnlyCluster && world.entries.some((entry) => entry.namespace !== host.namespace && has(entryLabels(entry, world), host.selector ?? []));
}

function isAnybodyNear(host: MeshService, world: NaiveWorld): boolean {
  const wanted = host.selector ?? [];
  const standing = world.pods.filter((pod) => pod.namespace === host.namespace && pod.phase === "Running" && pod.deletingAt === null);
  const all = [
    ...world.entries.filter(({ namespace }) => namespace === host.namespace).map((entry) => entryLabels(entry, world)),
    ...standing.map((pod) => podLabels(pod, world)),
  ];
  return all.some((labels) => isNear(labels, wanted));
}

/** Callers get other objects' endpoints under a host name of the object. */
function isServedByOthers(host: MeshService, world: NaiveWorld): boolean {
  const { namespace, exportTo } = host;
  const isAtHome = exportTo.length === 0 || exportTo.some((one) => ["*", ".", namespace].includes(one));
  const callers = isAtHome ? [namespace] : exportTo.filter((one) => one !== "~");
  const isServed = (name: string, caller: string) =>
    listed(name, namespace, world, caller).some((list) => keptWithoutPlace(name, list, world).some(({ by }) => by !== host));
  return namesOf(host).some((name) => callers.some((caller) => isServed(name, caller)));
}

/** Do endpoints of this port join a port of the owner under some host name? Without a list, numbers count. */
function isReached(host: MeshService, port: MeshService["ports"][number], world: NaiveWorld): boolean {
  const caller = callersOf(host);
  return namesOf(host).some((name) => {
    const owner = winner(name, caller, world);
    if (owner === undefined || owner === host) return true;
    // Endpoints of two namespaces are never merged, and an ExternalName Service has none.
    if (owner.namespace !== host.namespace || (owner.kind === "Service" && owner.type === "ExternalName")) return false;
    const isSame = (one: typeof port) => (hasLists(owner) ? isJoined(owner, one, { by: host, port }) : one.number === port.number);
    return portsOf(name, owner, caller, world).some((one) => !isUdp(one) && isSame(one));
  });
}

function isSurprised(host: MeshService, entry: WorkloadEntry, world: NaiveWorld): boolean {
  const own = Object.fromEntries(entry.ports);
  if (entry.ports.length === 0 || (entry.address.startsWith("unix://") && host.kind === "ServiceEntry")) return false;
  return host.ports.some((port) => {
    if (isUdp(port) || typeof port.target === "string" || !isReached(host, port, world)) return false;
    const named = own[port.name];
    if (named !== undefined) return port.target !== null && port.target !== named;
    return port.target === null && !entry.ports.some(([, number]) => number === port.number);
  });
}

const lostElsewhere: NaiveRule = (world) =>
  world.hosts.flatMap((host) =>
    namesOf(host).flatMap((name) => {
      const all = owners(name, world);
      const callers = [...all.flatMap((one) => [one.namespace, ...one.exportTo.filter((to) => to !== "." && to !== "*")]), "nowhere else"];
      const isLost = (caller: string) => shownTo(host, caller) > 0 && winner(name, caller, world)?.namespace !== host.namespace;
      return all.includes(host) && taken(host, world) > 0 && callers.some(isLost) ? [hostKey(host)] : [];
    }),
  );

/** One finding for all ports of an object that reach no caller, and one for each port that joins another number of the owner. */
const lostToOwner: NaiveRule = (world) =>
  world.hosts.flatMap((host) => {
    return namesOf(host).flatMap((name) => {
      const owner = winner(name, host.namespace, world);
      if (owner === undefined || owner === host || owner.namespace !== host.namespace || !hasLists(owner)) return [];
      const theirs = portsOf(name, owner, host.namespace, world);
      const rows = held(name, host.namespace, world);
      const at = (number: number) => rows.filter((row) => theirs.some((port) => port.number === number && isJoined(owner, port, row)));
      const isAmong = (row: Row, others: readonly Row[]) => others.some(({ address, end }) => `${address}:${end}` === `${row.address}:${row.end}`);
      let [isLost, astray] = [false, 0];
      for (const port of host.ports) {
        const mine = rows.filter((row) => row.by === host && row.port === port);
        const [sample] = mine;
        if (sample === undefined) continue;
        const goesTo = theirs.filter((one) => isJoined(owner, one, sample));
        if (goesTo.length === 0) isLost ||= mine.some((row) => !isAmong(row, at(port.number)));
        const wrong = goesTo.filter(({ number }) => number !== port.number);
        const asWritten = (number: number) => at(number).filter((row) => row.port.number === number);
        if (wrong.some(({ number }) => mine.some((row) => !isAmong(row, asWritten(number))))) astray++;
      }
      return Array(Number(isLost) + astray).fill(hostKey(host));
    });
  });

/** Machines that two objects of a host name put on one of its ports. */
const twice: NaiveRule = (world) =>
  world.hosts.flatMap((host) =>
    namesOf(host).flatMap((name) => {
      const all = listed(name, host.namespace, world).map((list) => keptWithoutPlace(name, list, world));
      const lists = all.map((rows) => rows.filter(({ kind }) => kind === "entry"));
      return world.hosts
        .filter((other) => other.namespace === host.namespace && `${other.kind}/${other.name}` < `${host.kind}/${host.name}`)
        .filter((other) => lists.some((rows) => rows.some((one) => one.by === host && rows.some((two) => two.by === other && two.name === one.name))))
        .map(() => hostKey(host));
    }),
  );

function isList(host: MeshService): boolean {
  if ((host.selector ?? []).length === 0) return false;
  return host.kind === "Service" ? !host.isHeadless && host.type !== "ExternalName" : !["NONE", "DYNAMIC_DNS"].includes(host.resolution);
}

function areAlike(a: MeshService, b: MeshService): boolean {
  const text = (host: MeshService) => JSON.stringify([...(host.selector ?? [])].sort());
  const sharesPort = a.ports.some((port) => b.ports.some(({ number }) => number === port.number));
  return (
    a !== b &&
    a.namespace === b.namespace &&
    isList(a) &&
    isList(b) &&
    text(a) === text(b) &&
    sharesPort &&
    !namesOf(a).some((name) => namesOf(b).includes(name))
  );
}

/** Headless, and yet wanted by its labels. */
function isSkippedHeadless(host: MeshService, entry: WorkloadEntry, world: NaiveWorld): boolean {
  return host.kind === "Service" && host.isHeadless && takes({ ...host, isHeadless: false }, entry, world);
}

function isUnselected(entry: WorkloadEntry, world: NaiveWorld): boolean {
  const isGrouped = entry.registrationGroup !== "" || isOurs(entry);
  const here = world.hosts.filter(({ namespace }) => namespace === entry.namespace);
  const isWritten = here.some(
    (host) => host.kind === "ServiceEntry" && host.endpoints.some((one) => one.address === entry.address && one.network === entry.network),
  );
  const isTold = here.some((host) => {
    const open = host.kind === "Service" ? { ...host, isHeadless: false } : host.resolution === "NONE" ? { ...host, resolution: "STATIC" as const } : host;
    return wants(open, entry, world);
  });
  return !isGrouped && !isWritten && !isTold;
}

const lacksTarget = (host: MeshService, entry: WorkloadEntry) =>
  host.kind === "Service" && host.ports.some((port, at) => !isUdp(port) && ends(host, at, entry) === null);

/** An entry as a group's template would make it. */
function madeOf({ namespace, template, entryLabels }: NaiveWorld["groups"][number]): WorkloadEntry {
  return { ...template, namespace, specLabels: template.labels, metadataLabels: entryLabels, gate: null } as unknown as WorkloadEntry;
}

/** The same ports as its group's template, of a group that the host takes: then it is told of the group. */
function isLikeItsGroup(entry: WorkloadEntry, host: MeshService, world: NaiveWorld): boolean {
  const group = groupOf(entry, world);
  const text = (ports: WorkloadEntry["ports"]) => JSON.stringify([...ports].sort());
  return group !== undefined && text(group.template.ports) === text(entry.ports) && takes(host, madeOf(group), world);
}

function ofGroups(isTrouble: (host: MeshService, entry: WorkloadEntry, world: NaiveWorld) => boolean): NaiveRule {
  return (world) =>
    world.groups
      .filter((group) => members(group, world).length > 0)
      .flatMap((group) => world.hosts.filter((host) => takes(host, madeOf(group), world) && isTrouble(host, madeOf(group), world)).map(() => keyOf(group)));
}

/** Callers send plain text to the object's machines only because the definition of the host name is MESH_EXTERNAL. */
function isCalledAsOutside(host: MeshService, name: string, world: NaiveWorld): boolean {
  const isAtHome = callersOf(host) === host.namespace;
  const callers = isAtHome ? [host.namespace] : [...host.exportTo].sort();
  const caller = callers.find((one) => winner(name, one, world)?.namespace === host.namespace);
  const owner = caller === undefined ? undefined : winner(name, caller, world);
  if (caller === undefined || owner?.kind !== "ServiceEntry" || !owner.isExternal || !hasLists(owner)) return false;
  const isPort = (one: MeshService["ports"][number]) => !isUdp(one) && host.ports.some((port) => isJoined(owner, one, { by: host, port }));
  return portsOf(name, owner, caller, world).some((one) => isPort(one) && isPlainOutside(owner, name, one.number, world));
}

/** Counts pairs of a machine and a service: the entry's ports lack a name, or they lead to an unexpected port. */
export const PORT_DEFECTS = {
  missing: (world: NaiveWorld) => selecting(world, (entry, host) => takes(host, entry, world) && lacksTarget(host, entry)).length,
  unexpected: (world: NaiveWorld) => selecting(world, (entry, host) => takes(host, entry, world) && isSurprised(host, entry, world)).length,
};

/** Whom a host of each kind is about, by code. */
export const NAIVE_HOSTS: Readonly<Record<string, NaiveRule>> = {
  STL301: (world) =>
    hosts(world, (host) => {
      const onlyMachines = inline(host) + readyPods(host, world).length === 0;
      const isOwner = namesOf(host).some((name) => owners(name, world).length < 2 || winner(name, callersOf(host), world)?.namespace === host.namespace);
      return taken(host, world) > 0 && isOwner && (sent(host, world) === 0 || (onlyMachines && hasNoPort(host, world)));
    }),
  STL302: (world) => hosts(world, (host) => selectsInVain(host, world) && (isAnybodyNear(host, world) || isLabelledElsewhere(host, world))),
  STL303: (world) =>
    hosts(world, (host) => {
      const isUnused = host.kind === "ServiceEntry" && selectsInVain(host, world) && !isServedByOthers(host, world);
      return isUnused && !isAnybodyNear(host, world) && !isLabelledElsewhere(host, world);
    }),
  STL304: (world) => selecting(world, (entry, host) => isName(entry.address) && !isResolved(host) && wants(host, entry, world)),
  STL305: (world) => selecting(world, (entry, host) => takes(host, entry, world) && lacksTarget(host, entry) && !isLikeItsGroup(entry, host, world)),
  STL306: (world) => selecting(world, (entry, host) => takes(host, entry, world) && isSurprised(host, entry, world) && !isLikeItsGroup(entry, host, world)),
  STL307: (world) => hosts(world, (host) => host.kind === "ServiceEntry" && host.selector !== null && host.resolution === "NONE"),
  STL308: (world) =>
    hosts(world, (host) => host.kind === "ServiceEntry" && host.selector !== null && host.resolution === "DNS_ROUND_ROBIN" && sent(host, world) > 1),
  STL309: (world) =>
    hosts(world, (host) => {
      const isMarked = (entry: WorkloadEntry) => marks(entry, world) === "istio";
      const isSelecting = host.kind === "ServiceEntry" && host.selector !== null;
      return isSelecting && machines(host, world).some(isMarked) && namesOf(host).some((name) => isCalledAsOutside(host, name, world));
    }),
  STL310: lostElsewhere,
  STL311: lostToOwner,
  STL312: (world) => hosts(world, (host) => host.kind === "ServiceEntry" && host.selector?.length === 0),
  STL313: twice,
  STL314: (world) =>
    hosts(world, (host) => {
      const alike = world.hosts.filter((other) => areAlike(host, other));
      return alike.length > 0 && alike.every((other) => `${host.kind}/${host.name}` < `${other.kind}/${other.name}`);
    }),
  STL315: (world) =>
    world.entries
      .filter((entry) => !world.hosts.some((host) => takes(host, entry, world)))
      .flatMap((entry) => world.hosts.filter((host) => isSkippedHeadless(host, entry, world)).map(() => keyOf(entry))),
  STL316: (world) => world.entries.filter((entry) => isUnselected(entry, world)).map(keyOf),
  STL318: ofGroups(lacksTarget),
  STL319: ofGroups(isSurprised),
  STL317: (world) => selecting(world, (entry, host) => isSent(host, entry, world) && settingsOf(world).autoMtls && refusals(host, entry, world)),
};
