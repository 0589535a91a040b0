import type { WatchedKind } from "@/lib/domain/source/scope";
import type { AccessRules } from "@/lib/server/kube/review-rules";
import { type PlaceRights, rulesText, vouchesFor } from "./place-rights";

/** What access reviews said of all namespaces of a cluster at once. Times are of the monotonic clock. */
export interface Everywhere {
  readonly asked: ReadonlySet<WatchedKind>;
  readonly allowed: ReadonlySet<WatchedKind>;
  /** When what is allowed was asked last, and when everything was. */
  readonly askedAt: number;
  readonly wholeAt: number;
  /** When all of it was last known to hold, what is not allowed too. */
  readonly heldAt: number;
}

/**
 * What the rules of a namespace tell of the rights in the whole cluster: that they have changed; that what was allowed still is; that what was not is not either;
 * or nothing, where they are not complete, or were not read before the cluster was asked.
 */
export function whatRulesTell(place: PlaceRights | undefined, now: AccessRules, known: Everywhere | null): "changed" | "the same" | "all the same" | "nothing" {
  const text = rulesText(now);
  if (place === undefined || place.rules === null || text === null || known === null) return "nothing";
  if (place.rules !== text) return "changed";
  if (place.rulesAt > known.askedAt || !vouchesFor(now, known.allowed)) return "nothing";
  return place.rulesAt > known.wholeAt ? "the same" : "all the same";
}
