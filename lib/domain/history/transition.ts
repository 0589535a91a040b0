import type { EndingEvidence, EventTime } from "./ending-evidence";
import type { TransitionFacts } from "./transition-facts";

/** Transitions of a machine, as stored. */
const ENTRY_TRANSITIONS = [
  /** The entry was created, or seen for the first time. */
  "appeared",
  /** The entry is gone; `to` is a LossCause. */
  "ended",
  /** Another machine under the same name: other uid, or other connection after an address was used again. `from` and `to` are uids. */
  "incarnation",
  /** `to` is the replica. */
  "connected",
  /** `from` is the replica. */
  "disconnected",
  /** The connection was renewed without an outage longer than the grace period; `from` and `to` are replicas, often the same. */
  "renewed",
  /** The exact state of the entry (a State). Stored whenever it changes, whatever the reason. */
  "state",
  /** The health report changed: `from` and `to` are "True", "False" or "" (no report). `detail` is the probe's message. A repeated report is no transition. */
  "health",
  /** Istio starts or stops sending it to sidecars (a Serving kind). */
  "serving",
  /** The probe's message changed while the report stayed False. */
  "message",
  "labels",
  /** Locality or network. */
  "place",
  /** Address, ports, weight, account. */
  "spec",
] as const;

/** Transitions of the objects around the machines. */
export const OBJECT_TRANSITIONS = [
  "group-created",
  "group-edited",
  "group-deleted",
  "service-created",
  "service-changed",
  "service-deleted",
  /** The same for objects of all other kinds; the kind of the object shows which. */
  "object-created",
  "object-changed",
  "object-deleted",
  "replica-came",
  "replica-went",
  "replica-restarted",
] as const;

/** Transitions of objects, findings and the recorder. */
const OTHER_TRANSITIONS = [
  ...OBJECT_TRANSITIONS,
  /** A rule reported a finding, and it lasted: `from` is the name of the rule, `to` its code. */
  "finding-appeared",
  /** The finding is gone, and stays gone. A rule without enough data resolves nothing. */
  "finding-resolved",
  "recorder-started",
  "recorder-stopped",
  /** A gap for a kind in a namespace, between `notBefore` and `at`; `detail` is the reason. */
  "blind",
] as const;

export const TRANSITIONS = [...ENTRY_TRANSITIONS, ...OTHER_TRANSITIONS] as const;
/** The kind of a change that the history stores. */
export type TransitionType = (typeof TRANSITIONS)[number];

/** One event. The meaning of `from`, `to` and `detail` depends on the type. Their text may come from other programs. */
export interface Transition extends EventTime {
  readonly type: TransitionType;
  readonly from: string;
  readonly to: string;
  /** A message or another text of another program, verbatim; "" if `facts` contain it. */
  readonly detail: string;
  /** For the end of an entry: the evidence for its cause. */
  readonly evidence?: EndingEvidence;
  /** Further facts; their text is made on reading. */
  readonly facts?: TransitionFacts;
}

/** The causes of an entry's end, by evidence (see `lossCauseOf`; docs/istio.md#cleanup, #dead-replica). `isPlanned` separates losses from planned ends. */
export const LOSS_CAUSES = [
  /** Disconnected, not reconnected within the grace period, deleted by istiod. */
  "left",
  /** Its connection was older than any can be, or began in the future, and istiod's sweep was due. */
  "swept",
  /** It ended in a gap. */
  "found-missing",
  /** Registered by istiod, and deleted by a user or another program when istiod had no reason to. */
  "removed",
  /** Evidence is missing: istiod, Kubernetes or a user may have deleted it. */
  "unknown",
  /** Hand-written, so istiod never deletes it: a user or a tool deleted it. */
  "deleted",
  /**
   * Its group was deleted before it: Kubernetes collected the group's objects (docs/istio.md#group-deletion). Its machine is lost, because a deletion proves no
   * plan.
   */
  "group-deleted",
  /** Deleted by a user or a tool while it was connected and not failed. The draining label excluded it from traffic. */
  "drained",
  /** Deleted by istiod or for an unknown cause, while its group listed it as a planned leave. */
  "planned",
] as const;
export type LossCause = (typeof LOSS_CAUSES)[number];

/** Returns true if the end was intended: the machine is not lost, and does not count in the total of its group. */
export function isPlanned(cause: LossCause): boolean {
  return cause === "deleted" || hasPlan(cause);
}

/** Returns true if evidence shows a plan before the end: a drain, or a planned leave. A deletion alone shows none. */
export function hasPlan(cause: LossCause): boolean {
  return cause === "drained" || cause === "planned";
}
