/** A value about the world and how it is known. `assumed` carries the value that was assumed and why; `denied` says which right is missing. */
export type Fact<T> =
  | { readonly kind: "known"; readonly value: T; readonly source: string }
  | { readonly kind: "assumed"; readonly value: T; readonly source: string }
  | { readonly kind: "denied"; readonly source: string };

/** One istiod Pod. It vouches for a connection only if its `discovery` container has run since before that connection began. */
export interface Replica {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly revision: string;
  /** `state.running.startedAt` of the container `discovery` in milliseconds; null where it does not run. */
  readonly runningSince: number | null;
  readonly phase: string;
  readonly ready: boolean;
  readonly zone: string;
  readonly restarts: number;
  readonly deletingAt: number | null;
  /** From `--keepaliveMaxServerConnectionAge` of this Pod: milliseconds, null = unlimited, undefined = the Pod does not tell. */
  readonly maxConnectionAgeMs: number | null | undefined;
  /** From the variable `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD` of this Pod: milliseconds, undefined = the Pod does not set it. */
  readonly gracePeriodMs: number | undefined;
}

/** What is known of one cluster beside its entries. */
export interface World {
  readonly cluster: string;
  /** istiod Pods by name. */
  readonly replicas: Fact<ReadonlyMap<string, Replica>>;
  /** Milliseconds after which istiod closes a connection (± 10 %), null = never. */
  readonly maxConnectionAgeMs: Fact<number | null>;
  /** Milliseconds between a disconnection and the deletion of an auto-registered entry. */
  readonly gracePeriodMs: Fact<number>;
}

/** The chart's default of `--keepaliveMaxServerConnectionAge` (facts 3.5). */
export const CHART_MAX_CONNECTION_AGE_MS = 30 * 60_000;

/** istiod's default of `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD` (facts 3.5). */
export const DEFAULT_GRACE_PERIOD_MS = 10_000;
