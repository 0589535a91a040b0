import type { Term } from "@/lib/contract/url/filter-term";

export type TimeTerm = Term & { readonly kind: "time" };

/** Does a comparison hold at a moment, by the whole seconds that a list shows? What has no time matches none. */
export function isPast({ comparison, ms, negated }: Pick<TimeTerm, "comparison" | "ms" | "negated">, from: number | null, now: number): boolean {
  if (from === null) return false;
  const isOlder = now > from + limitMs(comparison, ms);
  return (comparison === ">" || comparison === ">=" ? isOlder : !isOlder) !== negated;
}

/** The moment after which a comparison turns; null where it never does. */
export function turnsAt({ comparison, ms }: Pick<TimeTerm, "comparison" | "ms">, from: number | null): number | null {
  return from === null ? null : from + limitMs(comparison, ms);
}

/** `>` and `<=` part what is older from the rest, `>=` and `<` what is at least as old. */
function limitMs(comparison: TimeTerm["comparison"], ms: number): number {
  return comparison === ">" || comparison === "<=" ? ms : ms - 1;
}
