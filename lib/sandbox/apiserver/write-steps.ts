import { finishDeletion } from "./deletion";
import { viewOf } from "./encode";
import type { Exchange } from "./exchange";
import { warn } from "./field-validation";
import { isEqualJson, type KubeObject, type ManagedFieldsEntry, timestampOf } from "./kube-object";
import { type FieldWriter, managedAfter, managerOf, withManaged } from "./managed-fields";
import { finalizerWarnings } from "./metadata-validation";
import { checkNamespace } from "./namespace-lifecycle";
import { negotiate } from "./negotiation";
import { allocated } from "./preparation";
import { tableOfOne } from "./read-handlers";
import { definitionsId, groupVersion } from "./resource-type";
import { sendJson } from "./respond";
import { alreadyExists, badRequest, conflict, failure, forbidden, internalError, invalid, modifiedMeanwhile, type StatusCause } from "./status-errors";
import { keyOf, type Stored } from "./stored";
import { validationCauses } from "./validation";
import type { WriteOptions } from "./write-options";
import { writesOf } from "./writes";

/** Validates and stores a new object. Throws 403, 404, 409 and 422 as a real server does, in its order. */
export function created(exchange: Exchange, prepared: KubeObject, managed: ManagedFieldsEntry[], { isDryRun }: WriteOptions): Stored {
  const { cluster, type, info, response } = exchange;
  const { name } = prepared.metadata;
  if (type.namespaced) checkNamespace(cluster.storage, type, info.namespace, name);
  if (type.custom && isLeaving(cluster.storage.collection(definitionsId).get(`${type.plural}.${type.group}`))) {
    throw forbidden(type, name, "create not allowed while custom resource definition is terminating");
  }
  const causes = validationCauses(prepared, null, type, info.version);
  if (causes.length > 0) throw invalid({ group: type.group, kind: prepared.kind }, name, causes);
  for (const warning of finalizerWarnings(prepared, type)) warn(response, warning);
  askWebhook(exchange, prepared);
  const known = cluster.storage.collection(type.id).get(keyOf(type.namespaced ? info.namespace : "", name));
  if (known !== undefined) throw alreadyExists(type, name, isLeaving(known));
  return writesOf(cluster.storage, isDryRun).put(type.id, withManaged(allocated(prepared, type), managed));
}

/** What an object becomes (`bare`, without its field owners), what the client sent for it, and who owns which field then. */
interface Replacement {
  readonly bare: KubeObject;
  readonly given: KubeObject;
  readonly managed: ManagedFieldsEntry[];
}

/** Validates and stores what an object becomes; one that changes nothing stays as it is, one that lost its last finalizer goes. */
export function updated(exchange: Exchange, before: Stored, { bare, given, managed }: Replacement, { isDryRun }: WriteOptions): Stored {
  const { cluster, type, info, response } = exchange;
  const { uid, deletionTimestamp, deletionGracePeriodSeconds } = given.metadata;
  const asked = { ...bare, metadata: { ...bare.metadata, uid, deletionTimestamp, deletionGracePeriodSeconds } } as KubeObject;
  const causes = causesOf(validationCauses(asked, before.object, type, info.version), info.subresource);
  if (causes.length > 0) throw invalid(type, info.name, causes);
  for (const warning of finalizerWarnings(bare, type)) warn(response, warning);
  if (info.subresource === "") askWebhook(exchange, bare);
  const after = withManaged(bare, managed);
  if (isUnchanged(before.object, after)) return before;
  const writes = writesOf(cluster.storage, isDryRun);
  return finishDeletion(writes, type, before, after) ?? writes.put(type.id, after);
}

/** A status is looked at alone: its fields are named from there. */
function causesOf(causes: StatusCause[], subresource: string): StatusCause[] {
  if (subresource !== "status") return causes;
  return causes.map((cause) => ({ ...cause, message: cause.message.replace(": status.", ": ") }));
}

/** Who owns what after a create or an update. */
export function ownedByUpdate(exchange: Exchange, before: KubeObject | null, after: KubeObject): ManagedFieldsEntry[] {
  return managedAfter(before, after, writerOf(exchange));
}

export function writerOf({ cluster, info, type, query, request }: Exchange): FieldWriter {
  return {
    manager: managerOf(query.get("fieldManager"), request.headers["user-agent"]),
    apiVersion: groupVersion(type.group, info.version),
    subresource: info.subresource,
    time: timestampOf(cluster.clock()),
  };
}

/** A body may not be about another object than the URL. Throws 400. */
export function checkIdentity(given: KubeObject, { info, type }: Exchange): void {
  const { name, namespace } = given.metadata;
  if (name !== "" && name !== info.name) throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  if (name === "") throw badRequest(`the name of the object (${info.name} based on URL) was undeterminable: name must be provided`);
  if (type.namespaced && namespace !== undefined && namespace !== "" && namespace !== info.namespace) throw namespaceMismatch();
}

/** A body that names a uid or a revision is meant for that one alone. Throws 409. */
export function checkRevision({ info, type, request }: Exchange, before: Stored, given: KubeObject, isUpdate: boolean): void {
  const asked = given.metadata.resourceVersion ?? "";
  const uid = given.metadata.uid ?? "";
  const actual = before.object.metadata.uid ?? "";
  if (request.method === "PUT" && uid !== "" && uid !== actual) {
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

export function answer(exchange: Exchange, code: number, stored: Stored): void {
  const { request, response, type, info } = exchange;
  const format = negotiate(request.headers.accept);
  if (format.shape === "table") return sendJson(request, response, code, tableOfOne(exchange, stored, format), format.contentType);
  sendJson(request, response, code, viewOf(stored, type, info.version, format.shape === "metadata" ? "metadata" : "object"), format.contentType);
}

export function namespaceMismatch(): Error {
  return badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

function isLeaving(stored: Stored | undefined): boolean {
  return stored?.object.metadata.deletionTimestamp !== undefined;
}

function askWebhook({ cluster, type, response }: Exchange, object: KubeObject): void {
  const { webhook } = cluster;
  if (webhook === null) return;
  const { refused, warnings } = webhook.review(object, type);
  for (const warning of warnings) warn(response, warning);
  if (refused !== null) throw failure(400, null, `admission webhook ${JSON.stringify(webhook.name)} denied the request: ${refused}`);
}

/** Two states that differ in nothing a write is for: revision and the times of ownership do not count. */
function isUnchanged(before: KubeObject, after: KubeObject): boolean {
  const owners = ({ metadata }: KubeObject): object[] => (metadata.managedFields ?? []).map((entry) => ({ ...entry, time: null }));
  const rest = (object: KubeObject): object => ({ ...object, metadata: { ...object.metadata, managedFields: null, resourceVersion: null } });
  return isEqualJson(rest(before), rest(after)) && isEqualJson(owners(before), owners(after));
}
