import type { Schema } from "./schema";
import type { StatusCause } from "./status-errors";

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** True when the value is of the type that the schema wants; else why not is added to `causes`. */
export function isOfType(schema: Schema, value: unknown, path: string, causes: StatusCause[]): boolean {
  const { type, format } = schema;
  const actual = typeOf(value);
  if (schema.isIntOrString) {
    if (actual === "integer" || actual === "string") return true;
    causes.push(typeCause(path, actual, "integer,string"));
  } else if (type === "" || type === actual || (value === null && schema.isNullable) || (type === "number" && actual === "integer")) {
    if (format !== "int32" || typeof value !== "number" || Math.abs(value) < 2 ** 31) return true;
    causes.push(typeCause(path, "int64", "int32"));
  } else if (type !== "integer" || actual !== "number") {
    causes.push(typeCause(path, actual, type));
  } else {
    const wanted = format === "" ? "integer (default format)" : `integer with format ${format}`;
    causes.push(format === "" ? typeCause(path, "number", "integer") : typeCause(path, "float64", format));
    causes.push({ reason: "FieldValueInvalid", message: `Invalid value: "": Checked value must be of type ${wanted} in ${path}`, field: "<nil>" });
  }
  return false;
}

/** Adds what is wrong with a single value of the right type: limits, pattern, format, enumeration. */
export function checkScalar(schema: Schema, value: unknown, path: string, causes: StatusCause[]): void {
  if (typeof value === "string") checkText(schema, value, path, causes);
  else if (typeof value === "number") checkNumber(schema, value, path, causes);
  const { enumeration } = schema;
  if (enumeration.length === 0 || enumeration.includes(value)) return;
  const supported = enumeration.map((item) => JSON.stringify(item)).join(", ");
  causes.push({ reason: "FieldValueNotSupported", message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`, field: path });
}

function checkText({ limits, pattern, format }: Schema, value: string, path: string, causes: StatusCause[]): void {
  if (value.length < limits.minLength) causes.push(invalid(path, value, `should be at least ${limits.minLength} chars long`));
  // Characters are counted, not halves of pairs: only a text that is too long by halves needs the count.
  if (value.length > limits.maxLength && [...value].length > limits.maxLength) causes.push(tooLong(path, limits.maxLength));
  if (pattern !== null && !pattern.test(value)) causes.push(invalid(path, value, `should match '${pattern.source}'`));
  if (format === "date-time" && !dateTime.test(value)) causes.push(typeCause(path, value, "date-time"));
}

function checkNumber({ limits }: Schema, value: number, path: string, causes: StatusCause[]): void {
  if (value < limits.minimum) causes.push(invalid(path, value, `should be greater than or equal to ${limits.minimum}`));
  if (value > limits.maximum) causes.push(invalid(path, value, `should be less than or equal to ${limits.maximum}`));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function typeCause(field: string, actual: string, wanted: string): StatusCause {
  const quoted = JSON.stringify(actual);
  return { reason: "FieldValueTypeInvalid", message: `Invalid value: ${quoted}: ${field} in body must be of type ${wanted}: ${quoted}`, field };
}

function tooLong(field: string, limit: number): StatusCause {
  return { reason: "FieldValueTooLong", message: `Too long: may not be more than ${limit} bytes`, field };
}

function invalid(field: string, value: unknown, rule: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${field} in body ${rule}`, field };
}
