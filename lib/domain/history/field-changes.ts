import { samePairs } from "@/lib/domain/field-values";
import type { LabelSet } from "@/lib/domain/label-set";

/** Fields that have no path of their own in the YAML, by stable codes: they are stored, and worded when read. */
export const FIELD_CODES = ["unreadable", "health-checks", "registration-group", "owner", "managed-by", "marked-for-deletion"] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/**
 * One field that changed: its path as in the object's YAML (`spec.network`, `spec.labels[app]`), or a FieldCode. Values verbatim; null = not set,
 * "" = a key that is there without a value. Plain JSON, as it is stored.
 */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** "" = not set. */
type Value = string | number | null | undefined;

/** The change of one field; none where it did not. */
export function changeOf(field: string, before: Value, after: Value): readonly FieldChange[] {
  const [from, to] = [textOf(before), textOf(after)];
  return from === to ? [] : [{ field, from, to }];
}

/** A change for each key of a set that came, went or changed. */
export function pairChanges(path: string, before: LabelSet | readonly (readonly [string, number])[], after: typeof before): readonly FieldChange[] {
  if (samePairs(before, after)) return [];
  const [old, fresh] = [textsOf(before), textsOf(after)];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return keys.flatMap((key) => {
    const [from, to] = [old.get(key) ?? null, fresh.get(key) ?? null];
    return from === to ? [] : [{ field: `${path}[${key}]`, from, to }];
  });
}

/** Whether the deletion of an object was asked for meanwhile. */
export function deletionAsked(before: number | null, after: number | null): readonly FieldChange[] {
  return before === null && after !== null ? [{ field: "marked-for-deletion" satisfies FieldCode, from: null, to: null }] : [];
}

function textOf(value: Value): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}

function textsOf(pairs: readonly (readonly [string, string | number])[]): ReadonlyMap<string, string> {
  return new Map(pairs.map(([key, value]) => [key, String(value)]));
}
