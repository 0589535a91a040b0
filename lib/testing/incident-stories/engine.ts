/** The traits by which machines are compared. */
export type TraitName = "group" | "zone" | "network" | "replica" | "revision" | "account" | "version" | "probe-error" | "change";

/** A machine as the engine receives it. */
export interface MachineFacts {
  /** "CLUSTER/UID". A machine that registers again has another uid. */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** "NAMESPACE/NAME". */
  readonly group: string;
  /** The values at the last moment at which it served. */
  readonly traits: Readonly<Partial<Record<Exclude<TraitName, "group" | "change" | "probe-error">, string>>>;
}

/** Lost: the entry is gone and counts in the total. Gone: it does not count. Failed, lost and unverified are bad. */
export type Condition = "serving" | "waiting" | "failed" | "lost" | "unverified" | "gone";

export interface ServiceId {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly host: string;
}

export interface ObjectChange {
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly what: string;
  readonly seenAt: number;
  /** The object's own time; null if it has none. */
  readonly ownAt: number | null;
  /** "NAMESPACE/NAME" of the groups that it concerns; null = all of the cluster. */
  readonly groups: readonly string[] | null;
  readonly version: string | null;
}

/** The part of an observation that its kind decides. */
export type Observed =
  | {
      readonly kind: "machine";
      readonly machine: MachineFacts;
      readonly condition: Condition;
      /** The probe's error; "" = none. */
      readonly message: string;
      /** The cause of a loss, or the reason why it is unverified; "" = neither. */
      readonly cause: string;
      /** It served when it left. */
      readonly wasHealthy: boolean;
    }
  | { readonly kind: "settled"; readonly machineId: string; readonly how: "replaced" | "size-changed" | "quiet" | "accepted"; readonly by: string }
  | { readonly kind: "service"; readonly service: ServiceId; readonly endpoints: number; readonly lastMachineId: string | null; readonly reason: string }
  | { readonly kind: "change"; readonly change: ObjectChange }
  | { readonly kind: "cluster"; readonly cluster: string; readonly sight: "observed" | "stale" | "denied" | "not-recorded" }
  | {
      readonly kind: "maintenance";
      readonly cluster: string;
      readonly namespace: string;
      readonly group: string | null;
      readonly reason: string;
      readonly from: number;
      readonly until: number;
    }
  /** Stolos started; `stoppedAt` null = the very first start. */
  | { readonly kind: "started"; readonly stoppedAt: number | null };

/** One thing that happened, in milliseconds since 1970. `notBefore` is set if Stolos did not observe the moment itself. */
export type Observation = { readonly at: number; readonly notBefore: number | null } & Observed;

/** Counts of all machines in the total: registered ones, and lost ones that count. */
export interface Population {
  size(cluster: string): number;
  having(cluster: string, trait: TraitName, value: string): number;
}

/** The part of an incident that the judge reads. */
export interface Incident {
  readonly key: string;
  readonly state: "open" | "recovering" | "over" | "long-running";
  readonly foundAtStart: boolean;
  readonly cause: { readonly kind: string; readonly traits: readonly { readonly trait: TraitName; readonly value: string }[] };
  readonly members: readonly {
    readonly machine: { readonly id: string };
    readonly spans: readonly { readonly condition: Condition; readonly from: number; readonly to: number | null }[];
    readonly left: object | null;
  }[];
  readonly services: readonly { readonly service: ServiceId }[];
  readonly endedAt: number | null;
  readonly mergedInto: string | null;
  readonly planned: { readonly until: number } | null;
}

/** An engine under test. */
export interface IncidentEngine {
  /** Receives a batch in order of time. All its times are at most `now`, in milliseconds since 1970. An empty batch lets time pass. */
  take(batch: readonly Observation[], now: number): void;
  /** Returns all incidents as of the last `take`, also those that are over or merged. Unchanged incidents should be the same objects. */
  incidents(): readonly Incident[];
}

export type EngineFactory = (population: Population) => IncidentEngine;
