import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { ReportedObjects } from "@/lib/testing/findings-world";
import { ipBytes, isInNetwork } from "./ip-texts";
import { emptySelectsAll, readsLocalityLabel } from "./versions";

/**
 * A second reading of Istio's rules, written from what is known of Istio and not from the code beside: it takes none of its functions. What both say must
 * be equal, so that they are wrong alike only where the rules were read wrongly.
 */
export type NaiveWorld = Required<ReportedObjects>;
export type Labels = Readonly<Record<string, string>>;
/** What one rule finds, each as what it is about: a rule that finds two things about one object names it twice. */
export type NaiveRule = (world: NaiveWorld) => readonly string[];

export const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => `${namespace}/${name}`;
export const hostKey = (host: MeshService) => `${host.kind}/${keyOf(host)}`;
export const objectOf = (labels: LabelSet): Labels => Object.fromEntries(labels);
export const settingsOf = ({ mesh }: NaiveWorld): MeshSettings => mesh.settings;

export function ownLabels(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">): Labels {
  return { ...objectOf(entry.specLabels), ...objectOf(entry.metadataLabels) };
}

type Placed = Pick<WorkloadEntry, "locality" | "specLabels" | "metadataLabels">;

function place(entry: Placed, keys: readonly string[]): string {
  if (entry.locality) return entry.locality;
  const own = ownLabels(entry);
  const label = keys.map((key) => own[key]).find((value) => value !== undefined) ?? "";
  return label.includes("/") ? label : label.split(".").join("/");
}

/** `spec.locality`, else one of two labels in which a dot may stand for a slash. */
const written = (entry: Placed): string => place(entry, ["topology.istio.io/locality", "istio-locality"]);

/** The locality that istiod reads: one before 1.29 does not know the first label. */
export const placeOf = (entry: Placed, world: NaiveWorld): string =>
  readsLocalityLabel(settingsOf(world)) ? written(entry) : place(entry, ["istio-locality"]);

export function parts(locality: string): readonly [string, string, string, string] {
  const [region = "", zone = "", subzone = "", ...rest] = locality.split("/");
  return [region, zone, subzone, rest.join("/")];
}

function derived(own: Labels, locality: string, network: string, world: NaiveWorld): Labels {
  const [region, zone, subzone] = parts(locality);
  const all: Record<string, string> = { ...own };
  if (region) all["topology.kubernetes.io/region"] = region;
  if (zone) all["topology.kubernetes.io/zone"] = zone;
  if (subzone) all["topology.istio.io/subzone"] = subzone;
  all["topology.istio.io/cluster"] = settingsOf(world).clusterId;
  if (network && !all["topology.istio.io/network"]) all["topology.istio.io/network"] = network;
  return all;
}

export const entryLabels = (entry: WorkloadEntry, world: NaiveWorld): Labels => derived(ownLabels(entry), placeOf(entry, world), entry.network, world);

export function podPlace(pod: StoredPod, world: NaiveWorld): string {
  return placeOf({ locality: "", specLabels: [], metadataLabels: pod.labels }, world) || (settingsOf(world).nodeLocalities.get(pod.node) ?? "");
}

export const has = (labels: Labels, wanted: LabelSet) => wanted.every(([key, value]) => labels[key] === value);
const isRevision = (labels: Labels, world: NaiveWorld) => labels["istio.io/rev"] === undefined || labels["istio.io/rev"] === settingsOf(world).revision;
export const isName = (address: string) => address !== "" && ipBytes(address) === null;
export const isResolved = (host: MeshService) => host.kind === "ServiceEntry" && host.resolution.startsWith("DNS");

/** Does the object choose anybody at all, and is it one that clients are sent a list for? */
function chooses(host: MeshService, world: NaiveWorld): boolean {
  if (host.kind === "Service") return !host.isHeadless && host.type !== "ExternalName" && host.selector.length > 0;
  if (host.selector === null || host.resolution === "NONE" || host.resolution === "DYNAMIC_DNS") return false;
  if (!isRevision(objectOf(host.labels), world)) return false;
  return host.selector.length > 0 || emptySelectsAll(settingsOf(world)) === true;
}

/** Would it be taken, had it an address of the right kind? */
export function wants(host: MeshService, entry: WorkloadEntry, world: NaiveWorld): boolean {
  const isHere = host.namespace === entry.namespace && isRevision(objectOf(entry.metadataLabels), world);
  return isHere && chooses(host, world) && has(entryLabels(entry, world), host.selector ?? []);
}

