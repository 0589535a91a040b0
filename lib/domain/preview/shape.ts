import { type DocumentPath, schemaError, type ValidationFinding } from "./finding";
import { asItems, asPairs, asUntypedObject, fieldValue, type UntypedObject, yamlTypeOf } from "./values";

/** The expected shape of a value, as far as the schemas of editable kinds define it (docs/istio.md#definitions). */
export type DocumentShape =
  | { readonly type: "a text"; readonly longest?: number; readonly shortest?: number; readonly values?: readonly string[] }
  | { readonly type: "a whole number"; readonly least?: number; readonly most?: number }
  | { readonly type: "true or false" | "anything" | "a text or a whole number" }
  | { readonly type: "an object"; readonly fields: Readonly<Record<string, DocumentShape>>; readonly required?: readonly string[] }
  | { readonly type: "pairs"; readonly of: DocumentShape; readonly most?: number }
  | { readonly type: "a list"; readonly of: DocumentShape; readonly least?: number; readonly most?: number; readonly key?: string };

/** Returns a finding for each path where the value differs from the shape: wrong types, limits, missing fields and unknown fields. */
export function shapeFindings(value: unknown, shape: DocumentShape, path: DocumentPath = []): readonly ValidationFinding[] {
  switch (shape.type) {
    case "anything":
      return [];
    case "true or false":
      return typeof value === "boolean" ? [] : [wrongType(value, shape.type, path)];
    case "a text or a whole number":
      return typeof value === "string" || Number.isInteger(value) ? [] : [wrongType(value, shape.type, path)];
    case "a text":
      return textFindings(value, shape, path);
    case "a whole number":
      return numberFindings(value, shape, path);
    case "an object":
      return yamlTypeOf(value) === "an object" ? objectFindings(asUntypedObject(value), shape, path) : [wrongType(value, "an object", path)];
    case "pairs":
      return yamlTypeOf(value) === "an object" ? pairsFindings(value, shape, path) : [wrongType(value, "an object", path)];
    case "a list":
      return Array.isArray(value) ? listFindings(value, shape, path) : [wrongType(value, "a list", path)];
  }
}

type Of<Type extends DocumentShape["type"]> = Extract<DocumentShape, { readonly type: Type }>;

function textFindings(value: unknown, { longest, shortest, values }: Of<"a text">, path: DocumentPath): readonly ValidationFinding[] {
  if (typeof value !== "string") {
    const unquoted = addressReadAsMap(asPairs(value));
    return [wrongType(value, "a text", path, unquoted === null ? {} : { unquoted })];
  }
  if (values !== undefined && !values.includes(value)) return [schemaError(path, "unknown-value", { value, values: values.join(", ") })];
  if (longest !== undefined && value.length > longest) return [schemaError(path, "too-long", { most: String(longest) })];
  return shortest !== undefined && value.length < shortest ? [schemaError(path, "too-short", { least: String(shortest) })] : [];
}

function numberFindings(value: unknown, { least, most }: Of<"a whole number">, path: DocumentPath): readonly ValidationFinding[] {
  if (typeof value !== "number" || !Number.isInteger(value)) return [wrongType(value, "a whole number", path)];
  if (least !== undefined && value < least) return [schemaError(path, "too-small", { least: String(least) })];
  return most !== undefined && value > most ? [schemaError(path, "too-large", { most: String(most) })] : [];
}

function objectFindings(value: UntypedObject, { fields, required = [] }: Of<"an object">, path: DocumentPath): readonly ValidationFinding[] {
  // The API server drops nulls before it validates.
  const missing = required.filter((field) => (fieldValue(value, field) ?? null) === null).map((field) => schemaError(path, "required", { field }));
  const given = asPairs(value).filter(([, one]) => one !== null);
  const written = given.flatMap(([key, one]) => {
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape !== undefined) return shapeFindings(one, shape, [...path, key]);
    return [schemaError([...path, key], "unknown-field", { field: key, near: nearOf(key, Object.keys(fields)) })];
  });
  return [...missing, ...written];
}

function pairsFindings(value: unknown, { of, most }: Of<"pairs">, path: DocumentPath): readonly ValidationFinding[] {
  const pairs = asPairs(value).filter(([, one]) => one !== null);
  const many = most !== undefined && pairs.length > most ? [schemaError(path, "too-many", { most: String(most) })] : [];
  return [...many, ...pairs.flatMap(([key, one]) => shapeFindings(one, of, [...path, key]))];
}

function listFindings(value: readonly unknown[], { of, least = 0, most, key }: Of<"a list">, path: DocumentPath): readonly ValidationFinding[] {
  const few = value.length < least ? [schemaError(path, "too-few", { least: String(least) })] : [];
  const many = most !== undefined && value.length > most ? [schemaError(path, "too-many", { most: String(most) })] : [];
  const twice = key === undefined ? [] : asItems(value).flatMap((item, at) => duplicateOf(value, item, { key, at, path }));
  return [...few, ...many, ...twice, ...value.flatMap((item, at) => shapeFindings(item, of, [...path, at]))];
}

function duplicateOf(
  all: readonly unknown[],
  item: unknown,
  { key, at, path }: { readonly key: string; readonly at: number; readonly path: DocumentPath },
): readonly ValidationFinding[] {
  const name = fieldValue(item, key);
  const isTwice = name !== undefined && all.slice(0, at).some((other) => fieldValue(other, key) === name);
  return isTwice ? [schemaError([...path, at, key], "duplicate-item", { key, value: String(name) })] : [];
}

function wrongType(value: unknown, wanted: string, path: DocumentPath, more: ValidationFinding["values"] = {}): ValidationFinding {
  return schemaError(path, "wrong-type", { found: yamlTypeOf(value), wanted, ...more });
}

/** Returns the field that was probably meant: one with equal letters in another case, or with a similar start. "" = none. */
function nearOf(written: string, fields: readonly string[]): string {
  const lower = written.toLowerCase();
  const [same] = fields.filter((field) => field.toLowerCase() === lower);
  const alike = fields.find((field) => field.toLowerCase().startsWith(lower.slice(0, 4)) || `${lower}s` === field.toLowerCase());
  return same ?? (lower.length >= 4 ? (alike ?? "") : "");
}

const AT_END = /(?:[:-]\s+|[,[{]\s*)([\da-f]*:[\da-f:]*:)\s*(?:[,\]}].*|#.*)?$/i;
const KEY = /^[\da-f]*:[\da-f:]*$/i;

/** Returns the unquoted IPv6 address in a line of YAML whose last colon YAML reads as the end of a key. Null = none. */
export function unquotedIpv6Address(line: string): string | null {
  return AT_END.exec(line)?.[1] ?? null;
}

/** Returns the address that YAML read as a map with one key, such as `- 001:db8::`. Null = the value is something else. */
function addressReadAsMap(pairs: readonly (readonly [key: string, value: unknown])[]): string | null {
  const [first, second] = pairs;
  return first !== undefined && second === undefined && first[1] === null && KEY.test(first[0]) ? `${first[0]}:` : null;
}
