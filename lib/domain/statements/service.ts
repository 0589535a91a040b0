import type { LastingExclusionReason } from "@/lib/domain/selection/reasons";
import type { CallerKind } from "@/lib/domain/selection/world";
import type { HealthyNotSentKind } from "@/lib/domain/services/service-status";
import type { Statement } from "@/lib/domain/statements/statement";

/** The numbers of machines that a service's selector matches. */
export interface MatchedMachineCounts extends Readonly<Record<HealthyNotSentKind, number>> {
  readonly taken: number;
  readonly answering: number;
  readonly doubted: number;
  /** The numbers of matching machines that callers do not get, by reason. */
  readonly unhealthy: number;
  readonly awaiting: number;
  readonly draining: number;
  readonly others: number;
  /** The number of machines of `doubted` that istiod may send: the API does not show it. */
  readonly depends: number;
}

/** A service with the numbers of its endpoints: the fields of `ServiceDetail` that its statement uses. Null = the viewer may not list these. */
export interface CountedService {
  readonly kind: "Service" | "ServiceEntry";
  /** The caller that the user chose in "Seen from". For a Pod outside the mesh, the numbers are those of a sidecar in its place. */
  readonly seenFrom: { readonly kind: CallerKind };
  /** True if the mesh has ambient mode: the numbers are then those of sidecars. */
  readonly isForSidecars: boolean;
  /** True if the service has endpoints in other networks whose gateways are not all visible. */
  readonly hasUnseenPaths: boolean;
  readonly name: string;
  readonly type: string;
  readonly selector: readonly unknown[] | null;
  readonly machines: MatchedMachineCounts | null;
  readonly pods: { readonly taken: number; readonly ready: number; readonly depends: number } | null;
  readonly inline: { readonly count: number; readonly written: number; readonly depends: number };
  readonly names: number;
  /** The numbers of counted endpoints that callers do not use, because another endpoint has the same address and port. */
  readonly copies: { readonly machines: number; readonly pods: number; readonly inline: number; readonly addresses: number };
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** The object that defines the host name for the caller, if that is another object; null = it is this one, or none. */
  readonly owner: string | null;
  /** The objects that define the host name, with their outcomes for the caller; empty if there is only one. */
  readonly claims: readonly { readonly isOwn: boolean; readonly outcome: string }[];
  /** The machines and Pods of the namespace that have the selector's labels and are never selected, by reason, the most frequent first. */
  readonly excluded: readonly { readonly reason: LastingExclusionReason; readonly machines: number; readonly pods: number }[];
  readonly vanished: { readonly count: number; readonly since: number | null } | null;
}

/** The result for a service: it has endpoints, it is a DNS alias, or the reason why it has no endpoint. */
type EndpointsResult =
  | "endpoints"
  | "alias"
  /** Another object defines the host name for the caller, and callers get no endpoint of this object. */
  | "other-owner"
  | "only-unverified"
  /** istiod sends all endpoints or none, and the API does not show which. */
  | "depends"
  | "machines-hidden"
  | "callers-resolve"
  | "no-selector"
  /** A Service without a selector, whose EndpointSlices, or the Pods that they name, are not known. */
  | "slices-not-read"
  /** Machines or Pods have the labels, but another reason excludes all of them. */
  | "labels-only"
  | "nothing-selected"
  | "no-endpoint";

/** The endpoints of a service, and matching machines that are not endpoints. */
export interface ServiceEndpointsStatement extends Statement {
  readonly kind: "service-endpoints";
  readonly service: string;
  /**
   * The callers that have these endpoints: the caller in "Seen from", or sidecars if that caller is outside the mesh or the mesh has ambient mode.
   */
  readonly callers: "shown" | "sidecars";
  readonly result: EndpointsResult;
  /** The number of endpoints of each kind. Null = not visible. */
  readonly machines: number | null;
  readonly pods: number | null;
  readonly inline: number;
  /** 1 if callers resolve the host name by DNS, otherwise 0. */
  readonly names: number;
  /** The number of endpoints of all kinds that callers get, without unverified machines. The machines of `waiting` are not among them. */
  readonly sent: number;
  /**
   * The number of healthy addresses in EndpointSlices; null = not visible. `addressesNotReady` and `addressesUnknown`: of those that are not healthy,
   * and not known.
   */
  readonly addresses: number | null;
  readonly addressesNotReady: number;
  readonly addressesUnknown: number;
  /** The object that defines the host name for the caller, as `KIND NAMESPACE/NAME`; "" = this one, or none. */
  readonly owner: string;
  /** True if callers also get endpoints of other objects under this host name. The numbers are of this object. */
  readonly isShared: boolean;
  /** The number of matching machines that are not endpoints. The next fields split it by reason. */
  readonly waiting: number;
  readonly unhealthy: number;
  readonly awaiting: number;
  readonly draining: number;
  readonly others: number;
  /**
   * The number of machines in no trouble that the caller does not get, because another object defines the host name or port; `hostUnknown`: because
   * it does not know the host name; `unreachable`: because no path leads there; `elsewhere`: by a policy.
   */
  readonly notOwned: number;
  readonly hostUnknown: number;
  readonly unreachable: number;
  readonly elsewhere: number;
  /**
   * The number of machines with the selector's labels that are never selected, and of such Pods. `excludedReason`: the most frequent reason, "" =
   * none. `excludedReasons`: the number of reasons.
   */
  readonly excludedMachines: number;
  readonly excludedPods: number;
  readonly excludedReason: LastingExclusionReason | "";
  readonly excludedReasons: number;
  readonly unverified: number;
  /** The number of endpoints that repeat the address and port of a counted one. Callers use only that one. */
  readonly copies: number;
  /** The number of endpoints of which the API does not show whether istiod sends them: the count is a range of this size. */
  readonly depends: number;
  /** The part of `depends` that a selector without labels selects only in some versions of istiod. */
  readonly dependsOnVersion: number;
  readonly podsNotReady: number;
  /** True if not all gateways to the networks of its endpoints are visible. */
  readonly hasUnseenPaths: boolean;
  /** The number of lost machines that the selector matched, and the time since when in milliseconds. */
  readonly lost: number;
  readonly lostSince: number | null;
}

/** States the endpoints of a service by kind, and its matching machines that are not endpoints, by reason. */
export function serviceEndpointsStatement(service: CountedService): ServiceEndpointsStatement {
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

/** The types of services without an endpoint list: callers look the address up. */
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
