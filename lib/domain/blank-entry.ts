import { ENTRY_FIELD_NAMES, type FieldsWith, fieldOf } from "./entry-fields";
import { BLANK } from "./field-values";
import type { WorkloadEntry } from "./workload-entry";

export type SomeFields = { -readonly [Name in keyof WorkloadEntry]?: WorkloadEntry[Name] };

/** Some fields of an entry, blank. A copy of it that is filled has all of them from the start: an object that grows is slow. */
export function blankFields(names: readonly (keyof WorkloadEntry)[]): SomeFields {
  return Object.fromEntries(names.map((name) => [name, BLANK[fieldOf(name).holds]]));
}

const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES) as WorkloadEntry;

/** An entry of which nothing can be read but who it is, and why. */
export function blankEntry(identity: Pick<WorkloadEntry, FieldsWith<{ readonly kept: "identity" }>>, unreadable: string): WorkloadEntry {
  const { cluster, namespace, name, uid } = identity;
  return { ...BLANK_ENTRY, cluster, namespace, name, uid, unreadable };
}
