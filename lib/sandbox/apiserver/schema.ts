import { type CelRule, readRules } from "./cel-rules";
import { isRecord, textOf, textsOf } from "./kube-object";

/** One node of a definition's OpenAPI schema, read once and walked for every write. */
export interface Schema {
  /** "" when the schema names none: any value fits. */
  readonly type: string;
  readonly format: string;
  readonly isNullable: boolean;
  readonly isIntOrString: boolean;
  readonly keepsUnknown: boolean;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly values: Schema | null;
  readonly items: Schema | null;
  readonly required: readonly string[];
  readonly limits: Limits;
  readonly enumeration: readonly unknown[];
  readonly pattern: RegExp | null;
  /** Keys that tell the items of a list apart; empty for lists that are owned as a whole. */
  readonly mapKeys: readonly string[];
  readonly rules: readonly CelRule[];
  /** True when this node or one below has rules. */
  readonly hasRules: boolean;
  /** True when this node or one below is a list whose items are told apart by keys. */
  readonly hasMapKeys: boolean;
  readonly oneOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly not: Schema | null;
}

interface Limits {
  readonly minimum: number;
  readonly maximum: number;
  readonly minLength: number;
  readonly maxLength: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly maxProperties: number;
}

const known = new WeakMap<object, Schema>();

/** Reads an `openAPIV3Schema`; the same object is read once. */
export function readSchema(source: Record<string, unknown>): Schema {
  const read = known.get(source) ?? parse(source);
  known.set(source, read);
  return read;
}

function parse(source: Record<string, unknown>): Schema {
  const properties = new Map(Object.entries(isRecord(source.properties) ? source.properties : {}).flatMap(([name, part]) => named(name, part)));
  const values = child(source.additionalProperties);
  const items = child(source.items);
  const rules = readRules(source["x-kubernetes-validations"]);
  const mapKeys = source["x-kubernetes-list-type"] === "map" ? textsOf(source["x-kubernetes-list-map-keys"]) : [];
  const below = [...properties.values(), values, items];
  return {
    type: textOf(source.type),
    format: textOf(source.format),
    isNullable: source.nullable === true,
    isIntOrString: source["x-kubernetes-int-or-string"] === true,
    keepsUnknown: source["x-kubernetes-preserve-unknown-fields"] === true,
    properties,
    values,
    items,
    required: textsOf(source.required),
    limits: limitsOf(source),
    enumeration: Array.isArray(source.enum) ? source.enum : [],
    pattern: typeof source.pattern === "string" ? new RegExp(source.pattern, "u") : null,
    mapKeys,
    rules,
    hasRules: rules.length > 0 || below.some((part) => part?.hasRules === true),
    hasMapKeys: mapKeys.length > 0 || below.some((part) => part?.hasMapKeys === true),
    oneOf: children(source.oneOf),
    anyOf: children(source.anyOf),
    not: child(source.not),
  };
}

function limitsOf(source: Record<string, unknown>): Limits {
  return {
    minimum: number(source.minimum, Number.NEGATIVE_INFINITY),
    maximum: number(source.maximum, Number.POSITIVE_INFINITY),
    minLength: number(source.minLength, 0),
    maxLength: number(source.maxLength, Number.POSITIVE_INFINITY),
    minItems: number(source.minItems, 0),
    maxItems: number(source.maxItems, Number.POSITIVE_INFINITY),
    maxProperties: number(source.maxProperties, Number.POSITIVE_INFINITY),
  };
}

function named(name: string, part: unknown): Array<[string, Schema]> {
  return isRecord(part) ? [[name, readSchema(part)]] : [];
}

function child(part: unknown): Schema | null {
  return isRecord(part) ? readSchema(part) : null;
}

function children(parts: unknown): Schema[] {
  return Array.isArray(parts) ? parts.filter(isRecord).map(readSchema) : [];
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
