import { isNamedBy, rulesInForce } from "@/lib/domain/selection/by-place";
import type { PlaceSetting } from "@/lib/domain/selection/locality-settings";

/**
 * From where callers of a host have nobody, though some of it live: `distribute` gives them places all of whose endpoints are lost, and knows no failover
 * (docs/istio.md#distribute). Told by the `from` of each such rule.
 */
export function strandedCallers(
  setting: PlaceSetting | null,
  places: { readonly before: readonly string[]; readonly after: readonly string[] },
): readonly string[] {
  if (setting?.by !== "locality" || setting.setting.distribute === null || places.after.length === 0) return [];
  return rulesInForce(setting.setting.distribute).flatMap(({ from, to }) => {
    const isGiven = (locality: string) => to.some(([place, weight]) => weight > 0 && isNamedBy(locality, place));
    return places.before.some(isGiven) && !places.after.some(isGiven) ? [from] : [];
  });
}

/** One place of a host before and after a loss, by weight. */
export interface PlaceWeight {
  readonly locality: string;
  readonly before: number;
  readonly after: number;
}

/**
 * The place that kept something and lost the most of itself: machines that are absent count neither as healthy nor as present, so that where requests are
 * ordered by place, the rest of it takes all that the place had (docs/istio.md#absent-endpoints, #ejection). Null = none was thinned.
 */
export function mostThinned(places: readonly PlaceWeight[]): PlaceWeight | null {
  const thinned = places.filter(({ before, after }) => after > 0 && after < before);
  return thinned.reduce<PlaceWeight | null>((worst, one) => (worst === null || one.after / one.before < worst.after / worst.before ? one : worst), null);
}
