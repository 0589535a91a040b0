import type { ComparedKey, Term } from "@/lib/contract/filter-term";
import { CHANGED } from "./changed";
import type { FleetStore } from "./fleet-store";

export type TimeTerm = Term & { readonly kind: "time" };

/** What of an entry's change moves one of its times (CHANGED). */
export const TIME_MASK: Record<ComparedKey, number> = { age: CHANGED.metadata, for: CHANGED.state | CHANGED.since, connected: CHANGED.connectionTimes };

/** The moment that a time of an entry is counted from; null where it says none. */
export function timeAt({ columns }: FleetStore, slot: number, key: ComparedKey): number | null {
  const at = key === "for" ? columns.derivedFloats.since[slot] : columns.float(key === "age" ? "createdAt" : "connectedAt", slot);
  return at === null || at === undefined || !Number.isFinite(at) ? null : at;
}

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
