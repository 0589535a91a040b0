import type { EndingEvidence } from "./ending-evidence";
import type { Moment } from "./entry-version";

/** What can happen to a machine, as the recorder words it. */
export const ENTRY_TRANSITIONS = [
  /** The entry is there: created, or first seen. */
  "appeared",
  /** The entry is gone; `to` is a LossCause. */
  "ended",
  /** Another machine under the same name: other uid, or other connection after an address was used again. `from` and `to` are uids. */
  "incarnation",
  /** `to` is the replica. */
  "connected",
  /** `from` is the replica. */
  "disconnected",
  /** The connection was made anew without an outage longer than the grace period; `from` and `to` are replicas, often the same. */
  "renewed",
  /** The one word of the entry (a State). Written whenever the word changes, whatever the reason. */
  "state",
  /** A report that turned: `from` and `to` are "True", "False" or "" (no report); detail is the probe's message. A replay is no transition. */
  "health",
  /** Whether Istio sends it to sidecars (a Serving kind). */
  "serving",
  /** The probe's message changed while the report stayed False. */
  "message",
  "labels",
  /** Locality or network. */
  "place",
  /** Address, ports, weight, account. */
  "spec",
] as const;

/** What can happen around the machines. */
export const OTHER_TRANSITIONS = [
  "group-created",
  "group-edited",
  "group-deleted",
  "service-created",
  "service-changed",
  "service-deleted",
  "replica-came",
  "replica-went",
  "replica-restarted",
  "recorder-started",
  "recorder-stopped",
  /** Nobody saw a kind in a namespace between notBefore and at; detail says why. */
  "blind",
] as const;

export const TRANSITIONS = [...ENTRY_TRANSITIONS, ...OTHER_TRANSITIONS] as const;
export type TransitionType = (typeof TRANSITIONS)[number];

/** One thing that happened. `from`, `to` and `detail` are words by type; strings in them may be a stranger's. */
export interface Transition extends Moment {
  readonly type: TransitionType;
  readonly from: string;
  readonly to: string;
  /** A message, or what changed, field by field: `spec.template.network: vpc-1 → vpc-2`, one per line. */
  readonly detail: string;
  /** Of the end of an entry: what its cause was judged by. */
  readonly evidence?: EndingEvidence;
}

/** Why an entry ended (facts 3.4, 3.7). The first four are losses, the others were somebody's will or only a change of clothes. */
export const LOSS_CAUSES = [
  /** Disconnected, not back within the grace period, removed by istiod. */
  "left",
  /** The replica that held it was gone or its claim too old; istiod swept it. */
  "swept",
  /** Gone while nobody was looking. */
  "found-missing",
  /** Gone while connected and well, and nothing says who did it. */
  "removed",
  /** Deleted by a person or a tool: the object carried a deletion mark, or was hand-written. */
  "deleted",
  /** Its group was deleted: Kubernetes collected the entry, the machine is still connected and out of the mesh (X15). */
  "group-deleted",
  /** Drained first, then gone. */
  "drained",
] as const;
export type LossCause = (typeof LOSS_CAUSES)[number];

/** Was it meant to go? */
export function isPlanned(cause: LossCause): boolean {
  return cause === "deleted" || cause === "group-deleted" || cause === "drained";
}
