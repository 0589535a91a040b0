import { isRecord } from "./kube-object";
import type { Schema } from "./schema";

/** Where an applied object cannot be merged by its schema, as `.spec.weight: expected …`. */
export function typingProblems(schema: Schema | undefined, value: unknown): string[] {
  return schema === undefined ? [] : problemsIn(schema, value, "");
}

function problemsIn(schema: Schema, value: unknown, path: string): string[] {
  const wrong = mismatch(schema, value);
  if (wrong !== null) return [`${path}: ${wrong}`];
  if (Array.isArray(value)) {
    const { items, mapKeys } = schema;
    if (items === null) return [];
    return [...duplicateKeys(mapKeys, value, path), ...value.flatMap((item, index) => problemsIn(items, item, `${path}${itemPath(mapKeys, item, index)}`))];
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const below = schema.properties.get(name) ?? schema.values;
    return below === null ? [] : problemsIn(below, part, `${path}.${name}`);
  });
}

function mismatch({ type, isIntOrString }: Schema, value: unknown): string | null {
  if (isIntOrString || value === null || value === undefined) return null;
  switch (type) {
    case "integer":
    case "number":
      return typeof value === "number" ? null : `expected numeric (int or float), got ${goType(value)}`;
    case "string":
      return typeof value === "string" ? null : `expected string, got &value.valueUnstructured{Value:${goValue(value)}}`;
    case "boolean":
      return typeof value === "boolean" ? null : `expected boolean, got &value.valueUnstructured{Value:${goValue(value)}}`;
    case "object":
      return isRecord(value) ? null : `expected map, got &{${goValue(value)}}`;
    case "array":
      return Array.isArray(value) ? null : `expected list, got &{${goValue(value)}}`;
    default:
      return null;
  }
}

function duplicateKeys(mapKeys: readonly string[], items: readonly unknown[], path: string): string[] {
  if (mapKeys.length === 0) return [];
  const places = items.map((item) => itemPath(mapKeys, item, 0));
  const repeated = new Set(places.filter((place, index) => places.indexOf(place) < index));
  return [...repeated].map((place) => `${path}: duplicate entries for key ${place}`);
}

function itemPath(mapKeys: readonly string[], item: unknown, index: number): string {
  if (mapKeys.length === 0 || !isRecord(item)) return `[${index}]`;
  return `[${mapKeys.map((key) => `${key}=${JSON.stringify(item[key] ?? null)}`).join(",")}]`;
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return "[]interface {}";
  if (isRecord(value)) return "map[string]interface {}";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function goValue(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
