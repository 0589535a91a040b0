import type { ElasticSize, LearnedSize } from "@/lib/domain/group/expected-size";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { GroupCompletion } from "@/lib/domain/history/group-completion";
import type { LossWithEnd } from "@/lib/domain/history/loss-ends";

/** A namespace of a cluster; of one fleet always the same object. */
export interface FleetPlace {
  readonly cluster: string;
  readonly namespace: string;
}

/** A group in the history: its learned size, and the losses that still count (`loss-ends`): their moments, latest last, and names. */
export interface GroupMemory {
  readonly learned: LearnedSize | ElasticSize | null;
  readonly lostAt: readonly number[];
  readonly lostNames: readonly string[];
  /** Set if the history shows that the group was once complete, or never. */
  readonly arrival?: GroupCompletion;
  /** The accepted losses that lower the expected size. `declared`: the size that they lower as its annotation is written (null = a learned size). Missing = none. */
  readonly accepted?: { readonly count: number; readonly declared: string | null };
  /** The learned size is computed for a moment of the past: the history did not store the size that pages showed then. */
  readonly isSizeComputed?: true;
  /** All recorded losses, also those that do not count any more. */
  readonly losses?: readonly LossWithEnd[];
  /** The last deletion of the group's object, if the history shows one. Another object may have the name now. */
  readonly deleted?: GroupDeletion;
}

/** The deletion of a group's object in milliseconds; `notBefore` null = the watch saw it. */
export interface GroupDeletion {
  readonly at: number;
  readonly notBefore: number | null;
}

/** A lost machine whose name is not in use again. `at` in milliseconds. */
export interface OpenLoss {
  readonly at: number;
}

/** A group with the counts of its machines, or (name "") the machines of a namespace that belong to none. */
export interface FleetGroup {
  readonly place: FleetPlace;
  readonly name: string;
  /** The WorkloadGroup, or null where entries name a group that nobody has seen. */
  readonly object: WorkloadGroup | null;
  readonly members: { readonly size: number };
  readonly trouble: { readonly size: number };
  /** Machines by state, in the order of STATES. */
  readonly counts: readonly number[];
  readonly serving: number;
  readonly doubted: number;
  readonly unvouched: number;
  /** Connections that a replica holds. */
  readonly held: number;
  readonly memory: GroupMemory;
  /** The lost machines that are not back under their names, latest last. */
  readonly gone: () => readonly OpenLoss[];
  /** How many machines it names as planned to go that are not there. */
  readonly plannedGone: () => number;
  /** Moves with every change of the group or of one of its machines. */
  readonly version: number;
}

/** A property by which the machines of a group are counted. `version`: the label `version`, or without it `app.kubernetes.io/version`. */
export type GroupTrait = "zone" | "network" | "replica" | "account" | "version";

/** The machines of a group whose locality is written alike, counted. */
export interface GroupLocality {
  /** As istiod keeps it: a fourth part stands in it (docs/istio.md#locality). "" = none. */
  readonly locality: string;
  readonly machines: number;
  /** By state, in the order of STATES. */
  readonly counts: readonly number[];
  readonly unvouched: number;
  readonly serving: number;
  readonly doubted: number;
  /** The sum of the weights of those that Istio sends. */
  readonly weight: number;
}

/** How many of a group's machines have one value of a trait ("" = not set), and how many of these are in trouble. */
export interface TraitCount {
  readonly value: string;
  readonly count: number;
  readonly trouble: number;
}
