import {
  blankFields,
  type EntryFieldNamesWith,
  EQUALITY_BY_VALUE_KIND,
  entryFieldNamed,
  entryFieldNamesWhere,
  type FieldValueTypes,
  type PartialWorkloadEntry,
} from "@/lib/domain/entry/entry-fields";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";

/** The fields that identify an entry. The history stores them once for all versions. */
export type EntryIdentity = Pick<WorkloadEntry, EntryFieldNamesWith<{ readonly kept: "identity" }>>;

/** The fields of an entry that change often. The history stores them with every version. */
export type EntryMovingFields = Pick<WorkloadEntry, EntryFieldNamesWith<{ readonly kept: "moving" }>>;

/**
 * The fields of an entry that rarely change, in two parts: fields of one machine (`EntryOwnFields`), and fields that are usually equal in a group
 * (`EntryCommonFields`).
 */
export type EntryOwnFields = Pick<WorkloadEntry, EntryFieldNamesWith<{ readonly kept: "own" }>>;
export type EntryCommonFields = Pick<WorkloadEntry, EntryFieldNamesWith<{ readonly kept: "common" }>>;

/** The fields of an entry that rarely change. The history stores each content once. */
type EntryShape = EntryOwnFields & EntryCommonFields;

type Name = keyof WorkloadEntry;

/** The names of an entry's fields, by the part in which the history stores them. */
export const ENTRY_IDENTITY_FIELD_NAMES = entryFieldNamesWhere(({ kept }) => kept === "identity");
export const ENTRY_OWN_FIELD_NAMES = entryFieldNamesWhere(({ kept }) => kept === "own");
export const ENTRY_COMMON_FIELD_NAMES = entryFieldNamesWhere(({ kept }) => kept === "common");
export const ENTRY_MOVING_FIELD_NAMES = entryFieldNamesWhere(({ kept }) => kept === "moving");
const SHAPE = [...ENTRY_OWN_FIELD_NAMES, ...ENTRY_COMMON_FIELD_NAMES];

/** Copies one field of an entry. */
export function copyEntryField<Field extends Name>(into: PartialWorkloadEntry, from: Pick<WorkloadEntry, Field>, name: Field): void {
  into[name] = from[name];
}

const BLANK_SHAPE = blankFields(SHAPE);
const BLANK_MOVING = blankFields(ENTRY_MOVING_FIELD_NAMES);

/** Returns the two parts of an entry that the history stores. `{...identity, ...shape, ...moving}` is the whole entry. */
export function splitEntryForHistory(entry: WorkloadEntry): { readonly shape: EntryShape; readonly moving: EntryMovingFields } {
  const [shape, moving] = [{ ...BLANK_SHAPE }, { ...BLANK_MOVING }];
  for (const name of SHAPE) copyEntryField(shape, entry, name);
  for (const name of ENTRY_MOVING_FIELD_NAMES) copyEntryField(moving, entry, name);
  // Each field of both parts is copied.
  return { shape: shape as EntryShape, moving: moving as EntryMovingFields };
}

/**
 * Returns true if two versions of an entry differ only in the times of the health report: istiod renews both times with every report
 * (docs/istio.md#reports).
 */
export function isRepeatedHealthReport(before: WorkloadEntry, after: WorkloadEntry): boolean {
  if (before.health === null || after.health === null || !hasSameEntryContent(before, after)) return false;
  const [old, fresh] = [before.health, after.health];
  return !EQUALITY_BY_VALUE_KIND.time(old.lastProbeTime, fresh.lastProbeTime) || !EQUALITY_BY_VALUE_KIND.time(old.lastTransitionTime, fresh.lastTransitionTime);
}

const COMPARED = entryFieldNamesWhere(({ idle }) => idle !== true).map((name) => {
  const kind: keyof FieldValueTypes = entryFieldNamed(name).holds;
  // Both values are of this field.
  return { name, same: EQUALITY_BY_VALUE_KIND[kind] as (a: unknown, b: unknown) => boolean };
});

/** Returns true if two versions of an entry are equal, apart from the times of the health report, the last writer and the version number. */
export function hasSameEntryContent(a: WorkloadEntry, b: WorkloadEntry): boolean {
  for (const { name, same } of COMPARED) if (!same(a[name], b[name])) return false;
  return true;
}
