import type { LastingReason } from "@/lib/domain/selection/reasons";
import type { CallerKind } from "@/lib/domain/selection/world";
import type { HealthyNotSentKind } from "@/lib/domain/services/service-status";
import type { Statement } from "@/lib/domain/statements/statement";

/** Counts of the machines that a service matches. */
export interface MatchedMachines extends Readonly<Record<HealthyNotSentKind, number>> {
  readonly taken: number;
  readonly answering: number;
  readonly doubted: number;
  /** Matching machines that are not sent to callers, by reason. */
  readonly unhealthy: number;
  readonly awaiting: number;
  readonly draining: number;
  readonly others: number;
  /** Machines of `doubted` that istiod may send. The API does not show it. */
  readonly depends: number;
}

/** A service with the counts of its endpoints; `ServiceDetail` has them. Null = these may not be listed. */
export interface CountedService {
  readonly kind: "Service" | "ServiceEntry";
  /** The caller in "Seen from". The counts of a page for a Pod outside the mesh are those of a sidecar in its place. */
  readonly seenFrom: { readonly kind: CallerKind };
  /** True if the mesh has ambient mode: the counts are those of sidecars. */
  readonly isForSidecars: boolean;
  /** True if it has endpoints in other networks whose gateways are not all visible. */
  readonly hasUnseenPaths: boolean;
  readonly name: string;
  readonly type: string;
  readonly selector: readonly unknown[] | null;
  readonly machines: MatchedMachines | null;
  readonly pods: { readonly taken: number; readonly ready: number; readonly depends: number } | null;
  readonly inline: { readonly count: number; readonly written: number; readonly depends: number };
  readonly names: number;
  /** Counted endpoints of which callers use another one with the same address and port, by kind. */
  readonly copies: { readonly machines: number; readonly pods: number; readonly inline: number; readonly addresses: number };
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** The object that defines the host name for the caller, where that is another one; null = it is this one, or none. */
  readonly owner: string | null;
  /** The objects that define the host name, with their roles for the caller; none if there is one only. */
  readonly claims: readonly { readonly isOwn: boolean; readonly outcome: string }[];
  /** Machines and Pods of its namespace that have the labels of the selector and are left out for good, by reason; most first. */
  readonly excluded: readonly { readonly reason: LastingReason; readonly machines: number; readonly pods: number }[];
  readonly vanished: { readonly count: number; readonly since: number | null } | null;
}

/** The result for a service: it has endpoints, it is an alias, or the reason why it has no endpoint. */
type EndpointsResult =
  | "endpoints"
  | "alias"
  /** Another object defines the host name for the caller, and this one adds no endpoint. */
  | "other-owner"
  | "only-unverified"
  /** istiod sends all of them or none, and the API does not show which. */
  | "depends"
  | "machines-hidden"
  | "callers-resolve"
  | "no-selector"
  /** A Service without a selector: its EndpointSlices, or Pods that they name, are not known. */
  | "slices-not-read"
  /** Machines or Pods have the labels, and another reason leaves all of them out. */
  | "labels-only"
  | "nothing-selected"
  | "no-endpoint";

/** The endpoints of a service, and matching machines that are not endpoints. */
export interface ServiceEndpoints extends Statement {
  readonly kind: "service-endpoints";
  readonly service: string;
  /** The callers that have these endpoints: the one in "Seen from", or sidecars if that one is outside the mesh or the mesh has ambient mode. */
  readonly callers: "shown" | "sidecars";
  readonly result: EndpointsResult;
  /** Endpoints by kind. Null = not visible. */
  readonly machines: number | null;
  readonly pods: number | null;
  readonly inline: number;
  /** 1 where callers resolve the host name itself. */
  readonly names: number;
  /** The endpoints that the callers are sent, of all kinds, without unverified machines: the matching machines of `waiting` are more than these. */
  readonly sent: number;
  /** Healthy addresses of EndpointSlices; null = not visible. Then those that are not healthy, and those that are not known. */
  readonly addresses: number | null;
  readonly addressesNotReady: number;
  readonly addressesUnknown: number;
  /** The object that defines the host name for the caller, as `KIND NAMESPACE/NAME`; "" = this one, or none. */
  readonly owner: string;
  /** True if callers get endpoints of other objects too, under the same host name: the counts are of this object. */
  readonly isShared: boolean;
  /** Matching machines that are not endpoints: `waiting` in all, then by reason. */
  readonly waiting: number;
  readonly unhealthy: number;
  readonly awaiting: number;
  readonly draining: number;
  readonly others: number;
  /** Machines that are well and that the caller is not sent: another object has the host name or port; it does not know the host name; no path; a policy. */
  readonly notOwned: number;
  readonly hostUnknown: number;
  readonly unreachable: number;
  readonly elsewhere: number;
  /** Machines and Pods with the labels that are left out, the commonest reason ("" = none), and the number of reasons. */
  readonly excludedMachines: number;
  readonly excludedPods: number;
  readonly excludedReason: LastingReason | "";
  readonly excludedReasons: number;
  readonly unverified: number;
  /** Endpoints that repeat the address and port of a counted one. Callers use that one. */
  readonly copies: number;
  /** Endpoints that istiod sends or not, which the API does not show: the count is a range of this size. */
  readonly depends: number;
  /** The part of `depends` that a selector without labels selects in some versions of istiod. */
  readonly dependsOnVersion: number;
  readonly podsNotReady: number;
  /** True if not all gateways to the networks of its endpoints are visible. */
  readonly hasUnseenPaths: boolean;
  /** Lost machines that the selector matched, and since when. */
  readonly lost: number;
  readonly lostSince: number | null;
}

