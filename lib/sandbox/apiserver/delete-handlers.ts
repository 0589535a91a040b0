import { parse as parseYaml } from "yaml";
import { readBody, unsupportedMedia } from "./body";
import { type Deletion, deleteObject } from "./deletion";
import { viewOf } from "./encode";
import type { Exchange } from "./exchange";
import { jsonProblem } from "./json-problem";
import { isRecord } from "./kube-object";
import { listPage } from "./list";
import { parseListOptions } from "./list-options";
import { deletePod } from "./pod-deletion";
import { decodeEnvelope } from "./protobuf";
import { existing, listMetadata } from "./read-handlers";
import { groupVersion } from "./resource-type";
import { sendJson } from "./respond";
import { selectionOf } from "./selection";
import { ApiError, badRequest, conflict, forbidden, invalid, methodNotAllowed, notSupported, UnknownPath } from "./status-errors";
import type { Stored } from "./stored";
import { readWriteOptions } from "./write-options";
import { writesOf } from "./writes";

/** Kinds whose deletion answers with the object itself. */
const answersObject = new Set(["/pods", "/services", "/serviceaccounts", "/namespaces"]);
const keptNamespaces = new Set(["default", "kube-system", "kube-public"]);
const policies = ["Foreground", "Background", "Orphan"];

/** DELETE of one object, with preconditions and propagation policy. */
export async function handleDelete(exchange: Exchange): Promise<void> {
  const { type, info, request, response } = exchange;
  if (info.subresource !== "") throw type.custom ? notSupported("delete", type) : methodNotAllowed();
  if (type.id === "/namespaces" && keptNamespaces.has(info.name)) throw forbidden(type, info.name, "this namespace may not be deleted");
  const options = await deleteOptions(exchange);
  const stored = existing(exchange);
  checkPreconditions(type, stored, options);
  const deletion = deleted(exchange, stored, options);
  sendJson(request, response, 200, answerOf(exchange, deletion));
}

/** DELETE of a collection: the objects that were deleted, as a list. */
export async function handleDeleteCollection(exchange: Exchange): Promise<void> {
  const { cluster, type, info, query, request, response } = exchange;
  if (type.id === "/namespaces") throw methodNotAllowed();
  if (type.namespaced && info.namespace === "") throw type.custom ? new UnknownPath() : methodNotAllowed();
  const options = await deleteOptions(exchange);
  const match = selectionOf(query, type);
  const collection = cluster.storage.collection(type.id);
  const page = listPage(collection, cluster.storage.revision, info.namespace, match, parseListOptions(query, false));
  for (const stored of page.items) checkPreconditions(type, stored, options);
  for (const stored of page.items) deleted(exchange, stored, options);
  const items = page.items.map((stored) => itemOf(viewOf(stored, type, info.version, "object"), type.custom));
  const head = { apiVersion: groupVersion(type.group, info.version), kind: type.listKind };
  sendJson(request, response, 200, { ...head, metadata: listMetadata(page, type.custom), items });
}

function deleted({ cluster, type }: Exchange, stored: Stored, options: DeleteOptions): Deletion {
  const writes = writesOf(cluster.storage, options.isDryRun);
  if (type.id === "/pods") return deletePod(writes, type, stored, options, cluster.clock());
  return deleteObject(writes, type, stored, options.policy, cluster.clock());
}

/** Items of built-in lists go without `apiVersion` and `kind`. */
function itemOf(view: object, isCustom: boolean): object {
  return isCustom ? view : Object.fromEntries(Object.entries(view).filter(([field]) => field !== "apiVersion" && field !== "kind"));
}

interface DeleteOptions {
  readonly isDryRun: boolean;
  readonly policy: string;
  /** Null = not named. */
  readonly graceSeconds: number | null;
  readonly uid: string;
  readonly resourceVersion: string;
}

