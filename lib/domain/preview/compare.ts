import { parseLocality } from "@/lib/domain/locality";
import { endpointStatuses, isSent, notSentReason } from "@/lib/domain/selection/caller-service";
import { portForServiceEntry } from "@/lib/domain/selection/endpoint-port";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import { inlineMachine } from "@/lib/domain/selection/machine";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import type { Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import type { Candidate } from "@/lib/domain/selection/reasons";
import { machineOf } from "@/lib/domain/selection/selected-by";
import { isServed, NO_STAND, noAddressOutcome, type PreviewConditions, type Stand, standOf } from "./stand";

/** What an edit does to one machine of a selector, whether or not it answers just now. */
export type Move = "stays" | "comes" | "goes";

/** One machine, Pod, inline endpoint or address of an EndpointSlice that a selector takes before an edit, after it, or both. */
export interface Moved<Ref> {
  readonly ref: Ref | null;
  readonly kind: "entry" | "pod" | "inline" | "address";
  readonly namespace: string;
  readonly name: string;
  /** "" = its locality has none. Null = the Node of a Pod is not visible. */
  readonly zone: string | null;
  readonly move: Move;
  readonly before: Stand;
  readonly after: Stand;
}

/** A machine or a Pod, with whatever the asking side knows it by. */
export interface Offered<Ref> {
  readonly ref: Ref;
  readonly candidate: Candidate;
}

/** A selector before and after an edit; null = there is none. */
export interface Edit {
  readonly before: Selector | null;
  readonly after: Selector | null;
}

/** Who stays, comes and goes by an edit of what selects; who is taken by neither is left out. Inline endpoints come last. */
export function movesOf<Ref>(edit: Edit, offered: Iterable<Offered<Ref>>, mesh: MeshSettings, options: PreviewConditions = {}): readonly Moved<Ref>[] {
  const moved: Moved<Ref>[] = [];
  for (const { ref, candidate } of offered) {
    const [before, after] = [standOf(edit.before, candidate, mesh, options), standOf(edit.after, candidate, mesh, options)];
    const move = moveOf(before, after);
    if (move === null) continue;
    const { namespace, name } = candidate.kind === "entry" ? candidate.entry : candidate.pod;
    const zone = zoneIn(candidate, mesh, options.mode ?? "sidecar");
    moved.push({ ref, kind: candidate.kind, namespace, name, zone, move, before, after });
  }
  return [...moved, ...inlineMoves<Ref>(edit, mesh, options)];
}

/** In ambient mode an entry is where its own field says, whatever its labels (docs/istio.md#ambient). */
function localityIn(candidate: Candidate, mesh: MeshSettings, mode: MeshMode): string {
  return mode === "ambient" && candidate.kind === "entry" ? candidate.entry.locality : machineOf(candidate, mesh).locality;
}

/** The zone of a machine or Pod; null = the Node of a Pod is not visible. */
export function zoneIn(candidate: Candidate, mesh: MeshSettings, mode: MeshMode): string | null {
  const locality = localityIn(candidate, mesh, mode);
  const isPlaced = candidate.kind === "entry" || locality !== "" || candidate.pod.node === "" || mesh.nodeLocalities.size > 0;
  return isPlaced ? parseLocality(locality).zone : null;
}

/** What two standings make of a machine; null = it is taken by neither. */
export function moveOf(before: Stand, after: Stand): Move | null {
  if (before.is === "not-taken") return after.is === "not-taken" ? null : "comes";
  return after.is === "not-taken" ? "goes" : "stays";
}

/** An endpoint written in the object stays where one of its address, network and locality does. */
function inlineMoves<Ref>({ before, after }: Edit, mesh: MeshSettings, options: PreviewConditions): readonly Moved<Ref>[] {
  const [were, are] = [inlineStands(before, mesh, options), inlineStands(after, mesh, options)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((key) => {
    const [old, now] = [were.get(key), are.get(key)];
    const one = now ?? old;
    if (one === undefined) return [];
    const [from, to] = [old?.stand ?? NO_STAND, now?.stand ?? NO_STAND];
    return [
      { ref: null, kind: "inline", namespace: one.namespace, name: one.name, zone: one.zone, move: moveOf(from, to) ?? "stays", before: from, after: to },
    ];
  });
}

interface InlineStand {
  readonly namespace: string;
  readonly name: string;
  readonly zone: string;
  readonly stand: Stand;
}

/** The endpoints that count: those of a ServiceEntry without a selector, of which callers get a list (docs/istio.md#serviceentry-selector). */
function inlineStands(selector: Selector | null, mesh: MeshSettings, options: PreviewConditions): ReadonlyMap<string, InlineStand> {
  const stands = new Map<string, InlineStand>();
  if (selector?.kind !== "ServiceEntry" || selector.selector !== null || sendsNoList(selector)) return stands;
  selector.endpoints.forEach((endpoint, index) => {
    const machine = inlineMachine(endpoint, { namespace: selector.namespace, name: selector.name, index }, mesh);
    const ports = selector.ports.map((port) => portForServiceEntry(port, machine));
    const key = [endpoint.address, endpoint.network, endpoint.locality].join("\n");
    const name = endpoint.address || `network ${endpoint.network}`;
    const noAddress = noAddressOutcome(selector, { ...endpoint, specLabels: endpoint.labels, metadataLabels: [] }, mesh, options);
    const services = options.mode === "ambient" ? [] : (options.servicesOf?.(selector) ?? []);
    const statuses = services.map((service) => endpointStatuses(service, machine));
    const isReached = noAddress !== null || statuses.length === 0 || statuses.some(isSent);
    const notSent = isReached ? null : (statuses.map(notSentReason).find((reason) => reason !== null) ?? null);
    const is = isServed(noAddress) && notSent === null ? "answers" : "silent";
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
