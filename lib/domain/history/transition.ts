import type { EndingEvidence, Moment } from "./ending-evidence";
import type { TransitionFacts } from "./transition-facts";

/** What can happen to a machine, as the recorder words it. */
const ENTRY_TRANSITIONS = [
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

/** What can happen to the objects around the machines. */
export const OBJECT_TRANSITIONS = [
  "group-created",
  "group-edited",
  "group-deleted",
  "service-created",
  "service-changed",
  "service-deleted",
  /** The same of objects of every other kind; their kind tells which. */
  "object-created",
  "object-changed",
  "object-deleted",
  "replica-came",
  "replica-went",
  "replica-restarted",
] as const;

/** What can happen around the machines. */
const OTHER_TRANSITIONS = [
  ...OBJECT_TRANSITIONS,
  /** A rule found something, and it held: `from` is the name of the rule, `to` its code. */
  "finding-appeared",
  /** It is found no more, and stayed so. A rule that cannot tell resolves nothing. */
  "finding-resolved",
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
  /** A message or another text of a stranger, verbatim; "" where `facts` tell it. */
  readonly detail: string;
  /** Of the end of an entry: what its cause was judged by. */
  readonly evidence?: EndingEvidence;
  /** What else is known of it: words are made of it when it is read. */
  readonly facts?: TransitionFacts;
}

/** Why an entry ended, by evidence (see `lossCauseOf`; docs/istio.md#cleanup, #dead-replica). `isPlanned` tells losses apart. */
export const LOSS_CAUSES = [
  /** Disconnected, not back within the grace period, deleted by istiod. */
  "left",
  /** Its connection was older than any can be, or lay in the future, and istiod's sweep was due. */
  "swept",
  /** Gone while nobody was looking. */
  "found-missing",
  /** Registered by istiod, and deleted by somebody else when istiod had no reason to. */
  "removed",
  /** Evidence is missing: several may have deleted it. */
  "unknown",
  /** Written by hand, which istiod never deletes: deleted by a person or a tool. */
  "deleted",
  /**
   * Its group was deleted before it: Kubernetes collected what the group owned (docs/istio.md#group-deletion). Its machine is lost, because a deletion proves
   * no plan.
   */
  "group-deleted",
  /** Deleted by somebody while it was connected, did not fail, and the draining label kept traffic away. */
  "drained",
  /** istiod deleted it, or nobody knows who did, while its group marked it as planned to go. */
  "planned",
] as const;
export type LossCause = (typeof LOSS_CAUSES)[number];

/** True if the end was intended: the machine is not lost, and does not count in the total of its group. */
export function isPlanned(cause: LossCause): boolean {
  return cause === "deleted" || hasPlan(cause);
}

/** True if evidence shows a plan before the end: a drain, or the mark of its group. A deletion alone shows none. */
export function hasPlan(cause: LossCause): boolean {
  return cause === "drained" || cause === "planned";
}
