import { entryFieldNamed, entryFieldNamesWhere, type FieldValueTypes } from "@/lib/domain/entry/entry-fields";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { type EntryVersion, type EventTime, endingEvidence, type OwnerStateAtEnd } from "./ending-evidence";
import { endingCauseOf } from "./loss-cause";
import { changesOfField, changesOfPairs, deletionRequestChanges, type FieldChange, type FieldCode } from "./object-changes";
import type { Transition, TransitionType } from "./transition";

/** The facts for the comparison of two versions that the versions do not contain. */
export interface TransitionContext {
  readonly world: World;
  /** The state of the group that owns the entry. */
  readonly owner: OwnerStateAtEnd;
  /** True if the group lists the entry as a planned leave. */
  readonly planned: boolean;
  /** The uid of the last ended or replaced entry with this name; "" = none is known. */
  readonly predecessor: string;
}

/**
 * Returns the transitions between two versions of one entry, in a readable order. A version is null if the entry does not exist. A repeated health
 * report is not a transition. Details contain istiod's times as written.
 */
export function transitionsBetween(
  before: EntryVersion | null,
  after: EntryVersion | null,
  moment: EventTime,
  context: TransitionContext,
): readonly Transition[] {
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

/** Adds the transitions of a new entry. An entry that joined in a gap or before the watch only appears: the time of its connection is not known. */
function appeared({ entry, verdict }: EntryVersion, { notBefore }: EventTime, { predecessor }: TransitionContext, tell: Tell): void {
  tell("appeared", "", verdict.state);
  if (predecessor !== "" && predecessor !== entry.uid) tell("incarnation", predecessor, entry.uid);
  if (notBefore === null && isClaimed(entry)) tell("connected", "", entry.controller, entry.connectedAt?.text);
}

function endOf(before: EntryVersion, moment: EventTime, { world, owner, planned }: TransitionContext): Transition {
  const evidence = endingEvidence(before, moment, world, owner, planned);
  return { type: "ended", from: before.verdict.state, to: endingCauseOf(evidence), detail: reportOf(before.entry), ...moment, evidence };
}

/**
 * Adds the transitions of the connection. A connection that is renewed within the grace period, or replaced directly, is "renewed": the machine had
 * no outage.
 */
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

function writtenChanges(a: WorkloadEntry, b: WorkloadEntry, moment: EventTime): readonly Transition[] {
  return TOLD.flatMap(({ as, fields }) => {
    const changes = fields.flatMap(({ path, changes: of }) => of(path, a, b));
    return changes.length === 0 ? [] : [{ type: as, from: "", to: "", detail: "", ...moment, facts: { kind: "changes", changes, more: 0 } } as const];
  });
}

type Value<Kind extends keyof FieldValueTypes> = FieldValueTypes[Kind];

/** The comparison of a field, by the kind of its values. Fields of some kinds are not compared here, because other transitions report them. */
const CHANGES: { readonly [Kind in keyof FieldValueTypes]: (path: string, before: Value<Kind>, after: Value<Kind>) => readonly FieldChange[] } = {
  text: changesOfField,
  "optional text": changesOfField,
  number: changesOfField,
  moment: (path, before, after) => (path === DELETION ? deletionRequestChanges(before, after) : changesOfField(path, before, after)),
  time: (path, before, after) => changesOfField(path, before?.text, after?.text),
  ports: changesOfPairs,
  labels: changesOfPairs,
  owner: (path, before, after) => changesOfField(path, before?.name, after?.name),
  report: () => [],
  writer: () => [],
};

const DELETION = "marked-for-deletion" satisfies FieldCode;

/** The fields whose changes are stored, by the type of the transition that reports them. */
const TOLD = (["labels", "place", "spec"] as const).map((as) => ({
  as,
  fields: entryFieldNamesWhere(({ told }) => told?.as === as).map((name) => {
    // Both values are of this field.
    const changes = CHANGES[entryFieldNamed(name).holds] as (path: string, before: unknown, after: unknown) => readonly FieldChange[];
    return { path: entryFieldNamed(name).told?.path ?? "", changes: (path: string, a: WorkloadEntry, b: WorkloadEntry) => changes(path, a[name], b[name]) };
  }),
}));

function reportOf({ health }: WorkloadEntry): string {
  return health?.message ?? "";
}

/**
 * Returns true if the entry names a connected replica. An entry with `connectedAt` and `disconnectedAt` is a lost update, which istiod reads as
 * connected (docs/istio.md#both-marks).
 */
function isClaimed({ connectedAt, registrationGroup, controller }: WorkloadEntry): boolean {
  return connectedAt !== null && (registrationGroup !== "" || controller !== "");
}
