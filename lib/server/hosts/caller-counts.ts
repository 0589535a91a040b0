import { type NotReached, notReachedOf } from "@/lib/domain/hosts/not-reached";
import { labelOf } from "@/lib/domain/label-set";
import {
  type CallerService,
  candidateStatuses,
  endpointStatuses,
  gatewaysSent,
  isEmptyAddress,
  isSent,
  notSentReason,
} from "@/lib/domain/selection/caller-service";
import { hostMachine, inlineMachine, type Machine } from "@/lib/domain/selection/machine";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import type { Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import { machineOf, SESSION_LABEL } from "@/lib/domain/selection/selected-by";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { CountsInSight } from "./counts-in-sight";
import { addMachine, type MutableMachineCounts, NO_MACHINES } from "./host-counts";
import { matchingOf, shareOfBearing } from "./host-matching";
import type { HostObject, HostReader, InlineCounts, MachineClass, MachineCounts, PodCounts } from "./host-reader";
import { podBearing, shareOfPod } from "./pod-bearing";
import { type AddressCounts, addressCounts } from "./slice-addresses";
import { isHiddenByEntry } from "./taken-pods";

/** Machines that an object selects, as one caller gets them: those that are well and that the caller is not sent are apart, by why. */
export interface MachineCountsForCaller extends MachineCounts, Readonly<Record<NotReached, number>> {}

/** The endpoints of an object, as one caller gets them. Null = not visible. */
export interface CallerCounts {
  readonly machines: MachineCountsForCaller | null;
  readonly pods: PodCounts | null;
  /** Inline endpoints that istiod sends to the caller. `written` counts all inline endpoints. */
  readonly inline: InlineCounts & { readonly written: number };
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
 * `counts`: as the viewer may know them.
 */
export function callerCounts(of: CountedFleet, object: HostObject, service: CallerService, counts: CountsInSight): CallerCounts {
  const isAll = sendsAll(service) && !hasEmptyAddress(of, object);
  const { machines, pods, addresses } = counts;
  return {
    machines: machines && (isAll ? { ...machines, ...ALL_REACHED } : machinesFor(of, object, service, machines)),
    pods: pods && (isAll ? pods : podsFor(of, object, service, pods)),
    inline: inlineFor(service),
    names: namesOf(service),
    addresses: addresses && addressCounts(service, addresses),
  };
}

function hasEmptyAddress({ hosts }: CountedFleet, object: HostObject): boolean {
  return (hosts.classes(object) ?? []).some(({ address }) => address === "none");
}

const ALL_REACHED: Readonly<Record<NotReached, number>> = { notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0 };

/** Is everything sent to the caller that the object selects and that is well: is there no rival, gateway or distribution that the machine itself matters to? */
function sendsAll(service: CallerService): boolean {
  const { outcome, winner, origin, ports, onlyOne } = service;
  if (outcome !== "defines" || winner?.origin !== origin || onlyOne !== null || winner.isNodeLocal || asksByName(origin) || ports.length === 0) return false;
  return ports.every(({ joins }) =>
    joins.some(({ hasList, mesh, setting }) => hasList && mesh.gateways.length === 0 && (setting?.by !== "locality" || setting.setting.distribute === null)),
  );
}

/** Does a Service ask machines for a port by its name? */
function asksByName({ kind, ports }: Selector): boolean {
  return kind === "Service" && ports.some(({ target }) => typeof target === "string");
}

/** Do the labels, ports or names of machines decide what the caller gets of them? */
function needsEach({ onlyOne, origin, winner, world }: CallerService): boolean {
  // The owner decides whether draining machines are sent (facts 4.6), and this object counts them as sent.
  const keepsOtherSessions = winner !== null && winner.origin !== origin && labelOf(origin.labels, SESSION_LABEL) !== undefined;
  // A policy for some machines of the namespace can set DISABLE, or lift the DISABLE of the namespace or mesh (facts 4.8 A 3).
  const ofSome = world.authentications.some(({ namespace, selector }) => namespace === origin.namespace && selector.length > 0);
  const disables = ofSome && world.authentications.some(({ mode, ports }) => mode === "DISABLE" || ports.some(([, own]) => own === "DISABLE"));
  return onlyOne !== null || keepsOtherSessions || asksByName(origin) || (disables && world.mesh.gateways.length > 0);
}

function machinesFor(of: CountedFleet, object: HostObject, service: CallerService, all: MachineCounts): MachineCountsForCaller {
  const classes = machineClassesFor(of, object, service);
  const told = { ...all, ...ALL_REACHED };
  for (const { machine, counts } of classes) {
    const statuses = endpointStatuses(service, machine);
    const well = counts.serving + counts.inDoubt;
    if (well === 0) continue;
    if (isEmptyAddress(machine.address, statuses)) {
      told.serving -= counts.serving;
      told.inDoubt += counts.serving;
    }
    if (isSent(statuses)) continue;
    told[notReachedOf(notSentReason(statuses))] += well;
    for (const key of ["serving", "inDoubt", "notChecked", "weight"] as const) told[key] -= counts[key];
  }
  return told;
}

/** The machines that are well and for which istiod sends the caller gateways, counted by network. */
export function countsBehindGateways(of: CountedFleet, object: HostObject, service: CallerService): ReadonlyMap<string, number> {
  const networks = new Map<string, number>();
  for (const { machine, counts } of machineClassesFor(of, object, service)) {
    const well = counts.serving + counts.inDoubt;
    if (well === 0 || gatewaysSent(endpointStatuses(service, machine)).length === 0) continue;
    networks.set(machine.network, (networks.get(machine.network) ?? 0) + well);
  }
  return networks;
}

function machineClassesFor(of: CountedFleet, object: HostObject, service: CallerService): readonly CountedMachine[] {
  if (needsEach(service)) return classesOfEach(of, object, service);
  return (of.hosts.classes(object) ?? []).map((one) => ({ machine: machineOfClass(one, object), counts: one.counts }));
}

interface CountedMachine {
  readonly machine: Machine;
  readonly counts: MachineCounts;
}

function classesOfEach({ fleet, hosts }: CountedFleet, object: HostObject, { world: { mesh } }: CallerService): readonly CountedMachine[] {
  const matching = matchingOf(object.selector, mesh);
  return Array.from(hosts.machines(object), (ref) => {
    const counts: MutableMachineCounts = { ...NO_MACHINES };
    addMachine(counts, shareOfBearing(matching, fleet.bearing(ref, mesh), fleet.endpoint(ref).weight), 1);
    return { machine: machineOf({ kind: "entry", entry: fleet.entry(ref) }, mesh), counts };
  });
}

const SAMPLE_ADDRESS = { ip: "192.0.2.1", "host-name": "vm.invalid", socket: "unix:///vm", none: "" } as const satisfies Record<
  MachineClass["address"],
  string
>;

function machineOfClass({ network, locality, tlsMode, address }: MachineClass, { selector: { namespace } }: HostObject): Machine {
  const blank = { labels: new Map<string, string>(), identity: "", weight: 1, ports: new Map<string, number>(), node: "" };
  return { kind: "entry", namespace, name: "", address: SAMPLE_ADDRESS[address], network, locality, tlsMode, ...blank };
}

function podsFor({ fleet, hosts }: CountedFleet, object: HostObject, service: CallerService, all: PodCounts): PodCounts {
  const { mesh } = service.world;
  const matching = matchingOf(object.selector, mesh);
  let ready = 0;
  for (const pod of hosts.pods(object)) {
    const share = shareOfPod(matching, podBearing(pod, mesh, isHiddenByEntry(fleet, pod, mesh)));
    if (share.ready > 0 && isSent(candidateStatuses(service, { kind: "pod", pod }))) ready += 1;
  }
  return { taken: all.taken, ready, weight: ready };
}

function inlineFor(service: CallerService): CallerCounts["inline"] {
  const { origin, world } = service;
  if (origin.kind === "Service" || origin.selector !== null) return { count: 0, weight: 0, written: 0 };
  const sent = inlineMachines(origin, world.mesh).filter((machine) => isSent(endpointStatuses(service, machine)));
  return { count: sent.length, weight: sent.reduce((sum, { weight }) => sum + weight, 0), written: origin.endpoints.length };
}

/** The endpoints that a ServiceEntry writes itself, in its order. */
export function inlineMachines(origin: ServiceEntry, mesh: MeshSettings): readonly Machine[] {
  return origin.endpoints.map((endpoint, index) => inlineMachine(endpoint, { namespace: origin.namespace, name: origin.name, index }, mesh));
}

function namesOf(service: CallerService): number {
  const { origin, host } = service;
  if (!isHostNameEndpoint(origin)) return 0;
  return isSent(endpointStatuses(service, hostMachine(host, origin))) ? 1 : 0;
}

/** Is the host name itself the only endpoint of the object: DNS, without endpoints and without a selector (facts 4.3, 12.7)? */
export function isHostNameEndpoint(origin: Selector): boolean {
  if (origin.kind === "Service" || origin.selector !== null || origin.endpoints.length > 0) return false;
  return origin.resolution === "DNS" || origin.resolution === "DNS_ROUND_ROBIN";
}
