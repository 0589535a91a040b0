import {
  type CallerService,
  candidateStatusByPort,
  endpointStatusByPort,
  gatewaysSentToCaller,
  hasEndpointsSentByOwner,
  isCertainlySentOnAnyPort,
  isEmptyAddressSent,
  isSendingToCallerUncertain,
  notSentReason,
} from "@/lib/domain/selection/caller-service";
import { dependsOnEachMachine, sampleWorkload, usesNamedTargetPorts } from "@/lib/domain/selection/machine-endpoints";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import { type StoredWorkload, workloadOfHostName, workloadOfInlineEndpoint } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { type HealthyNotSentKind, healthyNotSentKind } from "@/lib/domain/services/service-status";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsInSight } from "./counts-in-sight";
import { addMachine, type MutableMachineCounts, NO_MACHINES } from "./host-counts";
import { matchingOf, shareOfBearing } from "./host-matching";
import type { HostObject, HostReader, InlineCounts, MachineCounts, MemberView, PodCounts } from "./host-reader";
import { sentPods } from "./sent-pods";
import { type AddressCounts, addressCounts } from "./slice-addresses";

/**
 * Machines that an object selects, as one caller gets them: those that are well and that the caller is not sent are apart, by why. `depends`:
 * unverified ones that istiod may send. The API does not show it.
 */
export interface MachineCountsForCaller extends MachineCounts, Readonly<Record<HealthyNotSentKind | "depends", number>> {}

/** The endpoints of an object, as one caller gets them. Null = not visible. */
export interface CallerCounts {
  readonly machines: MachineCountsForCaller | null;
  /** `depends`: further ones that istiod may send. */
  readonly pods: (PodCounts & { readonly depends: number }) | null;
  /** Inline endpoints that istiod sends to the caller. `written` counts all inline endpoints. `depends`: further ones that istiod may send. */
  readonly inline: InlineCounts & { readonly written: number; readonly depends: number };
  /** The host name itself, where callers resolve it by DNS and the object has no other endpoint: 1, else 0. */
  readonly names: number;
  /** Addresses of EndpointSlices. */
  readonly addresses: AddressCounts | null;
}

/** A fleet, and the members of its objects: those of the fleet itself, or of an overlay. */
export interface CountedFleet {
  readonly fleet: FleetReader;
  readonly hosts: HostReader;
}

/**
 * The counts of an object for one caller. Machines are asked about class by class; one by one only where the engine needs their ports, labels or each other.
 * `scope`: the viewer's.
 */
export function callerCounts(of: CountedFleet, object: HostObject, service: CallerService, scope: Scope): CallerCounts {
  const isAll = sendsAll(service) && !hasEmptyAddress(of, object);
  const { machines, pods, addresses } = countsInSight(of.hosts.counts(object, viewOf(service)), object, scope, of.fleet, service.host);
  return {
    machines: machines && (isAll ? { ...machines, ...ALL_REACHED } : machinesFor(of, object, service, machines)),
    pods: pods && (isAll ? { ...pods, depends: 0 } : podsFor(of, object, service, pods)),
    inline: inlineFor(service),
    names: namesOf(service),
    addresses: addresses && addressCounts(service, addresses),
  };
}

/** The members that can be sent to the caller. */
function viewOf(service: CallerService): MemberView {
  return hasEndpointsSentByOwner(service) ? "stored" : "listed";
}

function hasEmptyAddress({ hosts }: CountedFleet, object: HostObject): boolean {
  return (hosts.classes(object) ?? []).some(({ address }) => address === "none");
}

const ALL_REACHED: Readonly<Record<HealthyNotSentKind | "depends", number>> = { notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0, depends: 0 };

/** Is everything sent to the caller that the object selects and that is well: is there no rival, gateway or distribution that the machine itself matters to? */
function sendsAll(service: CallerService): boolean {
  const { outcome, winner, origin, ports, onlyOne } = service;
  if (outcome !== "defines" || winner?.origin !== origin || onlyOne !== null || winner.isNodeLocal || usesNamedTargetPorts(origin) || ports.length === 0)
    return false;
  return ports.every(({ joins }) =>
    joins.some(
      ({ hasList, views, setting }) =>
        hasList && views.every(({ mesh }) => mesh.gateways.length === 0) && (setting?.by !== "locality" || setting.setting.distribute === null),
    ),
  );
}

