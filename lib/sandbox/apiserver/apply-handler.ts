import { parse } from "yaml";
import { readBody } from "./body";
import type { Exchange } from "./exchange";
import { knownFields } from "./field-validation";
import { isRecord, type KubeObject } from "./kube-object";
import { preparedForCreate, preparedForUpdate } from "./preparation";
import { groupVersion } from "./resource-type";
import { applyTo } from "./server-side-apply";
import { badRequest, conflict, internalError, notFound } from "./status-errors";
import { keyOf } from "./stored";
import { typingProblems } from "./typed-patch";
import { readWriteOptions } from "./write-options";
import { answer, checkIdentity, checkRevision, created, updated, writerOf } from "./write-steps";

/** PATCH with a whole object that its sender wants to be so: makes it, or merges it and keeps book of who owns which field. */
export async function handleApply(exchange: Exchange): Promise<void> {
  const { cluster, info, type, query, request } = exchange;
  if (info.subresource !== "" && !type.subresources.includes(info.subresource)) throw notFound(type, info.name);
  const text = (await readBody(request)).toString("utf8");
  const options = readWriteOptions(query, "ApplyOptions");
  const given = parseApplied(exchange, text);
  const wanted = ownPart(exchange, checkTyped(exchange, given));
  const before = cluster.storage.collection(type.id).get(keyOf(type.namespaced ? info.namespace : "", info.name));
  const writer = writerOf(exchange);
  if (before === undefined) {
    if (info.subresource !== "") throw notFound(type, info.name);
    if ((given.metadata.uid ?? "") !== "") {
      const why = `uid mismatch: the provided object specified uid ${given.metadata.uid}, and no existing object was found`;
      throw conflict(type, info.name, why);
    }
    const { object, managed } = applyTo(null, wanted, writer, options.isForced);
    const prepared = { ...preparedForCreate(object, type, info.namespace, cluster.clock()), apiVersion: groupVersion(type.group, type.storageVersion) };
    answer(exchange, 201, created(exchange, prepared, managed, options));
    return;
  }
  checkRevision(exchange, before, given, given.metadata.resourceVersion !== undefined);
  const { object, managed } = applyTo(before.object, { ...wanted, apiVersion: before.object.apiVersion }, writer, options.isForced);
  const bare = preparedForUpdate(before.object, object, type, info.subresource);
  answer(exchange, 200, updated(exchange, before, { bare, given, managed }, options));
}

function parseApplied(exchange: Exchange, text: string): KubeObject {
  const { type, info } = exchange;
  const value = parseYaml(text);
  if (Array.isArray(value) || (value !== null && value !== undefined && !isRecord(value))) {
    const kind = Array.isArray(value) ? "array" : typeof value;
    const why = `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`);
  }
  const expected = groupVersion(type.group, info.version);
  if (!isRecord(value) || value.apiVersion !== expected || value.kind !== type.kind) {
    const { apiVersion = "", kind = "" } = value ?? {};
    throw badRequest(`invalid object type: ${apiVersion === "" ? "/" : String(apiVersion)}, Kind=${String(kind)}`);
  }
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  if (metadata.managedFields !== undefined && metadata.managedFields !== null) throw badRequest("metadata.managedFields must be nil");
  const named: KubeObject = { ...value, apiVersion: expected, kind: type.kind, metadata: { ...metadata, name: String(metadata.name ?? "") } };
  checkIdentity(named, exchange);
  return named;
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const refused = badRequest(`error decoding YAML: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`);
    refused.cause = error;
    throw refused;
  }
}

/** Fields and types that the schema does not have are an error of the merge itself, not of validation. Throws 500 as a real server does. */
function checkTyped(exchange: Exchange, given: KubeObject): KubeObject {
  const { type, info } = exchange;
  const { object, unknown } = knownFields(exchange, given);
  const problems = [...unknown.map((path) => `.${path}: field not declared in schema`), ...typingProblems(type.schemas.get(info.version), object)];
  if (problems.length === 0) return object;
  const { namespace = "", name } = given.metadata;
  const subject = `(${namespace}/${name}; ${given.apiVersion}, Kind=${type.kind})`;
  const list = problems.length === 1 ? (problems[0] ?? "") : `errors:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
  throw internalError(`failed to create typed patch object ${subject}: ${list}`);
}

/** The status is applied through its own path, and nothing else is there. */
function ownPart({ type, info }: Exchange, wanted: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, status, ...rest } = wanted;
  const { name, namespace } = metadata;
  if (info.subresource === "status") {
    return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...(status === undefined ? {} : { status }) };
  }
  return { apiVersion, kind, metadata, ...rest, ...(status === undefined || type.subresources.includes("status") ? {} : { status }) };
}
