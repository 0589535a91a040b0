import { celValueOf } from "./cel-rules";
import { isEqualJson, isRecord } from "./kube-object";
import type { Schema } from "./schema";
import { scalarCauses, typeCauses } from "./schema-values";
import type { StatusCause } from "./status-errors";

/** What came before an update, where the schema lets the two be told apart; undefined: nothing to compare with. */
type Before = unknown;

/**
 * Where the value does not fit the schema, in the words of a real server. What an update leaves as it was is not looked at again
 * (`before`: the same value in the stored object).
 */
export function schemaCauses(schema: Schema, value: unknown, path: string, before: Before): StatusCause[] {
  if (before !== undefined && isEqualJson(value, before)) return [];
  const wrongType = typeCauses(schema, value, path);
  if (wrongType.length > 0) return wrongType;
  const own = [...scalarCauses(schema, value, path), ...junctionCauses(schema, value, path)];
  if (Array.isArray(value)) return [...own, ...sizeCauses(schema, value, path), ...itemCauses(schema, value, path, before)];
  return isRecord(value) ? [...own, ...fieldCauses(schema, value, path, before)] : own;
}

/** Items of lists told apart by keys whose keys are taken. */
export function duplicateCauses(schema: Schema, value: unknown, path: string): StatusCause[] {
  if (Array.isArray(value)) {
    const seen = new Set<string>();
    return value.flatMap((item, index) => {
      const key = JSON.stringify(Object.fromEntries(schema.mapKeys.map((name) => [name, isRecord(item) ? item[name] : null])));
      const isTaken = schema.mapKeys.length > 0 && seen.has(key);
      seen.add(key);
      const below = schema.items === null ? [] : duplicateCauses(schema.items, item, `${path}[${index}]`);
      return isTaken ? [{ reason: "FieldValueDuplicate", message: `Duplicate value: ${key}`, field: `${path}[${index}]` }, ...below] : below;
    });
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const below = partSchema(schema, name);
    return below === null ? [] : duplicateCauses(below, part, joined(path, name));
  });
}

/** Rules that do not hold, those of a node before those below it. */
export function ruleCauses(schema: Schema, value: unknown, path: string, before: Before): StatusCause[] {
  if (!schema.hasRules || value === undefined || (before !== undefined && isEqualJson(value, before))) return [];
  const self = schema.rules.length > 0 ? celValueOf(value, schema) : null;
  const own = schema.rules.flatMap((rule) => {
    const broken = rule.check(self);
    return broken === null ? [] : [{ reason: "FieldValueInvalid", message: `Invalid value: ${shown(value)}${broken}`, field: path }];
  });
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === null ? own : [...own, ...value.flatMap((item, index) => ruleCauses(items, item, `${path}[${index}]`, itemBefore(schema, item, before)))];
  }
  if (!isRecord(value)) return own;
  const below = Object.entries(value).flatMap(([name, part]) => {
    const declared = schema.properties.get(name);
    const next = declared ?? schema.values;
    return next === null ? [] : ruleCauses(next, part, declared === undefined ? `${path}[${name}]` : joined(path, name), fieldBefore(before, name));
  });
  return [...own, ...below];
}

/** Rules show simple values and leave out the rest. */
function shown(value: unknown): string {
  return typeof value === "object" ? "" : `${JSON.stringify(value)}: `;
}

function sizeCauses({ limits }: Schema, value: readonly unknown[], path: string): StatusCause[] {
  if (value.length > limits.maxItems) return [tooMany(path, value.length, limits.maxItems)];
  if (value.length >= limits.minItems) return [];
  const count = limits.minItems === 1 ? "1 items" : `${limits.minItems} items`;
  return [{ reason: "FieldValueInvalid", message: `Invalid value: ${value.length}: ${path} in body should have at least ${count}`, field: path }];
}

function itemCauses(schema: Schema, value: readonly unknown[], path: string, before: Before): StatusCause[] {
  const { items } = schema;
  return items === null ? [] : value.flatMap((item, index) => schemaCauses(items, item, `${path}[${index}]`, itemBefore(schema, item, before)));
}

function fieldCauses(schema: Schema, value: Record<string, unknown>, path: string, before: Before): StatusCause[] {
  const names = Object.keys(value);
  const many = names.length > schema.limits.maxProperties ? [tooMany(path, names.length, schema.limits.maxProperties)] : [];
  const missing = schema.required.filter((name) => !Object.hasOwn(value, name));
  const absent = missing.map((name) => ({ reason: "FieldValueRequired", message: "Required value", field: joined(path, name) }));
  const below = names.flatMap((name) => {
    const next = partSchema(schema, name);
    return next === null ? [] : schemaCauses(next, value[name], joined(path, name), fieldBefore(before, name));
  });
  return [...many, ...absent, ...below];
}

function junctionCauses(schema: Schema, value: unknown, path: string): StatusCause[] {
  const fitting = (schemas: readonly Schema[]): number => schemas.filter((part) => fits(part, value)).length;
  const count = schema.oneOf.length > 0 ? fitting(schema.oneOf) : 1;
  const found = count === 0 ? "Found none valid" : `Found ${count} valid alternatives`;
  return [
    ...(count === 1 ? [] : [unplaced(`"${path}" must validate one and only one schema (oneOf). ${found}`)]),
    ...(schema.anyOf.length > 0 && fitting(schema.anyOf) === 0 ? [unplaced(`"${path}" must validate at least one schema (anyOf)`)] : []),
    ...(schema.not !== null && fits(schema.not, value) ? [unplaced(`"${path}" must not validate the schema (not)`)] : []),
  ];
}

function fits(schema: Schema, value: unknown): boolean {
  return schemaCauses(schema, value, "", undefined).length === 0;
}

/** A cause that names its place in the message only. */
function unplaced(message: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: "": ${message}`, field: "<nil>" };
}

function tooMany(field: string, count: number, limit: number): StatusCause {
  return { reason: "FieldValueTooMany", message: `Too many: ${count}: must have at most ${limit} items`, field };
}

function partSchema(schema: Schema, name: string): Schema | null {
  return schema.properties.get(name) ?? schema.values;
}

function fieldBefore(before: Before, name: string): unknown {
  return isRecord(before) && Object.hasOwn(before, name) ? before[name] : undefined;
}

function itemBefore(schema: Schema, item: unknown, before: Before): unknown {
  if (schema.mapKeys.length === 0 || !Array.isArray(before) || !isRecord(item)) return undefined;
  return before.find((known) => isRecord(known) && schema.mapKeys.every((key) => known[key] === item[key]));
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
