import type { FieldChange } from "@/lib/domain/history/object-changes";

/** The traits by which machines are compared. */
export const TRAITS = ["group", "zone", "network", "replica", "revision", "account", "version", "probe-error", "change"] as const;
export type TraitName = (typeof TRAITS)[number];

/** A machine. Its traits are those of the last moment at which it was serving. */
export interface MachineFacts {
  /** CLUSTER/UID: the same name with another uid is another machine. */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The name of its group, or "". */
  readonly group: string;
  readonly traits: Readonly<Partial<Record<Exclude<TraitName, "group" | "change" | "probe-error">, string>>>;
}

/**
 * The condition of a machine. Bad ones: "failed" (the last health report failed, or it has no endpoint), "lost" (its entry is gone, and it still counts) and
 * "unverified". "waiting" is starting or draining; "gone" is an end that was planned.
 */
export type MachineCondition = "serving" | "waiting" | "failed" | "lost" | "unverified" | "gone";

export function isBad(condition: MachineCondition): boolean {
  return condition === "failed" || condition === "lost" || condition === "unverified";
}

/** A service: its object and the host name by which callers find it. */
export interface ServiceId {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly host: string;
}

/** A change of an object. Milliseconds. */
export interface ObjectChange {
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The changed fields, or "created" or "deleted". */
  readonly what: string;
  readonly seenAt: number;
  /** The object's own time of the change; null = it has none. */
  readonly ownAt: number | null;
  /** "NAMESPACE/NAME" of the groups that it concerns; null = all groups of the cluster. */
  readonly groups: readonly string[] | null;
  /** The version that the edit gave to new machines of a group; null = it changed no version. */
  readonly version: string | null;
  /** Absent if the change was stored before Stolos kept values. */
  readonly edit?: ObjectEdit;
}

/** The values of a change, and who made it. */
export interface ObjectEdit {
  /** The first changed fields with old and new values, cut to a length. Empty for a creation and a deletion. */
  readonly fields: readonly FieldChange[];
  /** The number of further changed fields. */
  readonly more: number;
  /** The manager of the last write, by the object's managed fields; "" = not known. */
  readonly by: string;
}

/** "denied": Stolos may not read the machines of the cluster. "not-recorded": the history was paused. */
export type ClusterObservationStatus = "observed" | "stale" | "denied" | "not-recorded";

interface MachineObservation {
  readonly kind: "machine";
  readonly machine: MachineFacts;
  readonly condition: MachineCondition;
  /** The error of the health probe, or "". */
  readonly message: string;
  /** A `EndingCause` for "lost" and "gone"; for "unverified" the reason of the connection, such as a `GhostReason` or "in-the-future"; else "". */
  readonly cause: string;
  /** It was in no trouble when it left. */
  readonly wasHealthy: boolean;
  /** It left healthy, and its group may shrink by itself: it is lost only in an incident of several groups. */
  readonly mayHaveScaledIn?: boolean;
  /** A user took back the acceptance of its loss: it is lost as before. */
  readonly isAcceptanceUndone?: true;
}

/** A lost machine no longer counts; see `LossEndReason`. `by`: the user who accepted the loss, or "". */
interface SettledObservation {
  readonly kind: "settled";
  readonly machineId: string;
  readonly how: "replaced" | "size-changed" | "quiet" | "accepted";
  readonly by: string;
}

interface ServiceObservation {
  readonly kind: "service";
  readonly service: ServiceId;
  /** The number of its endpoints for the default caller. */
  readonly endpoints: number;
  /** The machine of its last endpoint, if it had one. */
  readonly lastMachineId: string | null;
  readonly reason: string;
}

/** A maintenance window of a group, or of a namespace (`group` null). A later one of the same scope replaces it. Milliseconds. */
export interface MaintenanceWindow {
  readonly kind: "maintenance";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string | null;
  readonly reason: string;
  readonly from: number;
  readonly until: number;
}

/** One thing that was observed at `at`. `notBefore` is set if it happened between both moments, because nothing was observed in between. Milliseconds. */
export type Observation = { readonly at: number; readonly notBefore: number | null } & (
  | MachineObservation
  | SettledObservation
  | ServiceObservation
  | { readonly kind: "change"; readonly change: ObjectChange }
  | { readonly kind: "cluster"; readonly cluster: string; readonly sight: ClusterObservationStatus }
  | MaintenanceWindow
  /** Stolos started. `stoppedAt` null = for the first time. */
  | { readonly kind: "started"; readonly stoppedAt: number | null }
);

export type ObservationOf<K extends Observation["kind"]> = Extract<Observation, { readonly kind: K }>;

/** Numbers of machines now. They contain machines in trouble, and lost ones that still count. */
export interface MachinePopulation {
  size(cluster: string): number;
  /** `value` "" = machines without a value. `namespace`: of a group, "" for other traits. */
  having(cluster: string, trait: TraitName, value: string, namespace: string): number;
}
