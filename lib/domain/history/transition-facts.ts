import type { FindingObject } from "@/lib/domain/findings/rule";
import { cleanText, cutText } from "@/lib/domain/object/clean-text";
import type { Fields } from "@/lib/domain/preview/values";
import { readObject } from "./finding-history";
import type { FieldChange } from "./object-changes";
import { boolean, fields, list, number, oneOf, parseJson, type Read, text, textOrNull, Unreadable } from "./reading";
import { readUnseen, storableUnseen, type UnseenReason } from "./unseen-reason";

/** A machine that its group left behind; `replica` = the istiod replica that it was still connected to, null = none. */
export interface LeftMachine {
  readonly name: string;
  readonly replica: string | null;
}

/** What is known of a transition besides its two words: codes with their arguments, stored as JSON. Words are made of them when they are read. */
export type TransitionFacts =
  /** Fields that changed; `more` others are not told one by one. */
  | { readonly kind: "changes"; readonly changes: readonly FieldChange[]; readonly more: number }
  /** Machines that a group left behind as it was deleted: the first of them. */
  | { readonly kind: "left"; readonly machines: readonly LeftMachine[] }
  /** How often a container was started anew, in all. */
  | { readonly kind: "restarts"; readonly count: number }
  /** What a rule found: the first of the objects that it names, and how many more. `gone`: what it was about is no more. */
  | { readonly kind: "finding"; readonly rule: string; readonly objects: readonly FindingObject[]; readonly more: number; readonly gone: boolean }
  /** Why nobody saw a kind of objects. */
  | { readonly kind: "unseen"; readonly reason: UnseenReason };

/** The format in which facts are kept. */
const FORMAT = 1;
/** The stored kinds of facts. */
export const FACT_KINDS = ["changes", "left", "restarts", "finding", "unseen"] as const satisfies readonly TransitionFacts["kind"][];

/** What a stranger wrote is cut: one text, and all of them together. UTF-16 units. */
const LONGEST_TEXT = 4_000;
const LONGEST = 16_000;

/** Facts as they are stored. */
export function formatFacts(facts: TransitionFacts): string {
  return JSON.stringify({ format: FORMAT, ...facts });
}

/** Facts that were stored; null where there are none, they cannot be read, or a later version wrote them. */
export function parseFacts(stored: string | null): TransitionFacts | null {
  if (stored === null) return null;
  try {
    const read = fields(parseJson(stored), "it");
    return read.format === FORMAT ? readFacts(read) : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The same facts without what no database holds, and not longer than what is stored of one thing. */
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
      return { kind: "unseen", reason: storableUnseen(facts.reason) };
  }
}

/** About how many bytes facts take while they wait to be written. */
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
  return cleanText(cutText(value, LONGEST_TEXT));
}

function readFacts(stored: Fields): TransitionFacts {
  const kind = oneOf(FACT_KINDS)(stored.kind, "kind");
  switch (kind) {
    case "changes":
      return { kind, changes: list(readChange)(stored.changes, "changes"), more: number(stored.more, "more") };
    case "left":
      return { kind, machines: list(readMachine)(stored.machines, "machines") };
    case "restarts":
      return { kind, count: number(stored.count, "count") };
    case "finding":
      return {
        ...{ kind, rule: text(stored.rule, "rule"), objects: list(readObject)(stored.objects, "objects") },
        ...{ more: number(stored.more, "more"), gone: boolean(stored.gone, "gone") },
      };
    case "unseen":
      return { kind, reason: readUnseen(fields(stored.reason, "reason")) };
  }
}

const readChange: Read<FieldChange> = (value, path) => {
  const { field, from, to } = fields(value, path);
  return { field: text(field, path), from: textOrNull(from, path), to: textOrNull(to, path) };
};

const readMachine: Read<LeftMachine> = (value, path) => {
  const { name, replica } = fields(value, path);
  return { name: text(name, path), replica: textOrNull(replica, path) };
};
