import { parseObject, readBody } from "./body";
import type { Exchange } from "./exchange";
import { warn } from "./field-validation";
import { isRecord, type KubeObject, timestampOf } from "./kube-object";
import { managedAfter, managerOf } from "./managed-fields";
import { existing } from "./read-handlers";
import { parseGroupVersion, type ResourceType } from "./resource-type";
import { sendJson } from "./respond";
import { knownReview } from "./review-fields";
import { badRequest, conflict, invalid, methodNotAllowed, notFound } from "./status-errors";
import { keyOf } from "./stored";
import { serverAudience, type TokenGrant } from "./token-issuer";
import { readWriteOptions } from "./write-options";

const group = "authentication.k8s.io";
const kind = "TokenRequest";
const defaultSeconds = 3600;
const shortestSeconds = 600;
const longestSeconds = 2 ** 32;

/** POST to a service account's `token`: a signed token for the audiences, the time and the object that were asked for. */
export async function handleTokenRequest(exchange: Exchange): Promise<void> {
  const { cluster, info, type, request, response, query } = exchange;
  if (info.name === "") throw methodNotAllowed();
  const asked: ResourceType = { ...type, group, kind, versions: ["v1"], custom: false };
  const given = parseObject(await readBody(request), request.headers["content-type"], asked, { ...info, version: "v1" });
  readWriteOptions(query, "CreateOptions");
  knownReview(exchange, kind, given);
  const { name, namespace, uid = "" } = existing(exchange).object.metadata;
  checkPlace(given, info.name, info.namespace);
  const spec = isRecord(given.spec) ? given.spec : {};
  const audiences = Array.isArray(spec.audiences) && spec.audiences.length > 0 ? spec.audiences.map(String) : [serverAudience];
  const seconds = shortened(secondsOf(spec), exchange);
  const reference = isRecord(spec.boundObjectRef) ? spec.boundObjectRef : null;
  const bound = reference === null ? null : boundObject(exchange, reference);
  const time = timestampOf(cluster.clock());
  const writer = { manager: managerOf(query.get("fieldManager"), request.headers["user-agent"]), apiVersion: `${group}/v1`, subresource: "token", time };
  const owned: KubeObject = { ...given, spec: { ...spec, expirationSeconds: seconds } };
  sendJson(request, response, 201, {
    kind,
    apiVersion: `${group}/v1`,
    metadata: { name, namespace, uid, creationTimestamp: time, managedFields: managedAfter(null, owned, writer) },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: reference },
    status: {
      token: cluster.issuer.issue({ namespace: info.namespace, account: { name, uid }, bound, audiences, seconds }),
      expirationTimestamp: timestampOf(cluster.clock() + seconds * 1000),
    },
  });
}

function checkPlace({ metadata }: KubeObject, name: string, namespace: string): void {
  if (metadata.name !== "" && metadata.name !== name) {
    const message = `Invalid value: ${JSON.stringify(metadata.name)}: must match the service account name if specified`;
    throw invalid({ group, kind }, name, [{ reason: "FieldValueInvalid", message, field: "metadata.name" }]);
  }
  if (metadata.namespace !== undefined && metadata.namespace !== "" && metadata.namespace !== namespace) {
    throw badRequest("the namespace of the object does not match the namespace on the URL");
  }
}

function secondsOf(spec: Record<string, unknown>): number {
  const asked = spec.expirationSeconds;
  const seconds = typeof asked === "number" || typeof asked === "bigint" ? Number(asked) : defaultSeconds;
  if (seconds < shortestSeconds) throw refusedTime(seconds, "may not specify a duration less than 10 minutes");
  if (seconds > longestSeconds) throw refusedTime(seconds, "may not specify a duration larger than 2^32 seconds");
  return seconds;
}

/** Where the server allows less, it gives that and says so. */
function shortened(asked: number, { cluster: { maxTokenSeconds }, response }: Exchange): number {
  if (maxTokenSeconds === null || asked <= maxTokenSeconds) return asked;
  warn(response, `requested expiration of ${asked} seconds shortened to ${maxTokenSeconds} seconds`);
  return maxTokenSeconds;
}

function refusedTime(seconds: number, rule: string): Error {
  const cause = { reason: "FieldValueInvalid", message: `Invalid value: ${seconds}: ${rule}`, field: "spec.expirationSeconds" };
  return invalid({ group, kind }, "", [cause]);
}

const boundKinds = new Map([
  ["Pod", "pods"],
  ["Node", "nodes"],
]);

function boundObject({ cluster, info }: Exchange, reference: Record<string, unknown>): TokenGrant["bound"] {
  const apiVersion = String(reference.apiVersion ?? "");
  const boundKind = String(reference.kind ?? "");
  const plural = boundKinds.get(boundKind);
  // No Secret is kept here, so none is found.
  if (apiVersion === "v1" && boundKind === "Secret") throw notFound({ group: "", plural: "secrets" }, String(reference.name ?? ""));
  if (apiVersion !== "v1" || plural === undefined) {
    const { group: boundGroup, version } = parseGroupVersion(apiVersion);
    throw badRequest(`cannot bind token to object of type ${boundGroup}/${version}, Kind=${boundKind}`);
  }
  const name = String(reference.name ?? "");
  const found = cluster.storage.collection(`/${plural}`).get(keyOf(plural === "pods" ? info.namespace : "", name));
  if (found === undefined) throw notFound({ group: "", plural }, name);
  const { spec } = found.object;
  const account = isRecord(spec) ? (spec.serviceAccountName ?? "default") : "default";
  if (plural === "pods" && account !== info.name) {
    throw badRequest(`cannot bind token for serviceaccount ${JSON.stringify(info.name)} to pod running with different serviceaccount name.`);
  }
  const uid = found.object.metadata.uid ?? "";
  const askedUid = String(reference.uid ?? "");
  if (askedUid !== "" && askedUid !== uid) {
    const why = `the UID in the bound object reference (${askedUid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: "", plural: boundKind }, name, why);
  }
  return { kind: boundKind.toLowerCase(), name, uid };
}