export const takes = (host: MeshService, entry: WorkloadEntry, world: NaiveWorld) => wants(host, entry, world) && (isResolved(host) || !isName(entry.address));
export const machines = (host: MeshService, world: NaiveWorld) => world.entries.filter((entry) => takes(host, entry, world));

export const isHealthy = (entry: WorkloadEntry) => entry.gate !== "true" || entry.health?.status === "True";
/** The world that istiod has endpoints of: it stores none of an unhealthy entry, which then hides no Pod and takes no place (measured). */
export const ofHealthy = (world: NaiveWorld): NaiveWorld => ({ ...world, entries: world.entries.filter(isHealthy) });
export const drains = (labels: Labels, host: MeshService) => Boolean(labels["istio.io/draining"]) && !objectOf(host.labels)["istio.io/persistent-session"];
export const isSent = (host: MeshService, entry: WorkloadEntry, world: NaiveWorld) =>
  takes(host, entry, world) && isHealthy(entry) && !drains(entryLabels(entry, world), host) && entry.address + entry.network !== "";

function pods(host: MeshService, world: NaiveWorld): readonly StoredPod[] {
  const seen = (pod: StoredPod) => (host.kind === "Service" ? objectOf(pod.labels) : podLabels(pod, world));
  const isThere = (pod: StoredPod) => pod.namespace === host.namespace && !["Succeeded", "Failed"].includes(pod.phase) && pod.deletingAt === null;
  return world.pods.filter((pod) => isThere(pod) && chooses(host, world) && has(seen(pod), host.selector ?? []));
}

/** The network that istiod gives to a Pod with this address and no label (docs/istio.md#networks). */
export function clusterNetwork(address: string, world: NaiveWorld): string {
  const { podNetwork, networks, clusterId } = settingsOf(world);
  const byRegistry = networks.find(({ registries }) => registries.includes(clusterId));
  const byAddress = networks.find(({ cidrs }) => cidrs.some((cidr) => isInNetwork(address, cidr)));
  return podNetwork || (byRegistry ?? byAddress)?.name || "";
}

export const podLabels = (pod: StoredPod, world: NaiveWorld): Labels =>
  derived(objectOf(pod.labels), podPlace(pod, world), objectOf(pod.labels)["topology.istio.io/network"] || clusterNetwork(pod.address, world), world);

/** Of a ServiceEntry an entry that istiod holds hides the Pod of its name. */
export function readyPods(host: MeshService, world: NaiveWorld, owner = host): readonly StoredPod[] {
  const isHidden = (pod: StoredPod) =>
    world.entries.some((entry) => keyOf(entry) === keyOf(pod) && isHealthy(entry) && isRevision(objectOf(entry.metadataLabels), world));
  return pods(host, world).filter(
    (pod) =>
      (pod.ready || (host.kind === "Service" && host.publishesUnready)) &&
      pod.address !== "" &&
      !drains(podLabels(pod, world), owner) &&
      !(host.kind === "ServiceEntry" && isHidden(pod)),
  );
}

export const inline = (host: MeshService) => (host.kind === "ServiceEntry" && host.selector === null ? host.endpoints.length : 0);
export const taken = (host: MeshService, world: NaiveWorld) => machines(host, world).length + pods(host, world).length + inline(host);
export const sent = (host: MeshService, world: NaiveWorld) =>
  machines(host, world).filter((entry) => isSent(host, entry, world)).length + readyPods(host, world).length + inline(host);

export const namesOf = (host: MeshService) => (host.kind === "Service" ? [`${host.name}.${host.namespace}.svc.cluster.local`] : [...new Set(host.hosts)]);

/** Where a port of a host ends on a machine; null = nowhere. */
export function ends(host: MeshService, at: number, entry: WorkloadEntry): number | null {
  const port = host.ports[at];
  if (port === undefined) return null;
  if (entry.address.startsWith("unix://") && host.kind === "ServiceEntry") return 0;
  const own = Object.fromEntries(entry.ports);
  if (typeof port.target === "string") return own[port.target] ?? null;
  return own[port.name] ?? port.target ?? port.number;
}

export const selecting = (world: NaiveWorld, choose: (entry: WorkloadEntry, host: MeshService) => boolean) =>
  world.entries.flatMap((entry) => world.hosts.filter((host) => choose(entry, host)).map(() => keyOf(entry)));
