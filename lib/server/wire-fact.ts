import type { WireDurationFact } from "@/lib/contract/views/values";
import type { Fact } from "@/lib/domain/mesh/world";

/** A number that is known, assumed or denied, as a browser gets it: denied has no value. */
export function wireFact(fact: Fact<number | null>): WireDurationFact {
  return { kind: fact.kind, value: fact.kind === "denied" ? null : fact.value, source: fact.source };
}