/** States the endpoints of a service by kind, and its matching machines that are not endpoints, by reason. */
export function serviceEndpoints(service: CountedService): ServiceEndpoints {
  const { machines, pods, inline, names, addresses, owner, vanished, copies } = service;
  const excluded = service.excluded.filter(({ reason }) => reason !== "empty-selector-unknown");
  const { unhealthy = 0, awaiting = 0, draining = 0, others = 0, doubted = 0, notOwned = 0, hostUnknown = 0, unreachable = 0, elsewhere = 0 } = machines ?? {};
  return {
    kind: "service-endpoints",
    service: service.name,
    callers: service.seenFrom.kind === "outside" || service.isForSidecars ? "sidecars" : "shown",
    result: endpointsResult(service),
    machines: machines === null ? null : machines.answering - copies.machines,
    pods: pods === null ? null : pods.ready - copies.pods,
    addresses: addresses === null ? null : addresses.ready - copies.addresses,
    addressesNotReady: addresses === null ? 0 : addresses.taken - addresses.ready - addresses.doubted,
    addressesUnknown: addresses?.doubted ?? 0,
    ...{ inline: inline.count - copies.inline, copies: copiesCount(service), names, sent: sentOf(service), owner: owner ?? "", isShared: isShared(service) },
    waiting: unhealthy + awaiting + draining + others + notOwned + hostUnknown + unreachable + elsewhere,
    ...{ unhealthy, awaiting, draining, others, notOwned, hostUnknown, unreachable, elsewhere },
    excludedMachines: excluded.reduce((sum, one) => sum + one.machines, 0),
    excludedPods: excluded.reduce((sum, one) => sum + one.pods, 0),
    ...{ excludedReason: excluded[0]?.reason ?? "", excludedReasons: excluded.length },
    unverified: doubted - (machines?.depends ?? 0),
    ...{ depends: dependsCount(service), dependsOnVersion: dependsOnVersion(service) },
    podsNotReady: pods === null ? 0 : pods.taken - pods.ready - pods.depends,
    hasUnseenPaths: service.hasUnseenPaths,
    lost: vanished?.count ?? 0,
    lostSince: vanished?.since ?? null,
  };
}

function sentOf(service: CountedService): number {
  const { machines, pods, inline, names, addresses } = service;
  return (machines?.answering ?? 0) + (pods?.ready ?? 0) + inline.count + names + (addresses?.ready ?? 0) - copiesCount(service);
}

function copiesCount({ copies: { machines, pods, inline, addresses } }: Pick<CountedService, "copies">): number {
  return machines + pods + inline + addresses;
}

function dependsCount({ machines, pods, inline, excluded }: Pick<CountedService, "machines" | "pods" | "inline" | "excluded">): number {
  return (machines?.depends ?? 0) + (pods?.depends ?? 0) + inline.depends + dependsOnVersion({ excluded });
}

function dependsOnVersion({ excluded }: Pick<CountedService, "excluded">): number {
  return excluded.reduce((sum, { reason, machines, pods }) => sum + (reason === "empty-selector-unknown" ? machines + pods : 0), 0);
}

function isShared({ claims }: CountedService): boolean {
  return claims.some(({ isOwn, outcome }) => !isOwn && (outcome === "defines" || outcome === "adds-endpoints"));
}

/** Types of services without a list of endpoints: callers look the address up. */
const RESOLVED: ReadonlySet<string> = new Set(["headless", "NONE", "DYNAMIC_DNS"]);

function endpointsResult(service: CountedService): EndpointsResult {
  const { machines, pods, inline, addresses, owner, excluded, kind, type, selector } = service;
  if (type === "ExternalName") return "alias";
  if (sentOf(service) > 0) return "endpoints";
  if (dependsCount(service) > 0) return "depends";
  const notReached = machines === null ? 0 : machines.notOwned + machines.unreachable + machines.elsewhere;
  if (owner !== null && (machines === null || machines.taken === 0 || notReached > 0)) return "other-owner";
  if ((machines?.doubted ?? 0) > 0) return "only-unverified";
  if (kind === "Service" && selector === null && (addresses === null || addresses.doubted > 0) && !RESOLVED.has(type)) return "slices-not-read";
  if (machines === null) return "machines-hidden";
  if (machines.taken > 0 || (pods?.taken ?? 0) > 0 || inline.written > 0 || (addresses?.taken ?? 0) > 0) return "no-endpoint";
  if (RESOLVED.has(type)) return "callers-resolve";
  if (selector === null) return "no-selector";
  return excluded.length > 0 ? "labels-only" : "nothing-selected";
}
