import type { ServerResponse } from "node:http";
import { metadataTypeProblem } from "./body";
import { builtinTypeProblem } from "./builtin-validation";
import { duplicateFields } from "./duplicate-fields";
import type { Exchange } from "./exchange";
import { isRecord, type KubeObject, type ObjectMeta } from "./kube-object";
import { pruned } from "./schema-pruning";
import { badRequest, invalid } from "./status-errors";
import type { FieldValidation } from "./write-options";

const metadataFields = new Set([
  ...["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp"],
  ...["deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences", "finalizers", "managedFields"],
]);

/** What a body said that its kind does not know, and what was kept of it. */
export interface KnownFields {
  readonly object: KubeObject;
  readonly unknown: readonly string[];
}

/** The object as its kind knows it. Built-in kinds have no schema here: only their metadata is looked at. */
export function knownFields({ type, info }: Exchange, given: KubeObject): KnownFields {
  const unknown = Object.keys(given.metadata).filter((name) => !metadataFields.has(name));
  const metadata = Object.fromEntries(Object.entries(given.metadata).filter(([name]) => metadataFields.has(name))) as ObjectMeta;
  const places = unknown.map((name) => `metadata.${name}`);
  const named = unknown.length > 0 ? { ...given, metadata } : given;
  const schema = given.kind === type.kind ? type.schemas.get(info.version) : undefined;
  if (schema === undefined) return { object: named, unknown: places };
  const fields: string[] = [];
  const object = pruned(schema, named, fields);
  return { object, unknown: [...places, ...fields.sort()] };
}

/** A body's object without unknown fields. As `fieldValidation` asks, these and keys given twice are warned of or refused with 400. */
export function checkedBody(exchange: Exchange, body: Buffer, mode: FieldValidation, given: { object: KubeObject; document: unknown }): KubeObject {
  const { type, info, request, response } = exchange;
  const { object, unknown } = knownFields(exchange, given.object);
  if (mode === "Ignore") return object;
  const isJson = (request.headers["content-type"] ?? "application/json").startsWith("application/json");
  const problems = problemsOf(isJson ? duplicateFields(body.toString("utf8"), given.document) : [], unknown);
  if (problems.length > 0 && mode === "Strict") {
    throw problemsRefused(type.kind, info.version, problems);
  }
  for (const problem of problems) warn(response, problem);
  return object;
}

/** The 400 of a body that is refused for what its kind does not know. */
export function problemsRefused(kind: string, version: string, problems: readonly string[]): Error {
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: strict decoding error: ${problems.join(", ")}`);
}

/** What a patch makes of an object is shown whole where it cannot be decoded. */
function invalidPatch(patched: KubeObject, why: string): Error {
  const message = `Invalid value: ${JSON.stringify(JSON.stringify(withSortedKeys(patched)))}: ${why}`;
  return invalid({ group: "", kind: "" }, "", [{ reason: "FieldValueInvalid", message, field: "patch" }]);
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, part]) => [key, withSortedKeys(part)]),
  );
}

/** The same for the outcome of a patch, which is refused with 422. */
export function checkedPatch(exchange: Exchange, patched: KubeObject, mode: FieldValidation): KubeObject {
  const wrongType = metadataTypeProblem(patched.metadata) ?? builtinTypeProblem(patched, exchange.type);
  if (wrongType !== null) throw invalidPatch(patched, wrongType);
  const { object, unknown } = knownFields(exchange, patched);
  const problems = mode === "Ignore" ? [] : problemsOf([], unknown);
  if (problems.length > 0 && mode === "Strict") {
    throw invalidPatch(patched, `strict decoding error: ${problems.join(", ")}`);
  }
  for (const problem of problems) warn(exchange.response, problem);
  return object;
}

/** Adds a warning that clients show to people. */
export function warn(response: ServerResponse, text: string): void {
  const line = text.replace(/\p{Cc}/gu, " ");
  response.appendHeader("Warning", Buffer.from(`299 - ${JSON.stringify(line)}`, "utf8").toString("latin1"));
}

function problemsOf(duplicates: readonly string[], unknown: readonly string[]): string[] {
  return [...duplicates.map((path) => `duplicate field "${path}"`), ...unknown.map((path) => `unknown field "${path}"`)];
}
