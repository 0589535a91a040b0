import type { EndingEvidence, EventTime } from "./ending-evidence";
import type { TransitionFacts } from "./transition-facts";

/** The types of transitions of an entry, as stored. */
const ENTRY_TRANSITIONS = [
  /** The entry was created, or was observed for the first time. */
  "appeared",
  /** The entry is gone; `to` is an EndingCause. */
  "ended",
  /** Another entry under the same name: other uid, or other connection after an address was used again. `from` and `to` are uids. */
  "incarnation",
  /** The machine connected to a replica of istiod, which `to` names. */
  "connected",
  /** The machine's connection to a replica of istiod ended; `from` names the replica. */
  "disconnected",
  /** The connection was renewed without an outage longer than the grace period; `from` and `to` are replicas, often the same. */
  "renewed",
  /** The exact state of the entry changed, whatever the reason; `from` and `to` are States. */
  "state",
  /** The health report changed: `from` and `to` are "True", "False" or "" (no report). `detail` is the probe's message. A repeated report is not a transition. */
  "health",
  /** istiod starts or stops sending the entry to callers; `from` and `to` are kinds of Serving. */
  "serving",
  /** The probe's message changed while the report stayed "False". */
  "message",
  "labels",
  /** The locality or the network changed. */
  "place",
  /** The address, ports, weight or service account changed. */
  "spec",
] as const;

/** The types of transitions of groups, services, other objects and istiod replicas. */
export const OBJECT_TRANSITIONS = [
  "group-created",
  "group-edited",
  "group-deleted",
  "service-created",
  "service-changed",
  "service-deleted",
  /** An object of another kind was created, changed or deleted. The row's subject has the kind. */
  "object-created",
  "object-changed",
  "object-deleted",
  "replica-came",
  "replica-went",
  "replica-restarted",
] as const;

/** The types of transitions of objects, findings and the recorder. */
const OTHER_TRANSITIONS = [
  ...OBJECT_TRANSITIONS,
  /** A rule reported a finding, and the finding lasted. `from` is the name of the rule, `to` its code. */
  "finding-appeared",
  /** The finding is gone for long enough. A rule without enough data resolves no finding. */
  "finding-resolved",
  "recorder-started",
  "recorder-stopped",
  /** A gap in the observation of a kind in a namespace, between `notBefore` and `at`; `detail` is the reason. */
  "blind",
] as const;

export const TRANSITIONS = [...ENTRY_TRANSITIONS, ...OTHER_TRANSITIONS] as const;
/** The kind of a change that the history stores. */
export type TransitionType = (typeof TRANSITIONS)[number];

/** One event in the history. The meaning of `from`, `to` and `detail` depends on the type. Their text may come from other programs. */
export interface Transition extends EventTime {
  readonly type: TransitionType;
  readonly from: string;
  readonly to: string;
  /** A message or another text of another program, as written; "" if `facts` contain it. */
  readonly detail: string;
  /** The evidence for the cause, if the event is the end of an entry. */
  readonly evidence?: EndingEvidence;
  /** Further facts; their text is made on reading. */
  readonly facts?: TransitionFacts;
}

/** The causes of an entry's end, by evidence (see `endingCauseOf`; docs/istio.md#cleanup, #dead-replica). `isPlannedEnd` separates losses from planned ends. */
export const ENDING_CAUSES = [
  /** The machine disconnected and did not reconnect within the grace period, so that istiod deleted the entry. */
  "left",
  /** The connection was older than any connection can be, or began in the future, and istiod's sweep was due. */
  "swept",
  /** The entry ended in a gap of the observation. */
  "found-missing",
  /** istiod registered the entry, and a user or another program deleted it when istiod had no reason to. */
  "removed",
  /** Evidence is missing: istiod, Kubernetes or a user may have deleted the entry. */
  "unknown",
  /** The entry was hand-written, so that istiod never deletes it: a user or a tool deleted it. */
  "deleted",
  /**
   * The group was deleted before the entry, and Kubernetes deleted the group's objects (docs/istio.md#group-deletion). The machine is lost, because a
   * deletion proves no plan.
   */
  "group-deleted",
  /** A user or a tool deleted the entry while it was connected and not failed, and the draining label excluded it from traffic. */
  "drained",
  /** istiod deleted the entry, or the cause is not known, and its group listed it as a planned leave. */
  "planned",
] as const;
export type EndingCause = (typeof ENDING_CAUSES)[number];

/** Returns true if an entry's end was intended. The machine is then not lost, and does not count in the total of its group. */
export function isPlannedEnd(cause: EndingCause): boolean {
  return cause === "deleted" || hasPlanEvidence(cause);
}

/**
 * Returns true if evidence shows that an entry's end was planned before: the entry was drained, or listed as a planned leave. A deletion alone shows
 * no plan.
 */
export function hasPlanEvidence(cause: EndingCause): boolean {
  return cause === "drained" || cause === "planned";
}
