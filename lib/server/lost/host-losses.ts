import type { WhatIfQuery } from "@/lib/contract/views/what-if";
import { localityOf } from "@/lib/domain/localities/locality";
import { compareText } from "@/lib/domain/object/compare-text";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import type { Scope } from "@/lib/domain/source/scope";
import { type EndpointCountsAfterLoss, UTILIZATION_KINDS, type UtilizationAfterLoss, utilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { isInLostParts, type LostPart } from "@/lib/domain/what-if/lost-part";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { CallerCounts } from "@/lib/server/hosts/caller-counts";
import type { HostObject, HostReader } from "@/lib/server/hosts/host-reader";
import { readsTopology } from "@/lib/server/hosts/mesh-of";
import { reachedCounts } from "@/lib/server/hosts/reached-counts";

/** The same hosts over several overlays. */
export interface HostsAfter {
  /** Without anybody who is lost. */
  readonly alive: HostReader;
  /** Without those whom callers are sent no more at the moment. */
  readonly listed: HostReader;
  /** Without those who died with the replica that held them. */
  readonly unheld: HostReader;
  /** Pods whose place is not known. They stay in each of these. */
  readonly unplacedPods: ReadonlySet<StoredPod>;
}

/** One host object before and after a loss; counts as the viewer may know them. */
export interface HostLoss {
  readonly object: HostObject;
  readonly before: CallerCounts;
  readonly after: CallerCounts;
  /** Endpoints that the object writes itself. */
  readonly inline: { readonly before: number; readonly after: number };
  readonly weight: { readonly before: number; readonly after: number; readonly listed: number };
  readonly capacity: UtilizationAfterLoss;
  readonly counts: EndpointCountsAfterLoss;
  readonly heldByLost: number;
  /** Ready Pods after the loss whose place is not known: they may be lost. */
  readonly placelessPods: number;
}

/** Every host in sight and in the picked places before and after, worst first. */
export function hostLosses(fleet: FleetReader, scope: Scope, query: WhatIfQuery, after: HostsAfter): readonly HostLoss[] {
  const objects = fleet.hosts.all(scope).filter(({ cluster, selector }) => pickedPlace(query, cluster, selector.namespace));
  return objects.map((object) => lossOf(fleet, scope, { object, query, after })).sort(worstFirst);
}

interface Parts {
  readonly object: HostObject;
  readonly query: WhatIfQuery;
  readonly after: HostsAfter;
}

function lossOf(fleet: FleetReader, scope: Scope, { object, query, after }: Parts): HostLoss {
  const seen = (reader: HostReader) => reachedCounts(fleet, scope, object, reader);
  const [before, alive, listed] = [seen(fleet.hosts), seen(after.alive), seen(after.listed)];
  const inline = inlineLeft(object.selector, query.parts, readsTopology(fleet.worldOf(object.cluster)));
  const [sentBefore, sentAfter, sentListed] = [before, alive, listed].map(sentOf) as [Sent, Sent, Sent];
  const weight = {
    before: sentBefore.weight + inline.weightBefore,
    after: sentAfter.weight + inline.weightAfter,
    // What an object writes itself stays in the list, dead or alive.
    listed: sentListed.weight + inline.weightBefore,
  };
  const placelessPods = after.unplacedPods.size === 0 || alive.pods === null ? 0 : placeless(after.alive, object, after.unplacedPods);
  const lost = sentBefore.endpoints - sentAfter.endpoints + inline.before - inline.after;
  const listedNow = sentListed.endpoints + inline.before;
  const dead = Math.max(0, listedNow - sentAfter.endpoints - inline.after);
  return {
    ...{ object, before, after: alive, weight },
    inline: { before: inline.before, after: inline.after },
    capacity: capacityInSight(before, capacityInPlaces(weight, placelessPods, query.headroom)),
    placelessPods,
    counts: { lost: Math.max(0, lost), listed: listedNow, dead },
    heldByLost: sentBefore.machines - sentOf(seen(after.unheld)).machines,
  };
}

function placeless(alive: HostReader, object: HostObject, unplaced: ReadonlySet<StoredPod>): number {
  return alive.pods(object).filter((pod) => pod.ready && unplaced.has(pod)).length;
}

/** Each Pod weighs 1. The verdict is unknown if it changes with the loss of the Pods whose place is not known. */
function capacityInPlaces(weight: HostLoss["weight"], placelessPods: number, headroom: number): UtilizationAfterLoss {
  const capacity = utilizationAfterLoss(weight, headroom);
  const least = utilizationAfterLoss({ ...weight, after: Math.max(0, weight.after - placelessPods) }, headroom);
  return least.kind === capacity.kind ? capacity : { kind: "unknown", ratio: 0 };
}

/** Nothing is concluded from what cannot be seen: who is left may be a Pod, or a machine. */
function capacityInSight({ machines, pods, addresses }: CallerCounts, capacity: UtilizationAfterLoss): UtilizationAfterLoss {
  const isUnseen = machines === null || ((pods === null || addresses === null) && (capacity.kind === "nobody" || capacity.kind === "idle"));
  return isUnseen ? { kind: "unknown", ratio: 0 } : capacity;
}

interface Sent {
  readonly machines: number;
  readonly endpoints: number;
  readonly weight: number;
}

function sentOf({ machines, pods, addresses }: CallerCounts): Sent {
  const own = machines === null ? 0 : machines.serving + machines.inDoubt;
  // Each address weighs 1.
  const listed = addresses?.ready ?? 0;
  return { machines: own, endpoints: own + (pods?.ready ?? 0) + listed, weight: (machines?.weight ?? 0) + (pods?.weight ?? 0) + listed };
}

/** The endpoints that an object writes itself, and which of them are in no lost place; one with a selector has none (docs/istio.md#serviceentry-selector). */
function inlineLeft(selector: MeshService, parts: readonly LostPart[], isTopologyRead: boolean) {
  const all = selector.kind === "Service" || selector.selector !== null ? [] : selector.endpoints;
  const left = all.filter(
    ({ locality, labels, network }) =>
      !isInLostParts(parts, { locality: localityOf({ locality, specLabels: labels, metadataLabels: [] }, isTopologyRead), network }),
  );
  const weightOf = (endpoints: typeof all) => endpoints.reduce((sum, { weight }) => sum + (weight || 1), 0);
  return { before: all.length, after: left.length, weightBefore: weightOf(all), weightAfter: weightOf(left) };
}

function worstFirst(a: HostLoss, b: HostLoss): number {
  return (
    UTILIZATION_KINDS.indexOf(a.capacity.kind) - UTILIZATION_KINDS.indexOf(b.capacity.kind) ||
    b.capacity.ratio - a.capacity.ratio ||
    b.counts.lost - a.counts.lost ||
    compareText(a.object.cluster, b.object.cluster) ||
    compareText(a.object.selector.namespace, b.object.selector.namespace) ||
    compareText(a.object.selector.name, b.object.selector.name) ||
    compareText(a.object.selector.kind, b.object.selector.kind)
  );
}
