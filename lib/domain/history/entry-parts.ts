import { blankFields, type SomeFields } from "@/lib/domain/blank-entry";
import { type FieldsWith, fieldOf, fieldsWhere } from "@/lib/domain/entry-fields";
import { type FieldValues, SAME_VALUES } from "@/lib/domain/field-values";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/** What names an entry: kept with the subject. */
export type EntryIdentity = Pick<WorkloadEntry, FieldsWith<{ readonly kept: "identity" }>>;

/** What moves often: kept with every version. */
export type EntryMoving = Pick<WorkloadEntry, FieldsWith<{ readonly kept: "moving" }>>;

/** What a machine's shape has for itself, and what it mostly has in common with others of its group. */
export type EntryOwn = Pick<WorkloadEntry, FieldsWith<{ readonly kept: "own" }>>;
export type EntryCommon = Pick<WorkloadEntry, FieldsWith<{ readonly kept: "common" }>>;

/** What seldom moves: kept once for each content. */
export type EntryShape = EntryOwn & EntryCommon;

type Name = keyof WorkloadEntry;

/** The names of the fields that are kept in one way. */
export const IDENTITY = fieldsWhere(({ kept }) => kept === "identity");
export const OWN = fieldsWhere(({ kept }) => kept === "own");
export const COMMON = fieldsWhere(({ kept }) => kept === "common");
export const MOVING = fieldsWhere(({ kept }) => kept === "moving");
export const SHAPE = [...OWN, ...COMMON];

/** Copies one field. */
export function take<Field extends Name>(into: SomeFields, from: Pick<WorkloadEntry, Field>, name: Field): void {
  into[name] = from[name];
}

const BLANK_SHAPE = blankFields(SHAPE);
const BLANK_MOVING = blankFields(MOVING);

/** Returns the two parts of an entry that the history stores. `{...identity, ...shape, ...moving}` is the entry again. */
export function entryParts(entry: WorkloadEntry): { readonly shape: EntryShape; readonly moving: EntryMoving } {
  const [shape, moving] = [{ ...BLANK_SHAPE }, { ...BLANK_MOVING }];
  for (const name of SHAPE) take(shape, entry, name);
  for (const name of MOVING) take(moving, entry, name);
  // Each field of both parts is copied.
  return { shape: shape as EntryShape, moving: moving as EntryMoving };
}

/** Did the same report come again, and nothing else? Both its times move on every report (docs/istio.md#reports), so they tell of no turn. */
export function isReplay(before: WorkloadEntry, after: WorkloadEntry): boolean {
  if (before.health === null || after.health === null || !isSameButTimes(before, after)) return false;
  const [old, fresh] = [before.health, after.health];
  return !SAME_VALUES.time(old.lastProbeTime, fresh.lastProbeTime) || !SAME_VALUES.time(old.lastTransitionTime, fresh.lastTransitionTime);
}

const COMPARED = fieldsWhere(({ idle }) => idle !== true).map((name) => {
  const kind: keyof FieldValues = fieldOf(name).holds;
  // Both values are of this field.
  return { name, same: SAME_VALUES[kind] as (a: unknown, b: unknown) => boolean };
});

/** Do two versions say the same, but for the times of their report, who wrote last, and the number of the version? */
export function isSameButTimes(a: WorkloadEntry, b: WorkloadEntry): boolean {
  for (const { name, same } of COMPARED) if (!same(a[name], b[name])) return false;
  return true;
}
