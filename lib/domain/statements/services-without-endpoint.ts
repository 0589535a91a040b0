import { compareText } from "@/lib/domain/object/compare-text";
import type { Statement } from "@/lib/domain/statements/statement";

/** A service without any endpoint for its default caller. Milliseconds. */
export interface ServiceWithoutEndpoint extends Statement {
  readonly kind: "service-without-endpoint";
  readonly cluster: string;
  readonly namespace: string;
  /** The name of the object. */
  readonly service: string;
  readonly object: "Service" | "ServiceEntry";
  readonly host: string;
  /** It lost its last endpoint then; null = not known. */
  readonly since: number | null;
  /** True if it lost it at `since` or before. */
  readonly sinceAtLeast: boolean;
}

/** The fields of a row of services. */
export interface ServiceRow {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly host: string;
  readonly status: { readonly kind: string };
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/** Null if the service has an endpoint, or that is not known. */
export function serviceWithoutEndpoint({ cluster, namespace, name, kind, host, status, since, sinceAtLeast }: ServiceRow): ServiceWithoutEndpoint | null {
  if (status.kind !== "nobody") return null;
  return { kind: "service-without-endpoint", cluster, namespace, service: name, object: kind, host, since, sinceAtLeast };
}

/** The age of a loss: "recent" within 24 h, "unknown" without a moment. */
export type LossAge = "recent" | "unknown" | "older";

const RECENT_MS = 24 * 3_600_000;
const AGES: readonly LossAge[] = ["recent", "unknown", "older"];

/** Returns the age of a service's loss at `now`. Milliseconds. */
export function lossAge({ since }: Pick<ServiceWithoutEndpoint, "since">, now: number): LossAge {
  if (since === null) return "unknown";
  return now - since <= RECENT_MS ? "recent" : "older";
}

/** Losses within 24 h first, the newest of them first; then losses without a moment; older ones last. `now` in milliseconds. */
export function compareLosses(a: ServiceWithoutEndpoint, b: ServiceWithoutEndpoint, now: number): number {
  const byAge = AGES.indexOf(lossAge(a, now)) - AGES.indexOf(lossAge(b, now));
  return byAge || (b.since ?? 0) - (a.since ?? 0) || compareText(placeOf(a), placeOf(b));
}

function placeOf({ cluster, namespace, service, object, host }: ServiceWithoutEndpoint): string {
  return [cluster, namespace, service, object, host].join("\n");
}
