import { parseObject, readBody } from "./body";
import { finishDeletion } from "./deletion";
import { viewOf } from "./encode";
import type { Exchange } from "./exchange";
import { isEqualJson, isRecord, type KubeObject, timestampOf } from "./kube-object";
import { managedAfter, managerOf, withManaged } from "./managed-fields";
import { checkNamespace } from "./namespace-lifecycle";
import { negotiate } from "./negotiation";
import { applyPatch } from "./patch";
import { preparedForCreate, preparedForUpdate } from "./preparation";
import { existing } from "./read-handlers";
import { groupVersion } from "./resource-type";
import { sendJson } from "./respond";
import {
  alreadyExists,
  badRequest,
  conflict,
  internalError,
  invalid,
  methodNotAllowed,
  modifiedMeanwhile,
  notFound,
  notImplemented,
  UnknownPath,
} from "./status-errors";
import { keyOf, type Stored } from "./stored";
import { metadataCauses } from "./validation";
import { checkWriteOptions } from "./write-options";

/** POST: makes an object, or answers 409 when it exists. */
export async function handleCreate(exchange: Exchange): Promise<void> {
  const { cluster, info, type, request, query } = exchange;
  if (info.subresource !== "") throw info.subresource === "token" ? notImplemented("TokenRequest") : methodNotAllowed();
  if (type.namespaced && info.namespace === "") throw type.custom ? new UnknownPath() : methodNotAllowed();
  const given = parseObject(await readBody(request), request.headers["content-type"], type, info);
  checkWriteOptions(query, "CreateOptions");
  const givenNamespace = given.metadata.namespace ?? "";
  if (givenNamespace !== "" && givenNamespace !== info.namespace) throw namespaceMismatch();
  const prepared = { ...preparedForCreate(given, type, info.namespace, cluster.clock()), apiVersion: groupVersion(type.group, type.storageVersion) };
  if (type.namespaced) checkNamespace(cluster.storage, type, info.namespace, prepared.metadata.name);
  const causes = metadataCauses(prepared, type);
  if (causes.length > 0) throw invalid(type, prepared.metadata.name, causes);
  if (cluster.storage.collection(type.id).get(keyOf(type.namespaced ? info.namespace : "", prepared.metadata.name)) !== undefined) {
    throw alreadyExists(type, prepared.metadata.name);
  }
  const stored = cluster.storage.put(type.id, withManaged(prepared, managedAfter(null, prepared, writerOf(exchange))));
  answer(exchange, 201, stored);
}

/** PUT: replaces an object whose `resourceVersion` is the current one. */
export async function handleUpdate(exchange: Exchange): Promise<void> {
  const { info, type, request, query } = exchange;
  if (info.subresource !== "" && !type.subresources.includes(info.subresource)) throw notFound(type, info.name);
  const given = parseObject(await readBody(request), request.headers["content-type"], type, info);
  checkWriteOptions(query, "UpdateOptions");
  answer(exchange, 200, replace(exchange, given, true));
}

/** PATCH: JSON patch, merge patch, and for built-in kinds strategic merge patch. */
export async function handlePatch(exchange: Exchange): Promise<void> {
  const { info, type, request, query } = exchange;
  if (info.subresource !== "" && !type.subresources.includes(info.subresource)) throw notFound(type, info.name);
  if (request.headers["content-type"]?.startsWith("application/apply-patch")) throw notImplemented("server-side apply");
  const text = (await readBody(request)).toString("utf8");
  checkWriteOptions(query, "PatchOptions");
  const before = existing(exchange);
  const view = { ...before.object, apiVersion: groupVersion(type.group, info.version) };
  const patched = applyPatch(view, text, request.headers["content-type"], type);
  answer(exchange, 200, replace(exchange, patched, false));
}

function replace(exchange: Exchange, given: KubeObject, isUpdate: boolean): Stored {
  const { cluster, info, type } = exchange;
  checkIdentity(given, exchange);
  const before = existing(exchange);
  checkRevision(exchange, before, given, isUpdate);
  const stamped = { ...given, apiVersion: before.object.apiVersion };
  const bare =
    info.subresource === "finalize"
      ? { ...before.object, spec: withoutEmptyLists(given.spec) }
      : preparedForUpdate(before.object, stamped, type, info.subresource);
  const causes = metadataCauses(bare, type);
  if (causes.length > 0) throw invalid(type, info.name, causes);
  const after = withManaged(bare, managedAfter(before.object, bare, writerOf(exchange)));
  if (isSame(before.object, after)) return before;
  return finishDeletion(cluster.storage, type, before, after) ?? cluster.storage.put(type.id, after);
}

function withoutEmptyLists(spec: unknown): unknown {
  return isRecord(spec) ? Object.fromEntries(Object.entries(spec).filter(([, value]) => !Array.isArray(value) || value.length > 0)) : spec;
}

function checkIdentity(given: KubeObject, { info, type }: Exchange): void {
  const { name, namespace } = given.metadata;
  if (name !== "" && name !== info.name) throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  if (name === "") throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (type.namespaced && namespace !== undefined && namespace !== "" && namespace !== info.namespace) throw namespaceMismatch();
}

function checkRevision({ info, type }: Exchange, before: Stored, given: KubeObject, isUpdate: boolean): void {
  const asked = given.metadata.resourceVersion ?? "";
  const uid = given.metadata.uid ?? "";
  const actual = before.object.metadata.uid ?? "";
  if (uid !== "" && uid !== actual) {
    const path = `/registry/${type.group === "" ? "" : `${type.group}/`}${type.plural}/${before.key}`;
    throw conflict(
      type,
      info.name,
      `StorageError: invalid object, Code: 4, Key: ${path}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actual}`,
    );
  }
  if (asked === "" || asked === "0") {
    if (!isUpdate || !type.custom) return;
    const cause = { reason: "FieldValueInvalid", message: "Invalid value: 0: must be specified for an update", field: "metadata.resourceVersion" };
    throw invalid({ group: type.group, kind: type.plural }, info.name, [cause]);
  }
  if (!/^\d+$/.test(asked)) throw internalError(`strconv.ParseUint: parsing ${JSON.stringify(asked)}: invalid syntax`);
  if (Number(asked) !== before.revision) throw conflict(type, info.name, modifiedMeanwhile);
}

function isSame(before: KubeObject, after: KubeObject): boolean {
  const strip = (object: KubeObject): object => ({ ...object, metadata: { ...object.metadata, managedFields: null, resourceVersion: null } });
  return isEqualJson(strip(before), strip(after));
}

function writerOf({ cluster, info, type, query, request }: Exchange): Parameters<typeof managedAfter>[2] {
  return {
    manager: managerOf(query.get("fieldManager"), request.headers["user-agent"]),
    apiVersion: groupVersion(type.group, info.version),
    subresource: info.subresource,
    time: timestampOf(cluster.clock()),
  };
}

function answer({ request, response, type, info }: Exchange, code: number, stored: Stored): void {
  const format = negotiate(request.headers.accept);
  sendJson(request, response, code, viewOf(stored, type, info.version, format.shape === "metadata" ? "metadata" : "object"), format.contentType);
}

function namespaceMismatch(): Error {
  return badRequest("the namespace of the provided object does not match the namespace sent on the request");
}
