import type { Schema } from "./schema";
import type { StatusCause } from "./status-errors";

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Why the value is of another type than the schema wants. Empty when it is of the right one. */
export function typeCauses(schema: Schema, value: unknown, path: string): StatusCause[] {
  const actual = typeOf(value);
  if (schema.isIntOrString) return actual === "integer" || actual === "string" ? [] : [typeCause(path, actual, "integer,string")];
  if (schema.type === "" || schema.type === actual || (value === null && schema.isNullable)) return integerCauses(schema, value, path);
  if (schema.type === "number" && actual === "integer") return [];
  if (schema.type !== "integer" || actual !== "number") return [typeCause(path, actual, schema.type)];
  const isFormatted = schema.format !== "";
  const wanted = isFormatted ? `integer with format ${schema.format}` : "integer (default format)";
  return [
    isFormatted ? typeCause(path, "float64", schema.format) : typeCause(path, "number", "integer"),
    { reason: "FieldValueInvalid", message: `Invalid value: "": Checked value must be of type ${wanted} in ${path}`, field: "<nil>" },
  ];
}

/** Whole numbers that do not fit into 32 bits where the schema says so. */
function integerCauses({ format }: Schema, value: unknown, path: string): StatusCause[] {
  return format === "int32" && typeof value === "number" && value !== Math.trunc(value % 2 ** 31) ? [typeCause(path, "int64", "int32")] : [];
}

/** What is wrong with a single value of the right type: limits, pattern, format, enumeration. */
export function scalarCauses(schema: Schema, value: unknown, path: string): StatusCause[] {
  const { limits, enumeration, pattern } = schema;
  const causes: StatusCause[] = [];
  const refuse = (rule: string): void => void causes.push(invalid(path, value, `${path} in body ${rule}`));
  if (typeof value === "string") {
    if (value.length < limits.minLength) refuse(`should be at least ${limits.minLength} chars long`);
    if ([...value].length > limits.maxLength) causes.push(tooLong(path, limits.maxLength));
    if (pattern !== null && !pattern.test(value)) refuse(`should match '${pattern.source}'`);
    if (schema.format === "date-time" && !dateTime.test(value)) causes.push({ ...typeCause(path, value, "date-time") });
  }
  if (typeof value === "number") {
    if (value < limits.minimum) refuse(`should be greater than or equal to ${limits.minimum}`);
    if (value > limits.maximum) refuse(`should be less than or equal to ${limits.maximum}`);
  }
  if (enumeration.length > 0 && !enumeration.includes(value)) {
    const supported = enumeration.map((item) => JSON.stringify(item)).join(", ");
    causes.push({ reason: "FieldValueNotSupported", message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`, field: path });
  }
  return causes;
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
  return { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field };
}