async function deleteOptions({ request, query }: Exchange): Promise<DeleteOptions> {
  const bytes = await readBody(request);
  const body = parse(bytes, request.headers["content-type"]);
  checkGracePeriod(query.get("gracePeriodSeconds"));
  const dryRun = Array.isArray(body.dryRun) ? body.dryRun.map(String) : [];
  const { isDryRun } = readWriteOptions(query, "DeleteOptions", dryRun);
  // Options in the body stand for those of the query.
  const policy = String((bytes.length > 0 ? body.propagationPolicy : query.get("propagationPolicy")) ?? "");
  if (policy !== "" && typeof body.orphanDependents === "boolean") {
    const message = `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`;
    throw invalid({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", [{ reason: "FieldValueInvalid", message, field: "propagationPolicy" }]);
  }
  if (policy !== "" && !policies.includes(policy)) {
    const message = `Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`;
    throw invalid({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", [{ reason: "FieldValueNotSupported", message, field: "propagationPolicy" }]);
  }
  const preconditions = isRecord(body.preconditions) ? body.preconditions : {};
  const grace = bytes.length > 0 ? body.gracePeriodSeconds : query.get("gracePeriodSeconds");
  const graceSeconds = grace === undefined || grace === null || grace === "" ? null : Number(grace);
  return { isDryRun, policy, graceSeconds, uid: String(preconditions.uid ?? ""), resourceVersion: String(preconditions.resourceVersion ?? "") };
}

function checkGracePeriod(text: string | null): void {
  if (text !== null && text !== "" && !/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function parse(bytes: Buffer, contentType: string | undefined): Record<string, unknown> {
  if (contentType?.startsWith("application/vnd.kubernetes.protobuf")) return decodeEnvelope(bytes) ?? {};
  const text = bytes.toString("utf8");
  if (text.trim() === "") return {};
  const media = (contentType ?? "application/json").split(";")[0]?.trim() ?? "";
  if (media !== "application/json" && media !== "application/yaml") throw unsupportedMedia();
  try {
    const value: unknown = media === "application/yaml" ? parseYaml(text) : JSON.parse(text);
    return isRecord(value) ? ofDeleteOptions(value) : {};
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const refused = badRequest(`couldn't get version/kind; json parse error: ${jsonProblem(text, error)}`);
    refused.cause = error;
    throw refused;
  }
}

function ofDeleteOptions(value: Record<string, unknown>): Record<string, unknown> {
  const { kind = "DeleteOptions", apiVersion = "v1" } = value;
  if (kind === "DeleteOptions" || kind === "") return value;
  throw badRequest(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`);
}

function checkPreconditions(type: Exchange["type"], stored: Stored, options: DeleteOptions): void {
  const subject = { group: type.group, plural: type.kind };
  const { uid = "", resourceVersion = "" } = stored.object.metadata;
  if (options.uid !== "" && options.uid !== uid) throw precondition(subject, stored.name, "UID", options.uid, uid);
  if (options.resourceVersion !== "" && options.resourceVersion !== resourceVersion) {
    throw precondition(subject, stored.name, "ResourceVersion", options.resourceVersion, resourceVersion);
  }
}

function precondition(subject: { group: string; plural: string }, name: string, what: string, asked: string, actual: string): Error {
  const error = conflict(
    subject,
    name,
    what === "UID"
      ? `the UID in the precondition (${asked}) does not match the UID in record (${actual}). The object might have been deleted and then recreated`
      : `the ResourceVersion in the precondition (${asked}) does not match the ResourceVersion in record (${actual}). The object might have been modified`,
  );
  return error;
}

function answerOf({ type, info }: Exchange, deletion: Deletion): object {
  if (deletion.kind === "waiting") return viewOf(deletion.stored, type, info.version, "object");
  if (answersObject.has(type.id)) return viewOf(deletion.last, type, info.version, "object");
  const { name, uid } = deletion.last.object.metadata;
  const details = { name, ...(type.group === "" ? {} : { group: type.group }), kind: type.plural, uid };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
