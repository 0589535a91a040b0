import type { FlatObject } from "@/lib/domain/flat-object";
import { changeOf, type FieldChange } from "./field-changes";

/** What is different in the spec of an object, field by field, by the paths a person knows from its YAML. */
export function flatChanges(before: FlatObject, after: FlatObject): readonly FieldChange[] {
  const [old, fresh] = [new Map(before.fields), new Map(after.fields)];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return [
    ...changeOf("unreadable", before.unreadable, after.unreadable),
    ...paths.flatMap((field) => {
      const [from, to] = [old.get(field) ?? null, fresh.get(field) ?? null];
      return from === to ? [] : [{ field, from, to }];
    }),
  ];
}
