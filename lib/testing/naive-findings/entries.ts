import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Fact } from "@/lib/domain/mesh/world";
import { connection, isTrue } from "./connections";
import { clusterNetwork, keyOf, type NaiveRule, type NaiveWorld, objectOf, ownLabels, takes } from "./facts";
import { given, groupOf, isOurs, labelsGivenByEither, runningRevisions } from "./groups";

type Group = NaiveWorld["groups"][number];
const entries =
  (choose: (entry: WorkloadEntry, world: NaiveWorld) => boolean): NaiveRule =>
  (world) =>
    world.entries.filter((entry) => choose(entry, world)).map(keyOf);
/** Of entries that registered themselves, with the group that they belong to. */
const registered = (choose: (entry: WorkloadEntry, group: Group, world: NaiveWorld) => boolean) =>
  entries((entry, world) => {
    const group = groupOf(entry, world);
    return entry.registrationGroup !== "" && group !== undefined && choose(entry, group, world);
  });

const isBoolean = (text: string) => ["1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False"].includes(text);
const ports = (all: readonly (readonly [string, number])[]) => JSON.stringify([...all].sort());

function drifted(entry: WorkloadEntry, group: Group): boolean {
  const { template } = group;
  const own = ownLabels(entry);
  const isMissing = Object.keys(given(group)).some((key) => own[key] === undefined);
  return (
    ports(entry.ports) !== ports(template.ports) ||
    (entry.weight || 1) !== (template.weight || 1) ||
    (entry.network === "" && template.network !== "") ||
    isMissing
  );
}

const OF_THE_MACHINE = ["topology.istio.io/network", "topology.istio.io/locality", "service.istio.io/canonical-name", "service.istio.io/canonical-revision"];

function bundled(entry: WorkloadEntry, group: Group): boolean {
  const own = ownLabels(entry);
  return Object.keys(given(group)).some(
    (key) => own[key] !== undefined && !OF_THE_MACHINE.includes(key) && !labelsGivenByEither(group, key).includes(own[key] ?? ""),
  );
}

/** Initial delay, then as many probes as the slower verdict needs, one timeout, and a quarter of a minute. */
function reportMs(group: Group | undefined): number {
  const probe = group?.probe;
  const times = Math.max(probe?.failureThreshold || 1, probe?.successThreshold || 1);
  return ((probe?.initialDelaySeconds || 0) + times * (probe?.periodSeconds || 10) + (probe?.timeoutSeconds || 1) + 15) * 1000;
}

function neverReported(entry: WorkloadEntry, world: NaiveWorld): boolean {
  if (!isTrue(entry.gate) || entry.health !== null) return false;
  const made = entry.createdAt ?? world.now;
  if (entry.registrationGroup !== "") return world.now >= made + reportMs(groupOf(entry, world));
  if (entry.controller !== "") return entry.connectedAt?.ms != null && world.now >= entry.connectedAt.ms + reportMs(undefined);
  return world.now >= made + 600_000;
}

function notReplayed(entry: WorkloadEntry, world: NaiveWorld): boolean {
  const [connectedAt, probedAt] = [entry.connectedAt?.ms ?? null, entry.health?.lastProbeTime?.ms ?? null];
  if (connectedAt === null || probedAt === null || !isTrue(entry.gate)) return false;
  const isLate = world.now >= connectedAt + Math.max(60_000, reportMs(groupOf(entry, world)));
  return isLate && Math.floor(probedAt / 1000) < Math.floor(connectedAt / 1000) && ["connected", "overdue"].includes(connection(entry, world));
}

const duplicates: NaiveRule = (world) => {
  const sharing = (entry: WorkloadEntry) =>
    world.entries
      .filter((other) => other.address === entry.address && other.network === entry.network)
      .map(keyOf)
      .sort();
  const isTold = (entry: WorkloadEntry) => entry.address !== "" && !entry.address.startsWith("unix://") && sharing(entry).length > 1;
  return world.entries.filter((entry) => isTold(entry) && sharing(entry)[0] === keyOf(entry)).map(keyOf);
};

function hasAPodsAddress(entry: WorkloadEntry, world: NaiveWorld): boolean {
  const isNear = (network: string) => entry.network === "" || network === "" || network === entry.network;
  return world.pods.some(
    (pod) =>
      pod.address !== "" &&
      pod.address === entry.address &&
      !["Succeeded", "Failed"].includes(pod.phase) &&
      isNear(objectOf(pod.labels)["topology.istio.io/network"] || clusterNetwork(pod.address, world)),
  );
}

function isWithoutAccount(entry: WorkloadEntry, world: NaiveWorld): boolean {
  if (entry.serviceAccount !== "" || (entry.registrationGroup !== "" && groupOf(entry, world) !== undefined)) return false;
  const isCalled = world.hosts.some((host) => takes(host, entry, world));
  return (isCalled || entry.registrationGroup !== "" || entry.controller !== "") && ownLabels(entry)["security.istio.io/tlsMode"] !== "disabled";
}

