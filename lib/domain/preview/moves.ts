import { parseLocality } from "@/lib/domain/localities/locality";
import {
  type CallerService,
  endpointStatusByPort,
  isCertainlySentOnAnyPort,
  notSentReason,
  sliceAddressStateForCaller,
  sliceAddressStatusByPort,
} from "@/lib/domain/selection/caller-service";
import { type EndpointPort, portForServiceEntry } from "@/lib/domain/selection/endpoint-port";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import { type MergedSliceAddress, portsForSliceAddress } from "@/lib/domain/selection/slice-addresses";
import { workloadOfInlineEndpoint } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import {
  type EndpointOutcome,
  type EndpointPreviewOptions,
  endpointOutcomeOf,
  isReachableBySomeCaller,
  NOT_SELECTED_OUTCOME,
  noAddressOutcome,
} from "./endpoint-snapshot";

/** The effect of an edit on one endpoint of a selector: selected before and after, only after, or only before. Its health does not count. */
export type EndpointMove = "stays" | "comes" | "goes";

/** A machine, Pod, EndpointSlice address or endpoint written in a ServiceEntry that a selector selects before an edit, after it, or both. */
export interface EndpointWithMove<Ref> {
  readonly ref: Ref | null;
  readonly kind: "entry" | "pod" | "inline" | "address";
  readonly namespace: string;
  readonly name: string;
  /** "" = its locality has no zone. Null = the Node of a Pod is not visible. */
  readonly zone: string | null;
  readonly move: EndpointMove;
  readonly before: EndpointOutcome;
  readonly after: EndpointOutcome;
}

/** A machine or a Pod, with the reference by which the calling code identifies it. */
export interface CandidateWithRef<Ref> {
  readonly ref: Ref;
  readonly candidate: SelectionCandidate;
}

/** A selector before and after an edit. Null = it does not exist. */
export interface MeshServiceEdit {
  readonly before: MeshService | null;
  readonly after: MeshService | null;
}

/** Returns the endpoints that an edit of a selector keeps, adds or removes. Endpoints written in a ServiceEntry are last. */
export function endpointsWithMoves<Ref>(
  edit: MeshServiceEdit,
  offered: Iterable<CandidateWithRef<Ref>>,
  mesh: MeshSettings,
  options: EndpointPreviewOptions = {},
): readonly EndpointWithMove<Ref>[] {
  const moved: EndpointWithMove<Ref>[] = [];
  for (const { ref, candidate } of offered) {
    const [before, after] = [endpointOutcomeOf(edit.before, candidate, mesh, options), endpointOutcomeOf(edit.after, candidate, mesh, options)];
    const move = endpointMoveOf(before, after);
    if (move === null) continue;
    const { namespace, name } = candidate.kind === "entry" ? candidate.entry : candidate.pod;
    const zone = zoneOfEndpoint(candidate, mesh, options.mode ?? "sidecar");
    moved.push({ ref, kind: candidate.kind, namespace, name, zone, move, before, after });
  }
  return [...moved, ...inlineMoves<Ref>(edit, mesh, options)];
}

/**
 * Returns the locality of a machine or Pod. In ambient mode that of an entry is its field `locality`, whatever its labels (docs/istio.md#ambient).
 */
function localityIn(candidate: SelectionCandidate, mesh: MeshSettings, mode: MeshMode): string {
  return mode === "ambient" && candidate.kind === "entry" ? candidate.entry.locality : workloadOfCandidate(candidate, mesh).locality;
}

/** Returns the zone of a machine or Pod. "" = no zone, null = the Node of a Pod is not visible. */
export function zoneOfEndpoint(candidate: SelectionCandidate, mesh: MeshSettings, mode: MeshMode): string | null {
  const locality = localityIn(candidate, mesh, mode);
  const isPlaced = candidate.kind === "entry" || locality !== "" || candidate.pod.node === "" || mesh.nodeLocalities.size > 0;
  return isPlaced ? parseLocality(locality).zone : null;
}

/** Returns the effect of an edit on an endpoint. Null = it is selected neither before nor after. */
export function endpointMoveOf(before: EndpointOutcome, after: EndpointOutcome): EndpointMove | null {
  if (before.is === "not-taken") return after.is === "not-taken" ? null : "comes";
  return after.is === "not-taken" ? "goes" : "stays";
}

