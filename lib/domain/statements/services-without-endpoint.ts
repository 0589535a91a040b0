import { compareText } from "@/lib/domain/object/compare-text";
import type { Statement } from "@/lib/domain/statements/statement";

/** A service without any endpoint for its default caller. Times are in milliseconds. */
export interface ServiceWithoutEndpoint extends Statement {
  readonly kind: "service-without-endpoint";
  readonly cluster: string;
  readonly namespace: string;
  /** The name of the Service or ServiceEntry. */
  readonly service: string;
  readonly object: "Service" | "ServiceEntry";
  readonly host: string;
  /** The time at which the service lost its last endpoint; null = not known. */
  readonly since: number | null;
  /** True if the service lost its last endpoint at `since` or before. */
  readonly sinceAtLeast: boolean;
}

/** The fields of a service's row that its statement uses. */
export interface ServiceEndpointStatusRow {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly host: string;
  readonly status: { readonly kind: string };
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/** Returns the statement of a service without an endpoint; null = it has one, or this is not known. */
export function serviceWithoutEndpoint({
  cluster,
  namespace,
  name,
  kind,
  host,
  status,
  since,
  sinceAtLeast,
}: ServiceEndpointStatusRow): ServiceWithoutEndpoint | null {
  if (status.kind !== "nobody") return null;
  return { kind: "service-without-endpoint", cluster, namespace, service: name, object: kind, host, since, sinceAtLeast };
}

/** The age of a service's loss: "recent" = within 24 h, "unknown" = its time is not known, otherwise "older". */
export type EndpointLossAge = "recent" | "unknown" | "older";

const RECENT_MS = 24 * 3_600_000;
const AGES: readonly EndpointLossAge[] = ["recent", "unknown", "older"];

/** Returns the age of a service's loss at `now`. Milliseconds. */
export function endpointLossAge({ since }: Pick<ServiceWithoutEndpoint, "since">, now: number): EndpointLossAge {
  if (since === null) return "unknown";
  return now - since <= RECENT_MS ? "recent" : "older";
}

/**
 * Compares two services without an endpoint for sorting: losses within 24 h first, newest first; then losses without a known time; older ones last.
 * `now` in milliseconds.
 */
export function compareEndpointLosses(a: ServiceWithoutEndpoint, b: ServiceWithoutEndpoint, now: number): number {
  const byAge = AGES.indexOf(endpointLossAge(a, now)) - AGES.indexOf(endpointLossAge(b, now));
  return byAge || (b.since ?? 0) - (a.since ?? 0) || compareText(placeOf(a), placeOf(b));
}

function placeOf({ cluster, namespace, service, object, host }: ServiceWithoutEndpoint): string {
  return [cluster, namespace, service, object, host].join("\n");
}