function machinesFor(of: CountedFleet, object: HostObject, service: CallerService, all: MachineCounts): MachineCountsForCaller {
  const classes = machineClassesFor(of, object, service);
  const told = { ...all, ...ALL_REACHED };
  for (const { machine, counts } of classes) {
    const statuses = endpointStatusByPort(service, machine);
    const well = counts.serving + counts.inDoubt;
    if (well === 0) continue;
    const depends = isSendingToCallerUncertain(statuses);
    if (depends) told.depends += well;
    if (depends || isEmptyAddressSent(machine.address, statuses)) {
      told.serving -= counts.serving;
      told.inDoubt += counts.serving;
    }
    if (depends || isCertainlySentOnAnyPort(statuses)) continue;
    told[healthyNotSentKind(notSentReason(statuses))] += well;
    for (const key of ["serving", "inDoubt", "notChecked", "weight"] as const) told[key] -= counts[key];
  }
  return told;
}

/** The machines that are well and for which istiod sends the caller gateways, counted by network. */
export function countsBehindGateways(of: CountedFleet, object: HostObject, service: CallerService): ReadonlyMap<string, number> {
  const networks = new Map<string, number>();
  for (const { machine, counts } of machineClassesFor(of, object, service)) {
    const well = counts.serving + counts.inDoubt;
    if (well === 0 || gatewaysSentToCaller(endpointStatusByPort(service, machine)).length === 0) continue;
    networks.set(machine.network, (networks.get(machine.network) ?? 0) + well);
  }
  return networks;
}

function machineClassesFor(of: CountedFleet, object: HostObject, service: CallerService): readonly CountedMachine[] {
  if (dependsOnEachMachine(service)) return classesOfEach(of, object, service);
  return (of.hosts.classes(object, viewOf(service)) ?? []).map((one) => ({ machine: sampleWorkload(one, object.selector.namespace), counts: one.counts }));
}

interface CountedMachine {
  readonly machine: StoredWorkload;
  readonly counts: MachineCounts;
}

function classesOfEach({ fleet, hosts }: CountedFleet, object: HostObject, service: CallerService): readonly CountedMachine[] {
  const { mesh } = service.world;
  const matching = matchingOf(object.selector, mesh);
  return Array.from(hosts.machines(object, viewOf(service)), (ref) => {
    const counts: MutableMachineCounts = { ...NO_MACHINES };
    addMachine(counts, shareOfBearing(matching, fleet.bearing(ref, mesh), fleet.endpoint(ref).weight), 1);
    return { machine: workloadOfCandidate({ kind: "entry", entry: fleet.entry(ref) }, mesh), counts };
  });
}

function podsFor({ fleet, hosts }: CountedFleet, object: HostObject, service: CallerService, all: PodCounts): CallerCounts["pods"] {
  const sent = sentPods(fleet, object, hosts.pods(object, viewOf(service)));
  const statuses = sent.map((pod) => candidateStatusByPort(service, { kind: "pod", pod }));
  const ready = statuses.filter(isCertainlySentOnAnyPort).length;
  return { taken: all.taken, ready, weight: ready, depends: statuses.filter(isSendingToCallerUncertain).length };
}

function inlineFor(service: CallerService): CallerCounts["inline"] {
  const { origin, world } = service;
  if (origin.kind === "Service" || origin.selector !== null) return { count: 0, weight: 0, written: 0, depends: 0 };
  const all = inlineMachines(origin, world.mesh).map((machine) => ({ weight: machine.weight, statuses: endpointStatusByPort(service, machine) }));
  const sent = all.filter(({ statuses }) => isCertainlySentOnAnyPort(statuses));
  const depends = all.filter(({ statuses }) => isSendingToCallerUncertain(statuses)).length;
  return { count: sent.length, weight: sent.reduce((sum, { weight }) => sum + weight, 0), written: origin.endpoints.length, depends };
}

/** The endpoints that a ServiceEntry writes itself, in its order. */
function inlineMachines(origin: ServiceEntry, mesh: MeshSettings): readonly StoredWorkload[] {
  return origin.endpoints.map((endpoint, index) => workloadOfInlineEndpoint(endpoint, { namespace: origin.namespace, name: origin.name, index }, mesh));
}

function namesOf(service: CallerService): number {
  const { origin, host } = service;
  if (!isHostNameEndpoint(origin)) return 0;
  return isCertainlySentOnAnyPort(endpointStatusByPort(service, workloadOfHostName(host, origin))) ? 1 : 0;
}

/** Is the host name itself the only endpoint of the object: DNS, without endpoints and without a selector (docs/istio.md#resolution)? */
export function isHostNameEndpoint(origin: MeshService): boolean {
  if (origin.kind === "Service" || origin.selector !== null || origin.endpoints.length > 0) return false;
  return origin.resolution === "DNS" || origin.resolution === "DNS_ROUND_ROBIN";
}