/** Compares the endpoints written in a ServiceEntry. One stays if the edited ServiceEntry has an endpoint with its address, network and locality. */
function inlineMoves<Ref>({ before, after }: MeshServiceEdit, mesh: MeshSettings, options: EndpointPreviewOptions): readonly EndpointWithMove<Ref>[] {
  const [were, are] = [inlineStands(before, mesh, options), inlineStands(after, mesh, options)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((key) => {
    const [old, now] = [were.get(key), are.get(key)];
    const one = now ?? old;
    if (one === undefined) return [];
    const [from, to] = [old?.stand ?? NOT_SELECTED_OUTCOME, now?.stand ?? NOT_SELECTED_OUTCOME];
    return [
      {
        ref: null,
        kind: "inline",
        namespace: one.namespace,
        name: one.name,
        zone: one.zone,
        move: endpointMoveOf(from, to) ?? "stays",
        before: from,
        after: to,
      },
    ];
  });
}

interface InlineStand {
  readonly namespace: string;
  readonly name: string;
  readonly zone: string;
  readonly stand: EndpointOutcome;
}

/**
 * Returns the endpoints that are written in a ServiceEntry. Only those of a ServiceEntry without a selector, whose callers receive a list, have an
 * effect (docs/istio.md#serviceentry-selector).
 */
function inlineStands(selector: MeshService | null, mesh: MeshSettings, options: EndpointPreviewOptions): ReadonlyMap<string, InlineStand> {
  const stands = new Map<string, InlineStand>();
  if (selector?.kind !== "ServiceEntry" || selector.selector !== null || sendsNoList(selector)) return stands;
  selector.endpoints.forEach((endpoint, index) => {
    const machine = workloadOfInlineEndpoint(endpoint, { namespace: selector.namespace, name: selector.name, index }, mesh);
    const ports = selector.ports.map((port) => portForServiceEntry(port, machine));
    const key = [endpoint.address, endpoint.network, endpoint.locality].join("\n");
    const name = endpoint.address || `network ${endpoint.network}`;
    const noAddress = noAddressOutcome(selector, { ...endpoint, specLabels: endpoint.labels, metadataLabels: [] }, mesh, options);
    const services = options.mode === "ambient" ? [] : (options.servicesOf?.(selector) ?? []);
    const statuses = services.map((service) => endpointStatusByPort(service, machine));
    const isReached = noAddress !== null || statuses.length === 0 || statuses.some(isCertainlySentOnAnyPort);
    const notSent = isReached ? null : (statuses.map(notSentReason).find((reason) => reason !== null) ?? null);
    const is = isReachableBySomeCaller(noAddress) && notSent === null ? "answers" : "silent";
    stands.set(key, {
      namespace: selector.namespace,
      name,
      zone: parseLocality(machine.locality).zone,
      stand: { is, ports, reasons: [], notSent, noAddress },
    });
  });
  return stands;
}

function sendsNoList({ resolution }: ServiceEntry): boolean {
  return resolution === "NONE" || resolution === "DYNAMIC_DNS";
}

interface AddressParts {
  /** Returns the visible addresses in the EndpointSlices of an object. */
  readonly addressesOf: (selector: MeshService) => readonly MergedSliceAddress[];
  /** Returns the object as the default caller receives it, once for each of its host names. */
  readonly servicesOf: (selector: MeshService) => readonly CallerService[];
}

/**
 * Returns the EndpointSlice addresses that a Service has before an edit, after it, or both. An edit of the Service's ports or name changes them
 * (docs/istio.md#endpointslices).
 */
export function sliceAddressesWithMoves<Ref>({ before, after }: MeshServiceEdit, parts: AddressParts): readonly EndpointWithMove<Ref>[] {
  const [were, are] = [addressStands(before, parts), addressStands(after, parts)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((address): readonly EndpointWithMove<Ref>[] => {
    const [old, now] = [were.get(address), are.get(address)];
    const one = now ?? old;
    if (one === undefined) return [];
    const move = old === undefined ? "comes" : now === undefined ? "goes" : "stays";
    const stands = { before: old?.stand ?? NOT_SELECTED_OUTCOME, after: now?.stand ?? NOT_SELECTED_OUTCOME };
    return [{ ref: null, kind: "address", namespace: one.namespace, name: address, zone: one.zone, move, ...stands }];
  });
}

interface AddressStand {
  readonly namespace: string;
  readonly zone: string;
  readonly stand: EndpointOutcome;
}

/** Returns the addresses with a port of the object. Others count if a caller gets them on a port of another object with the host name. */
function addressStands(selector: MeshService | null, { addressesOf, servicesOf }: AddressParts): ReadonlyMap<string, AddressStand> {
  const stands = new Map<string, AddressStand>();
  if (selector === null) return stands;
  const services = servicesOf(selector);
  for (const address of addressesOf(selector)) {
    const ports = portsForSliceAddress(selector.ports, address);
    const all = services.map((service) => ({ service, statuses: sliceAddressStatusByPort(service, address) }));
    const isHealthy = all.some(({ service, statuses }) => sliceAddressStateForCaller(service, address, statuses) === "healthy");
    if (!isHealthy && ports.every(({ port }) => port === null)) continue;
    const notSent = isHealthy ? null : (all.map(({ statuses }) => notSentReason(statuses)).find((reason) => reason !== null) ?? null);
    stands.set(address.machine.address, {
      namespace: selector.namespace,
      zone: parseLocality(address.machine.locality).zone,
      stand: { is: isHealthy ? "answers" : "silent", ports, reasons: [], notSent, noAddress: null },
    });
  }
  return stands;
}

/**
 * The number of machines on which a service port leads to the same machine port, before and after an edit. If `found.port` is null, these machines do
 * not have the named port.
 */
export interface TargetPortCounts {
  readonly found: EndpointPort;
  readonly before: number;
  readonly after: number;
}

/**
 * Counts the machines by the machine port to which one service port leads. `at`: the index of the service port before and after the edit. Null = the
 * port does not exist.
 */
export function countByTargetPort(
  moved: readonly Pick<EndpointWithMove<unknown>, "before" | "after">[],
  at: { readonly before: number | null; readonly after: number | null },
): readonly TargetPortCounts[] {
  const places = new Map<string, { found: EndpointPort; before: number; after: number }>();
  const count = (found: EndpointPort | undefined, side: "before" | "after") => {
    if (found === undefined) return;
    const key = found.port === null ? `missing ${found.missing}` : `${found.port} ${found.rule}`;
    const place = places.get(key) ?? { found, before: 0, after: 0 };
    place[side]++;
    places.set(key, place);
  };
  for (const { before, after } of moved) {
    if (at.before !== null) count(before.ports[at.before], "before");
    if (at.after !== null) count(after.ports[at.after], "after");
  }
  return [...places.values()].sort((a, b) => b.after - a.after || b.before - a.before || (a.found.port ?? 0) - (b.found.port ?? 0));
}

/** The machines of one zone that an edit keeps, adds and removes. `before` and `after` count the serving ones. */
export interface ZoneMoves {
  /** "" = no zone. Null = not known. */
  readonly zone: string | null;
  readonly before: number;
  readonly after: number;
  readonly moves: Readonly<Record<EndpointMove, number>>;
}

/**
 * Counts endpoints by zone. Zones that lose all serving endpoints are first, then those that lose most, then by name. Endpoints without a known zone are last.
 */
export function zoneMovesOf(moved: readonly Pick<EndpointWithMove<unknown>, "zone" | "move" | "before" | "after">[]): readonly ZoneMoves[] {
  const byZone = new Map<string | null, { before: number; after: number; moves: Record<EndpointMove, number> }>();
  for (const { zone, move, before, after } of moved) {
    const counts = byZone.get(zone) ?? { before: 0, after: 0, moves: { stays: 0, comes: 0, goes: 0 } };
    counts.moves[move]++;
    if (before.is === "answers") counts.before++;
    if (after.is === "answers") counts.after++;
    byZone.set(zone, counts);
  }
  return [...byZone].map(([zone, counts]) => ({ zone, ...counts })).sort(byLoss);
}

/** Returns true if the zone had a serving endpoint before the edit and has none after it. */
export function losesZone({ zone, before, after }: Pick<ZoneMoves, "zone" | "before" | "after">): boolean {
  return zone !== null && before > 0 && after === 0;
}

function byLoss(a: ZoneMoves, b: ZoneMoves): number {
  if (!a.zone !== !b.zone) return a.zone ? -1 : 1;
  const lost = Number(losesZone(b)) - Number(losesZone(a));
  return lost || a.after - a.before - (b.after - b.before) || ((a.zone ?? "") < (b.zone ?? "") ? -1 : 1);
}
