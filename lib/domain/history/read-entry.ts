import { blankEntry, blankFields } from "@/lib/domain/blank-entry";
import { ENTRY_FIELD_NAMES, fieldOf } from "@/lib/domain/entry-fields";
import type { FieldValues } from "@/lib/domain/field-values";
import type { Fields } from "@/lib/domain/preview/values";
import type { Timestamp } from "@/lib/domain/timestamp";
import type { HealthReport, OwnerReference, WorkloadEntry, Writer } from "@/lib/domain/workload-entry";
import { COMMON, type EntryCommon, type EntryIdentity, type EntryMoving, type EntryOwn, IDENTITY, MOVING, OWN, take } from "./entry-parts";
import { fields, number, numberOrNull, orNull, pairs, type Read, text, textOrNull } from "./reading";

const READ: { readonly [Kind in keyof FieldValues]: Read<FieldValues[Kind]> } = {
  text,
  "optional text": textOrNull,
  number: numberOrNull,
  moment: numberOrNull,
  time: orNull(readTime),
  ports: pairs(number),
  labels: pairs(text),
  owner: orNull(readOwner),
  report: orNull(readReport),
  writer: orNull(readWriter),
};

type Name = keyof WorkloadEntry;

/** Reads a part of an entry as it is stored, in the newest format. */
function readerOf<Part>(names: readonly Name[]): (stored: Fields) => Part {
  const blank = blankFields(names);
  const readers = names.map((name) => {
    const read: Read<unknown> = READ[fieldOf(name).holds];
    const isLater = fieldOf(name).keptLater === true;
    return { name, read: isLater ? (value: unknown, path: string) => (value === undefined ? blank[name] : read(value, path)) : read };
  });
  return (stored) => {
    const part: Record<string, unknown> = { ...blank };
    for (const { name, read } of readers) part[name] = read(stored[name], name);
    // Every field of the part was read as what it holds.
    return part as Part;
  };
}

/** Read what is stored of an entry; each throws `Unreadable`. */
export const readOwn = readerOf<EntryOwn>(OWN);
export const readCommon = readerOf<EntryCommon>(COMMON);
export const readMoving = readerOf<EntryMoving>(MOVING);

const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES);

/** An entry from its parts. */
export function entryFrom(identity: EntryIdentity, own: EntryOwn, common: EntryCommon, moving: EntryMoving): WorkloadEntry {
  const entry = { ...BLANK_ENTRY };
  for (const name of IDENTITY) take(entry, identity as WorkloadEntry, name);
  for (const name of OWN) take(entry, own as WorkloadEntry, name);
  for (const name of COMMON) take(entry, common as WorkloadEntry, name);
  for (const name of MOVING) take(entry, moving as WorkloadEntry, name);
  // Every field is in one of the parts.
  return entry as WorkloadEntry;
}

/** What stands for an entry whose record cannot be read: itself and the reason. */
export function unreadableEntry(identity: EntryIdentity, reason: string): WorkloadEntry {
  return blankEntry(identity, recordUnreadable(reason));
}

/** The reason as a row shows it. */
export function recordUnreadable(reason: string): string {
  return `what was recorded of it cannot be read: ${reason}`;
}

export function readWriter(value: unknown, path: string): Writer {
  const { manager, operation, subresource, time } = fields(value, path);
  return { manager: text(manager, path), operation: text(operation, path), subresource: text(subresource, path), time: numberOrNull(time, path) };
}

function readTime(value: unknown, path: string): Timestamp {
  const stored = fields(value, path);
  return { text: text(stored.text, path), ms: numberOrNull(stored.ms, path) };
}

function readReport(value: unknown): HealthReport {
  const { status, message, lastProbeTime, lastTransitionTime } = fields(value, "health");
  return {
    status: text(status, "health.status"),
    message: text(message, "health.message"),
    lastProbeTime: lastProbeTime === null ? null : readTime(lastProbeTime, "health.lastProbeTime"),
    lastTransitionTime: lastTransitionTime === null ? null : readTime(lastTransitionTime, "health.lastTransitionTime"),
  };
}

function readOwner(value: unknown, path: string): OwnerReference {
  const { apiVersion, kind, name, uid } = fields(value, path);
  return { apiVersion: text(apiVersion, path), kind: text(kind, path), name: text(name, path), uid: text(uid, path) };
}
