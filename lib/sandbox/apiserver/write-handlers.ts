import { parseBody, readBody } from "./body";
import type { Exchange } from "./exchange";
import { checkedBody, checkedPatch, warn } from "./field-validation";
import { isRecord } from "./kube-object";
import { withGivenOwners } from "./managed-fields";
import { duplicateOwnerWarnings } from "./metadata-validation";
import { applyPatch } from "./patch";
import { preparedForCreate, preparedForUpdate } from "./preparation";
import { existing } from "./read-handlers";
import { groupVersion } from "./resource-type";
import { badRequest, internalError, invalid, methodNotAllowed, notFound, UnknownPath } from "./status-errors";
import { handleTokenRequest } from "./token-request";
import { typeCauses } from "./validation";
import { readWriteOptions, type WriteOptions } from "./write-options";
import { answer, checkIdentity, checkRevision, created, namespaceMismatch, ownedByUpdate, updated } from "./write-steps";

/** POST: makes an object, or answers 409 when it exists. */
export async function handleCreate(exchange: Exchange): Promise<void> {
  const { cluster, info, type, request, query } = exchange;
  if (info.subresource === "token" && type.subresources.includes("token")) return handleTokenRequest(exchange);
  if (info.subresource !== "") throw methodNotAllowed();
  if (type.namespaced && info.namespace === "") throw type.custom ? new UnknownPath() : methodNotAllowed();
  const body = await readBody(request);
  const parsed = parseBody(body, request.headers["content-type"], type, info);
  const options = readWriteOptions(query, "CreateOptions");
  const given = checkedBody(exchange, body, options.fieldValidation, parsed);
  const givenNamespace = given.metadata.namespace ?? "";
  if (givenNamespace !== "" && givenNamespace !== info.namespace) throw namespaceMismatch();
  if (/^0*[1-9]\d*$/.test(given.metadata.resourceVersion ?? "")) throw internalError("resourceVersion should not be set on objects to be created");
  for (const warning of duplicateOwnerWarnings(given)) warn(exchange.response, warning);
  const prepared = { ...preparedForCreate(given, type, info.namespace, cluster.clock()), apiVersion: groupVersion(type.group, type.storageVersion) };
  answer(exchange, 201, created(exchange, prepared, ownedByUpdate(exchange, null, prepared), options));
}

/** PUT: replaces an object whose `resourceVersion` is the current one. */
export async function handleUpdate(exchange: Exchange): Promise<void> {
  const { info, type, request, query } = exchange;
  if (info.name === "") throw badRequest("name must be provided");
  if (info.subresource !== "" && !type.subresources.includes(info.subresource)) throw notFound(type, info.name);
  const body = await readBody(request);
  const parsed = parseBody(body, request.headers["content-type"], type, info);
  const options = readWriteOptions(query, "UpdateOptions");
  replace(exchange, checkedBody(exchange, body, options.fieldValidation, parsed), options);
}

/** PATCH: JSON patch, merge patch, and for built-in kinds strategic merge patch. */
export async function handlePatch(exchange: Exchange): Promise<void> {
  const { info, type, request, query } = exchange;
  if (info.name === "") throw badRequest("name must be provided");
  if (info.subresource !== "" && !type.subresources.includes(info.subresource)) throw notFound(type, info.name);
  const text = (await readBody(request)).toString("utf8");
  const options = readWriteOptions(query, "PatchOptions");
  const before = existing(exchange);
  const view = { ...before.object, apiVersion: groupVersion(type.group, info.version) };
  const patched = applyPatch(view, text, request.headers["content-type"], type);
  replace(exchange, checkedPatch(exchange, patched, options.fieldValidation), options);
}

function replace(exchange: Exchange, given: Parameters<typeof checkIdentity>[0], options: WriteOptions): void {
  const { info, type } = exchange;
  checkIdentity(given, exchange);
  const before = existing(exchange);
  checkRevision(exchange, before, given, true);
  const wrongType = typeCauses(given, type, info.version);
  if (wrongType.length > 0) throw invalid({ group: type.group, kind: given.kind }, info.name, wrongType);
  for (const warning of duplicateOwnerWarnings(given)) warn(exchange.response, warning);
  const stamped = { ...given, apiVersion: before.object.apiVersion };
  const bare =
    info.subresource === "finalize"
      ? { ...before.object, spec: withoutEmptyLists(given.spec) }
      : preparedForUpdate(before.object, stamped, type, info.subresource);
  const managed = ownedByUpdate(exchange, withGivenOwners(before.object, given), bare);
  answer(exchange, 200, updated(exchange, before, { bare, given, managed }, options));
}

function withoutEmptyLists(spec: unknown): unknown {
  return isRecord(spec) ? Object.fromEntries(Object.entries(spec).filter(([, value]) => !Array.isArray(value) || value.length > 0)) : spec;
}
