import * as z from "zod/mini";
import { noCounts } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";

export const WireState = z.enum(STATES);

/** The number of machines in each state, by the state's code. A later server may send more states, which the browser ignores. */
export const StateCounts = z.array(z.number()).check(z.minLength(noCounts().length));
export type StateCounts = z.infer<typeof StateCounts>;

/** One value of a facet, and the number of entries in the filtered list that have it. */
interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** For lost machines only: the number with a new entry of the same name; absent = not known. */
  readonly back?: number | undefined;
}
export interface Facet {
  readonly key: string;
  readonly values: readonly FacetValue[];
  readonly more: number;
}

/** A fact of the world on the wire. `value` in milliseconds; null = never or unlimited. */
export const WireDurationFact = z.object({ kind: z.enum(["known", "assumed", "denied"]), value: z.nullable(z.number()), source: z.string() });
export type WireDurationFact = z.infer<typeof WireDurationFact>;

/** The next step of Istio for an entry, and its time (docs/istio.md#cleanup). `assumed`: the time comes from an assumed value. */
export const WireNextStep = z.object({
  kind: z.enum(["nothing", "renew", "delete", "drop-condition", "sweep", "never-cleaned", "unknown"]),
  at: z.nullable(z.number()),
  latestAt: z.nullable(z.number()),
  assumed: z.boolean(),
});
export type WireNextStep = z.infer<typeof WireNextStep>;

/** A reference to a Service or a ServiceEntry. */
export const WireServiceReference = z.object({ kind: z.enum(["Service", "ServiceEntry"]), namespace: z.string(), name: z.string() });
export type WireServiceReference = z.infer<typeof WireServiceReference>;
