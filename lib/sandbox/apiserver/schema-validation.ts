import { celValueOf } from "./cel-rules";
import { isEqualJson, isRecord } from "./kube-object";
import type { Schema } from "./schema";
import { checkScalar, isOfType } from "./schema-values";
import type { StatusCause } from "./status-errors";

/** What came before an update, where the schema lets the two be told apart; undefined: nothing to compare with. */
type Before = unknown;

/**
 * Where the value does not fit the schema, in the words of a real server. What an update leaves as it was is not looked at again
 * (`before`: the same value in the stored object).
 */
export function schemaCauses(schema: Schema, value: unknown, path: string, before: Before): StatusCause[] {
  const causes: StatusCause[] = [];
  check(schema, value, path, before, causes);
  return causes;
}

/** Adds to one list instead of making many: this runs for every field of every write. */
function check(schema: Schema, value: unknown, path: string, before: Before, causes: StatusCause[]): void {
  if (before !== undefined && isEqualJson(value, before)) return;
  if (!isOfType(schema, value, path, causes)) return;
  checkScalar(schema, value, path, causes);
  checkJunctions(schema, value, path, causes);
  if (Array.isArray(value)) checkList(schema, value, path, before, causes);
  else if (isRecord(value)) checkFields(schema, value, path, before, causes);
}

/** Items of lists told apart by keys whose keys are taken. */
export function duplicateCauses(schema: Schema, value: unknown, path: string): StatusCause[] {
  if (!schema.hasMapKeys) return [];
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([name, part]) => {
      const below = partSchema(schema, name);
      return below === null ? [] : duplicateCauses(below, part, joined(path, name));
    });
  }
  if (!Array.isArray(value)) return [];
  const { items, mapKeys } = schema;
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const key = JSON.stringify(Object.fromEntries(mapKeys.map((name) => [name, isRecord(item) ? item[name] : null])));
    const isTaken = mapKeys.length > 0 && seen.has(key);
    seen.add(key);
    const below = items === null ? [] : duplicateCauses(items, item, `${path}[${index}]`);
    return isTaken ? [{ reason: "FieldValueDuplicate", message: `Duplicate value: ${key}`, field: `${path}[${index}]` }, ...below] : below;
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

function checkList(schema: Schema, value: readonly unknown[], path: string, before: Before, causes: StatusCause[]): void {
  const { items, limits } = schema;
  if (value.length > limits.maxItems) causes.push(tooMany(path, value.length, limits.maxItems));
  if (value.length < limits.minItems) {
    const message = `Invalid value: ${value.length}: ${path} in body should have at least ${limits.minItems} items`;
    causes.push({ reason: "FieldValueInvalid", message, field: path });
  }
  if (items !== null) for (const [index, item] of value.entries()) check(items, item, `${path}[${index}]`, itemBefore(schema, item, before), causes);
}

function checkFields(schema: Schema, value: Record<string, unknown>, path: string, before: Before, causes: StatusCause[]): void {
  const names = Object.keys(value);
  if (names.length > schema.limits.maxProperties) causes.push(tooMany(path, names.length, schema.limits.maxProperties));
  for (const name of schema.required) {
    if (!Object.hasOwn(value, name)) causes.push({ reason: "FieldValueRequired", message: "Required value", field: joined(path, name) });
  }
  for (const name of names) {
    const next = partSchema(schema, name);
    if (next !== null) check(next, value[name], joined(path, name), fieldBefore(before, name), causes);
  }
}

function checkJunctions({ oneOf, anyOf, not }: Schema, value: unknown, path: string, causes: StatusCause[]): void {
  const fitting = (schemas: readonly Schema[]): number => schemas.filter((part) => fits(part, value)).length;
  const count = oneOf.length > 0 ? fitting(oneOf) : 1;
  const found = count === 0 ? "Found none valid" : `Found ${count} valid alternatives`;
  if (count !== 1) causes.push(unplaced(`"${path}" must validate one and only one schema (oneOf). ${found}`));
  if (anyOf.length > 0 && fitting(anyOf) === 0) causes.push(unplaced(`"${path}" must validate at least one schema (anyOf)`));
  if (not !== null && fits(not, value)) causes.push(unplaced(`"${path}" must not validate the schema (not)`));
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
