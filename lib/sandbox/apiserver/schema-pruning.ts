import { isRecord } from "./kube-object";
import type { Schema } from "./schema";

const envelope = new Set(["apiVersion", "kind", "metadata"]);

/**
 * The object without fields that its schema does not know and without nulls that mean nothing. Paths of the former are added to
 * `unknown` as `spec.ports[0].nmae`. The same object when there is nothing to take away.
 */
export function pruned<T extends Record<string, unknown>>(schema: Schema, object: T, unknown: string[]): T {
  return prunedFields(schema, object, "", unknown, envelope) as T;
}

function prunedValue(schema: Schema, value: unknown, path: string, unknown: string[]): unknown {
  if (isRecord(value)) return prunedFields(schema, value, path, unknown, null);
  const { items } = schema;
  if (!Array.isArray(value) || items === null) return value;
  const kept = value.map((item, index) => prunedValue(items, item, `${path}[${index}]`, unknown));
  return kept.some((item, index) => item !== value[index]) ? kept : value;
}

function prunedFields(
  schema: Schema,
  value: Record<string, unknown>,
  path: string,
  unknown: string[],
  always: ReadonlySet<string> | null,
): Record<string, unknown> {
  const entries = Object.entries(value);
  const kept: Array<[string, unknown]> = [];
  let isChanged = false;
  for (const [name, part] of entries) {
    const below = schema.properties.get(name) ?? schema.values;
    const place = path === "" ? name : `${path}.${name}`;
    if (always?.has(name)) kept.push([name, part]);
    else if (below === null) {
      if (schema.keepsUnknown || isOpen(schema)) kept.push([name, part]);
      else unknown.push(place);
    } else if (part !== null || below.isNullable) {
      const next = prunedValue(below, part, place, unknown);
      isChanged ||= next !== part;
      kept.push([name, next]);
    }
  }
  return isChanged || kept.length < entries.length ? Object.fromEntries(kept) : value;
}

/** A schema that says nothing of its fields because it is about something else (a text, a number). */
function isOpen(schema: Schema): boolean {
  return schema.type !== "object" && schema.type !== "";
}