function isInAGroupsLabels(entry: WorkloadEntry, world: NaiveWorld): boolean {
  const own = ownLabels(entry);
  if (entry.registrationGroup !== "" || isOurs(entry) || Object.keys(own).length === 0) return false;
  return world.groups.some((group) => {
    const wanted = { ...objectOf(group.template.labels), ...objectOf(group.entryLabels) };
    return group.namespace === entry.namespace && Object.keys(wanted).length > 0 && Object.entries(wanted).every(([key, value]) => own[key] === value);
  });
}

/** In an ambient mesh: the istiod that holds it serves one, and its entry says nothing of a tunnel. */
function lacksTunnelLabel(entry: WorkloadEntry, world: NaiveWorld): boolean {
  const { replicas, meshes } = world.world;
  const replica = replicas.kind === "known" ? replicas.value.get(entry.controller) : undefined;
  const mesh = replica === undefined ? undefined : (meshes.get(replica.revision || "default") as { readonly ambient?: Fact<boolean> } | undefined);
  const isAmbient = mesh?.ambient?.kind === "known" && mesh.ambient.value;
  const isHeld = ["connected", "overdue"].includes(connection(entry, world));
  return isAmbient && isHeld && entry.registrationGroup !== "" && ownLabels(entry)["networking.istio.io/tunnel"] === undefined;
}

export const NAIVE_ENTRIES: Readonly<Record<string, NaiveRule>> = {
  STL101: entries(({ connectedAt, lastWriter }, world) => {
    const at = connectedAt?.ms ?? null;
    return at !== null && ((lastWriter?.time != null && at > lastWriter.time + 2_000) || at > world.now + 30_000);
  }),
  STL102: registered(drifted),
  STL103: registered(bundled),
  STL104: registered((entry, group) => group.probe !== null && !entry.gate && entry.health === null),
  STL105: entries(({ gate, health }) => health !== null && (!gate || (isBoolean(gate) && !isTrue(gate)))),
  STL106: entries(({ gate }) => Boolean(gate) && !isBoolean(gate ?? "")),
  STL107: entries(neverReported),
  STL108: entries(notReplayed),
  STL109: entries((entry, world) => connection(entry, world) === "leaked"),
  STL110: entries((entry, world) => connection(entry, world) === "ghost"),
  STL111: entries((entry, world) => (isOurs(entry) || entry.registrationGroup !== "") && groupOf(entry, world) === undefined),
  STL112: entries(
    (entry, world) =>
      entry.registrationGroup !== "" && !isOurs(entry) && world.groups.some((group) => keyOf(group) === `${entry.namespace}/${entry.registrationGroup}`),
  ),
  STL113: entries((entry, world) => {
    const group = groupOf(entry, world);
    return isOurs(entry) && group !== undefined && group.uid !== entry.owner?.uid;
  }),
  STL114: entries((entry) => isOurs(entry) && entry.registrationGroup !== "" && entry.registrationGroup !== entry.owner?.name),
  STL115: duplicates,
  STL116: entries(hasAPodsAddress),
  STL117: entries(({ address, network }) => address === "" && network === ""),
  STL118: entries(isWithoutAccount),
  STL119: registered((entry, { template }) => template.serviceAccount !== "" && template.serviceAccount !== entry.serviceAccount),
  STL120: entries(isInAGroupsLabels),
  STL121: entries((entry, world) => connection(entry, world) === "never" && world.now >= (entry.createdAt ?? 0) + 60_000),
  STL122: entries((entry, world) => {
    const revision = objectOf(entry.metadataLabels)["istio.io/rev"] ?? "";
    const running = runningRevisions(world);
    return revision !== "" && running.length > 0 && !running.includes(revision);
  }),
  STL123: entries(lacksTunnelLabel),
  STL124: entries((entry, world) => {
    const isThere = world.accounts.some((one) => keyOf(one) === keyOf({ namespace: entry.namespace, name: entry.serviceAccount }));
    return entry.serviceAccount !== "" && !isThere && groupOf(entry, world)?.template.serviceAccount !== entry.serviceAccount;
  }),
  STL125: entries(({ uid, gate }, { pasts, now }) => {
    const turns = pasts?.get(uid)?.healthTurns ?? [];
    return isTrue(gate) && turns.filter((at) => now - at < 3_600_000).length > 5;
  }),
  STL126: entries((entry, { pasts, now }) => {
    const drained = pasts?.get(entry.uid)?.drainedBefore;
    return entry.registrationGroup !== "" && !ownLabels(entry)["istio.io/draining"] && drained != null && now - drained.endedAt < 86_400_000;
  }),
};
