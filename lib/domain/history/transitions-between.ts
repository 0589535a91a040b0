import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { World } from "@/lib/domain/world";
import { endingEvidence, type OwnerFate } from "./ending-evidence";
import type { EntryVersion, Moment } from "./entry-version";
import { changeOf, deletionAsked, type FieldChange, pairChanges } from "./field-changes";
import { lossCauseOf } from "./loss-cause-of";
import type { Transition, TransitionType } from "./transition";

/** What the two versions alone do not tell. */
export interface TransitionContext {
  readonly world: World;
  /** What is known of the group that owns it. */
  readonly owner: OwnerFate;
  /** The uid that had this name before, where it ended or was overtaken; "" = nobody known. */
  readonly predecessor: string;
}

/**
 * What happened between two versions of one entry (null = not there), in the order in which a person would tell it. A report that only
 * came again is no transition. Details hold the times that istiod wrote, verbatim.
 */
export function transitionsBetween(before: EntryVersion | null, after: EntryVersion | null, moment: Moment, context: TransitionContext): readonly Transition[] {
  const told: Transition[] = [];
  const tell: Tell = (type, from = "", to = "", detail = "") => void told.push({ type, from, to, detail, at: moment.at, notBefore: moment.notBefore });
  if (after === null) {
    if (before !== null) told.push(endOf(before, moment, context));
  } else if (before === null) {
    appeared(after, moment, context, tell);
  } else {
    connectionChanges(before, after, tell);
    healthChanges(before.entry, after.entry, tell);
    if (before.verdict.state !== after.verdict.state) tell("state", before.verdict.state, after.verdict.state);
    if (before.verdict.serving.kind !== after.verdict.serving.kind) tell("serving", before.verdict.serving.kind, after.verdict.serving.kind);
    told.push(...writtenChanges(before.entry, after.entry, moment));
  }
  return told;
}

type Tell = (type: TransitionType, from?: string, to?: string, detail?: string) => void;

/** One that was there before anybody looked only appears: when it connected is not known. */
function appeared({ entry, verdict }: EntryVersion, { notBefore }: Moment, { predecessor }: TransitionContext, tell: Tell): void {
  tell("appeared", "", verdict.state);
  if (predecessor !== "" && predecessor !== entry.uid) tell("incarnation", predecessor, entry.uid);
  if (notBefore === null && isClaimed(entry)) tell("connected", "", entry.controller, entry.connectedAt?.text);
}

function endOf(before: EntryVersion, moment: Moment, { world, owner }: TransitionContext): Transition {
  const evidence = endingEvidence(before, moment, world, owner);
  return { type: "ended", from: before.verdict.state, to: lossCauseOf(evidence), detail: reportOf(before.entry), ...moment, evidence };
}

/** A connection made anew within the grace period, or handed over straight, is renewed: nobody was out. */
function connectionChanges({ entry: a, verdict }: EntryVersion, { entry: b }: EntryVersion, tell: Tell): void {
  if (isClaimed(b)) {
    const detail = b.connectedAt?.text ?? "";
    if (isClaimed(a)) {
      if (a.connectedAt?.text !== b.connectedAt?.text || a.controller !== b.controller) tell("renewed", a.controller, b.controller, detail);
    } else if (verdict.connection.kind === "reconnecting") tell("renewed", a.controller, b.controller, detail);
    else tell("connected", "", b.controller, detail);
  } else if (isClaimed(a) || (b.disconnectedAt !== null && a.disconnectedAt?.text !== b.disconnectedAt.text)) {
    tell("disconnected", a.controller, "", b.disconnectedAt?.text);
  }
}

function healthChanges(a: WorkloadEntry, b: WorkloadEntry, tell: Tell): void {
  const [from, to] = [a.health?.status ?? "", b.health?.status ?? ""];
  if (from !== to) tell("health", from, to, reportOf(b));
  else if (reportOf(a) !== reportOf(b)) tell("message", from, to, reportOf(b));
}

function writtenChanges(a: WorkloadEntry, b: WorkloadEntry, moment: Moment): readonly Transition[] {
  return [
    ...changed("labels", labelChanges(a, b), moment),
    ...changed("place", [...changeOf("spec.network", a.network, b.network), ...changeOf("spec.locality", a.locality, b.locality)], moment),
    ...changed("spec", specChanges(a, b), moment),
  ];
}

function changed(type: TransitionType, changes: readonly FieldChange[], { at, notBefore }: Moment): readonly Transition[] {
  return changes.length === 0 ? [] : [{ type, from: "", to: "", detail: "", at, notBefore, facts: { kind: "changes", changes, more: 0 } }];
}

function labelChanges(a: WorkloadEntry, b: WorkloadEntry): readonly FieldChange[] {
  return [...pairChanges("spec.labels", a.specLabels, b.specLabels), ...pairChanges("metadata.labels", a.metadataLabels, b.metadataLabels)];
}

function specChanges(a: WorkloadEntry, b: WorkloadEntry): readonly FieldChange[] {
  return [
    ...changeOf("unreadable", a.unreadable, b.unreadable),
    ...changeOf("spec.address", a.address, b.address),
    ...pairChanges("spec.ports", a.ports, b.ports),
    ...changeOf("spec.weight", a.weight, b.weight),
    ...changeOf("spec.serviceAccount", a.serviceAccount, b.serviceAccount),
    ...changeOf("health-checks", a.gate, b.gate),
    ...changeOf("registration-group", a.registrationGroup, b.registrationGroup),
    ...changeOf("owner", a.owner?.name, b.owner?.name),
    ...deletionAsked(a.deletingAt, b.deletingAt),
  ];
}

function reportOf({ health }: WorkloadEntry): string {
  return health?.message ?? "";
}

/** Does the entry say that a replica holds the machine? Both marks at once is a lost update, which istiod reads as connected (facts 3.7). */
function isClaimed({ connectedAt, registrationGroup, controller }: WorkloadEntry): boolean {
  return connectedAt !== null && (registrationGroup !== "" || controller !== "");
}
