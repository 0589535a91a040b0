import type { CauseTrait, ConditionSpan, Incident, IncidentCause, IncidentMember, IncidentState } from "@/lib/domain/incidents/incident";
import { type MachineCondition, type ObjectChange, type ObjectEdit, TRAITS } from "@/lib/domain/incidents/observation";
import type { UntypedObject } from "@/lib/domain/preview/values";
import type { FieldChange } from "./object-changes";
import {
  type JsonReader,
  listReader,
  nullableReader,
  objectReader,
  oneOfReader,
  readBoolean,
  readNumber,
  readNumberOrNull,
  readString,
  readStringOrNull,
  readUntypedObject,
} from "./reading";

/** The values of an incident that are stored as one JSON object. Its members, its services and its columns are stored apart. */
export type IncidentJsonFields = Pick<Incident, "clusters" | "foundAtStart" | "unknownSince" | "cause" | "changes" | "lastChange" | "peak" | "planned">;

/** The values of a member that are stored as JSON. Columns name its machine and the moments at which it joined and left. */
export interface MemberJsonFields {
  readonly traits: IncidentMember["machine"]["traits"];
  readonly spans: IncidentMember["spans"];
  readonly message: string;
  readonly cause: string;
  readonly leftHealthy: boolean;
  /** The user who accepted its loss; "" = not accepted. */
  readonly by: string;
}

/** Returns the values of an incident that are stored as JSON. */
export function incidentJsonFields({ clusters, foundAtStart, unknownSince, cause, changes, lastChange, peak, planned }: Incident): IncidentJsonFields {
  return { clusters, foundAtStart, unknownSince, cause, changes, lastChange, peak, planned };
}

/** Returns the values of a member that are stored as JSON. */
export function memberJsonFields({ machine, spans, message, cause, leftHealthy, left }: IncidentMember): MemberJsonFields {
  // In one order, so that equal facts are equal texts.
  const traits = Object.fromEntries(
    TRAITS.flatMap((trait) => (trait in machine.traits ? [[trait, machine.traits[trait as keyof typeof machine.traits]]] : [])),
  );
  return { traits, spans: spans.map(({ condition, from, to }) => ({ condition, from, to })), message, cause, leftHealthy, by: left?.by ?? "" };
}

/** Returns the names of the traits that a cause names: "zone=eu-1". */
export function formatCauseTraits({ traits }: IncidentCause): readonly string[] {
  return traits.map(({ trait, value }) => `${trait}=${value}`);
}

/**
 * Returns a member with the moments of the replica that stored it first: several replicas observe the same change at slightly different moments. From the first
 * condition that differs on, and for a leave of another kind, the later report is right.
 */
export function memberWithFirstMoments(stored: IncidentMember, reported: IncidentMember): IncidentMember {
  const differs = reported.spans.findIndex(({ condition }, index) => stored.spans[index]?.condition !== condition);
  const same = differs === -1 ? reported.spans.length : differs;
  const spans = reported.spans.map((span, index) => {
    const first = index < same ? stored.spans[index] : undefined;
    return first === undefined ? span : { ...span, from: first.from, to: span.to === null ? null : (first.to ?? span.to) };
  });
  const isSameLeave = stored.left !== null && stored.left.how === reported.left?.how;
  return { ...reported, joinedAt: stored.joinedAt, spans, left: isSameLeave ? stored.left : reported.left };
}

/** Reads the stored values of an incident, in the newest format; throws `Unreadable`. */
export function readIncidentJsonFields(stored: UntypedObject): IncidentJsonFields {
  return readNumbers(stored, "incident");
}

/** Reads the stored values of a member, in the newest format; throws `Unreadable`. */
export function readMemberJsonFields(stored: UntypedObject): MemberJsonFields {
  return readFacts(stored, "member");
}

/** Returns a reader for one of these words. The compiler demands each word of the type. */
const oneKeyOf = <Word extends string>(words: Readonly<Record<Word, true>>): JsonReader<Word> => oneOfReader(Object.keys(words) as Word[]);

/** Reads how a member left, as its column has it. */
export const readMemberLeaveKind = oneKeyOf<NonNullable<IncidentMember["left"]>["how"]>({
  ...{ serving: true, gone: true, replaced: true, "size-changed": true, quiet: true, accepted: true },
});

/** Reads the state of an incident, as its column has it. */
export const readIncidentState = oneKeyOf<IncidentState>({ open: true, recovering: true, over: true, "long-running": true });

const readCondition = oneKeyOf<MachineCondition>({ serving: true, waiting: true, failed: true, lost: true, unverified: true, gone: true });
const readCauseKind = oneKeyOf<IncidentCause["kind"]>({
  ...{ trait: true, machine: true, "group-deleted": true, "namespace-deleted": true, "istiod-gone": true, "replica-gone": true },
  ...{ "clock-skew": true, "left-healthy": true, "service-without-endpoint": true, "time-only": true },
});

const readTraits: JsonReader<MemberJsonFields["traits"]> = (value, path) => {
  const stored = readUntypedObject(value, path);
  return Object.fromEntries(TRAITS.flatMap((trait) => (stored[trait] === undefined ? [] : [[trait, readString(stored[trait], `${path}.${trait}`)]])));
};

const readFacts = objectReader<MemberJsonFields>({
  traits: readTraits,
  spans: listReader(objectReader<ConditionSpan>({ condition: readCondition, from: readNumber, to: readNumberOrNull })),
  ...{ message: readString, cause: readString, leftHealthy: readBoolean, by: readString },
});

const readEdit = objectReader<ObjectEdit>({
  fields: listReader(objectReader<FieldChange>({ field: readString, from: readStringOrNull, to: readStringOrNull })),
  ...{ more: readNumber, by: readString },
});

const readChangeWithoutEdit = objectReader<Omit<ObjectChange, "edit">>({
  ...{ cluster: readString, kind: readString, namespace: readString, name: readString, what: readString },
  ...{ seenAt: readNumber, ownAt: readNumberOrNull, groups: nullableReader(listReader(readString)), version: readStringOrNull },
});

/** The values of an edit need no new format: they are absent in older rows, and the previous version of Stolos ignores them. */
const readChange: JsonReader<ObjectChange> = (value, path) => {
  const change = readChangeWithoutEdit(value, path);
  const { edit } = readUntypedObject(value, path);
  return edit === undefined ? change : { ...change, edit: readEdit(edit, `${path}.edit`) };
};

const readCause = objectReader<IncidentCause>({
  kind: readCauseKind,
  traits: listReader(
    objectReader<CauseTrait>({ trait: oneOfReader(TRAITS), value: readString, bad: readNumber, of: readNumber, others: readNumber, ofOthers: readNumber }),
  ),
  group: nullableReader(objectReader<NonNullable<IncidentCause["group"]>>({ namespace: readString, name: readString, size: readNumber })),
});

const readNumbers = objectReader<IncidentJsonFields>({
  clusters: listReader(readString),
  foundAtStart: readBoolean,
  unknownSince: readNumberOrNull,
  cause: readCause,
  changes: listReader(readChange),
  lastChange: nullableReader(readChange),
  peak: objectReader<Incident["peak"]>({ at: readNumber, bad: readNumber }),
  planned: nullableReader(objectReader<NonNullable<Incident["planned"]>>({ reason: readString, until: readNumber })),
});
