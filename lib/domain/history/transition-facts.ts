import type { FindingObject } from "@/lib/domain/findings/rule";
import { cleanText, truncateText } from "@/lib/domain/object/clean-text";
import type { UntypedObject } from "@/lib/domain/preview/values";
import { readFindingObject } from "./finding-history";
import { type NotObservedReason, readNotObservedReason, storableNotObservedReason } from "./not-observed-reason";
import type { FieldChange } from "./object-changes";
import {
  type JsonReader,
  listReader,
  oneOfReader,
  parseJson,
  readBoolean,
  readNumber,
  readString,
  readStringOrNull,
  readUntypedObject,
  UnreadableError,
} from "./reading";

/** A machine whose group was deleted. `replica`: the istiod replica of its connection; null = not connected. */
export interface MachineOfDeletedGroup {
  readonly name: string;
  readonly replica: string | null;
}

/** The facts of a transition besides `from` and `to`: codes with their arguments, stored as JSON. Their text is made on reading. */
export type TransitionFacts =
  /** The changed fields of an object. `more`: the number of further fields that are not listed. */
  | { readonly kind: "changes"; readonly changes: readonly FieldChange[]; readonly more: number }
  /** The first of the machines that a deleted group left behind. */
  | { readonly kind: "left"; readonly machines: readonly MachineOfDeletedGroup[] }
  /** The total number of restarts of a container. */
  | { readonly kind: "restarts"; readonly count: number }
  /** The first objects of a finding. `more`: the number of further objects. `gone`: the objects no longer exist. */
  | { readonly kind: "finding"; readonly rule: string; readonly objects: readonly FindingObject[]; readonly more: number; readonly gone: boolean }
  /** The reason for a gap in the observation of a kind of objects. */
  | { readonly kind: "unseen"; readonly reason: NotObservedReason };

/** The format of stored facts. */
const FORMAT = 1;
/** The stored kinds of facts. */
export const TRANSITION_FACT_KINDS = ["changes", "left", "restarts", "finding", "unseen"] as const satisfies readonly TransitionFacts["kind"][];

/** The lengths to which text from other programs is cut, in UTF-16 units: one text, and all texts together. */
const LONGEST_TEXT = 4_000;
const LONGEST = 16_000;

/** Returns facts as stored text. */
export function formatFacts(facts: TransitionFacts): string {
  return JSON.stringify({ format: FORMAT, ...facts });
}

/** Parses stored facts; null = there are none, they cannot be read, or a later version wrote them. */
export function parseFacts(stored: string | null): TransitionFacts | null {
  if (stored === null) return null;
  try {
    const read = readUntypedObject(parseJson(stored), "it");
    return read.format === FORMAT ? readFacts(read) : null;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

/** Returns the facts without characters that databases reject, shortened to the stored limits. */
export function storableFacts(facts: TransitionFacts): TransitionFacts {
  switch (facts.kind) {
    case "changes":
      return shortened(facts.changes, facts.more);
    case "left":
      return { kind: "left", machines: facts.machines.map(({ name, replica }) => ({ name: storable(name), replica: orNull(replica) })) };
    case "restarts":
      return facts;
    case "finding":
      return { ...facts, rule: storable(facts.rule), objects: facts.objects.map(storableObject) };
    case "unseen":
      return { kind: "unseen", reason: storableNotObservedReason(facts.reason) };
  }
}

/** Returns the approximate size in bytes of facts that wait to be written. */
export function bytesOfFacts(facts: TransitionFacts): number {
  switch (facts.kind) {
    case "changes":
      return facts.changes.reduce((sum, change) => sum + 2 * lengthOf(change), 0);
    case "left":
      return facts.machines.reduce((sum, { name, replica }) => sum + 2 * (name.length + (replica?.length ?? 0)), 0);
    case "finding":
      return facts.objects.reduce((sum, { kind, namespace, name }) => sum + 2 * (kind.length + namespace.length + name.length), 2 * facts.rule.length);
    case "restarts":
    case "unseen":
      return 0;
  }
}

function shortened(changes: readonly FieldChange[], more: number): TransitionFacts {
  const kept: FieldChange[] = [];
  let room = LONGEST;
  for (const { field, from, to } of changes) {
    const change = { field: storable(field), from: orNull(from), to: orNull(to) };
    room -= lengthOf(change);
    if (room < 0) break;
    kept.push(change);
  }
  return { kind: "changes", changes: kept, more: more + changes.length - kept.length };
}

function lengthOf({ field, from, to }: FieldChange): number {
  return field.length + (from?.length ?? 0) + (to?.length ?? 0);
}

function storableObject({ kind, namespace, name }: FindingObject): FindingObject {
  return { kind: storable(kind), namespace: storable(namespace), name: storable(name) };
}

function orNull(value: string | null): string | null {
  return value === null ? null : storable(value);
}

function storable(value: string): string {
  return cleanText(truncateText(value, LONGEST_TEXT));
}

function readFacts(stored: UntypedObject): TransitionFacts {
  const kind = oneOfReader(TRANSITION_FACT_KINDS)(stored.kind, "kind");
  switch (kind) {
    case "changes":
      return { kind, changes: listReader(readChange)(stored.changes, "changes"), more: readNumber(stored.more, "more") };
    case "left":
      return { kind, machines: listReader(readMachine)(stored.machines, "machines") };
    case "restarts":
      return { kind, count: readNumber(stored.count, "count") };
    case "finding":
      return {
        ...{ kind, rule: readString(stored.rule, "rule"), objects: listReader(readFindingObject)(stored.objects, "objects") },
        ...{ more: readNumber(stored.more, "more"), gone: readBoolean(stored.gone, "gone") },
      };
    case "unseen":
      return { kind, reason: readNotObservedReason(readUntypedObject(stored.reason, "reason")) };
  }
}

const readChange: JsonReader<FieldChange> = (value, path) => {
  const { field, from, to } = readUntypedObject(value, path);
  return { field: readString(field, path), from: readStringOrNull(from, path), to: readStringOrNull(to, path) };
};

const readMachine: JsonReader<MachineOfDeletedGroup> = (value, path) => {
  const { name, replica } = readUntypedObject(value, path);
  return { name: readString(name, path), replica: readStringOrNull(replica, path) };
};
