import { isWildcard, isWithin } from "@/lib/domain/selection/host-name";
import type { Claimant } from "./owner-changes";

/** A host of an object. */
export interface NamedHost {
  readonly host: string;
  readonly of: Claimant;
}

/**
 * What an edit does to requests between hosts of several names: the most specific of those that a caller knows takes a request (Envoy: a virtual host's
 * `domains`, an exact name before a wildcard, the longest wildcard before shorter ones).
 */
export type WildcardChange =
  /** Requests for `host` went to a wildcard of another object, and come to the edited one. */
  | { readonly what: "takes-from"; readonly host: string; readonly wildcard: NamedHost }
  /** The edited object has `host` no more: requests for it go on to a wildcard of another object. */
  | { readonly what: "falls-to"; readonly host: string; readonly wildcard: NamedHost }
  /** The edited object has a wildcard; hosts of other objects within it stay with these. */
  | { readonly what: "leaves-out"; readonly host: string; readonly others: readonly NamedHost[] };

/** Of the hosts that an edit brings and takes away, what becomes of requests. `others`: the hosts of all other objects in sight. */
export function wildcardChanges(
  edit: { readonly before: readonly string[]; readonly after: readonly string[] },
  others: readonly NamedHost[],
): readonly WildcardChange[] {
  const elsewhere = (host: string) => others.some((other) => other.host === host);
  const brought = edit.after.filter((host) => !edit.before.includes(host));
  const taken = edit.before.filter((host) => !edit.after.includes(host) && !elsewhere(host));
  return [
    ...brought.flatMap((host): readonly WildcardChange[] => {
      const wildcard = elsewhere(host) ? null : nearestAbove(host, others);
      return wildcard === null ? [] : [{ what: "takes-from", host, wildcard }];
    }),
    ...taken.flatMap((host): readonly WildcardChange[] => {
      const own = edit.after.some((other) => isAbove(other, host));
      const wildcard = own ? null : nearestAbove(host, others);
      return wildcard === null ? [] : [{ what: "falls-to", host, wildcard }];
    }),
    ...brought.filter(isWildcard).flatMap((host): readonly WildcardChange[] => {
      const within = others.filter((other) => isAbove(host, other.host));
      return within.length === 0 ? [] : [{ what: "leaves-out", host, others: within }];
    }),
  ];
}

/** The longest wildcard above a host. */
function nearestAbove(host: string, others: readonly NamedHost[]): NamedHost | null {
  return others.reduce<NamedHost | null>((best, other) => (isAbove(other.host, host) && other.host.length > (best?.host.length ?? 0) ? other : best), null);
}

function isAbove(wildcard: string, host: string): boolean {
  return wildcard !== host && isWildcard(wildcard) && isWithin(host, wildcard);
}
