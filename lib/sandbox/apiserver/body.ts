import type { IncomingMessage } from "node:http";
import { parse } from "yaml";
import { builtinTypeProblem } from "./builtin-validation";
import { jsonProblem } from "./json-problem";
import { isRecord, type KubeObject } from "./kube-object";
import { decodeEnvelope } from "./protobuf";
import type { RequestInfo } from "./request-info";
import { groupVersion, type ResourceType } from "./resource-type";
import { ApiError, badRequest, failure } from "./status-errors";

const protobuf = "application/vnd.kubernetes.protobuf";
const limitBytes = 3_145_728;

/** Reads the whole body. Throws 413 above 3 MiB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limitBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > limitBytes) throw tooLarge();
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}

/** The object that a create or update carries, its identity checked against the URL. Throws 400 or 415. */
export function parseObject(body: Buffer, contentType: string | undefined, type: ResourceType, info: RequestInfo): KubeObject {
  return parseBody(body, contentType, type, info).object;
}

/** The same with the value that the body says (`document`), before anything was set right. */
export function parseBody(body: Buffer, contentType: string | undefined, type: ResourceType, info: RequestInfo): { object: KubeObject; document: unknown } {
  const value = parseValue(body, contentType, type);
  const text = body.toString("utf8");
  if (Array.isArray(value))
    throw unrecognized(type, `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type ${goTypeMeta} (${hexOf(text)})`);
  if (!isRecord(value))
    throw unrecognized(
      type,
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${goKind(value)} into Go value of type ${goTypeMeta} (${hexOf(text)})`,
    );
  const expected = groupVersion(type.group, info.version);
  if (value.kind === undefined || value.kind === "") {
    if (type.custom) throw unrecognized(type, `Object 'Kind' is missing in '${text}' (${shortOf(text)})`);
  } else if (value.kind !== type.kind && !type.custom) throw otherKind(value, type, info);
  const given = value.apiVersion;
  if (given !== undefined && given !== "" && given !== expected) {
    throw badRequest(`the API version in the data (${String(given)}) does not match the expected API version (${expected})`);
  }
  checkMetadata(value.metadata, type, info);
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  const problem = builtinTypeProblem(value, type);
  if (problem !== null) throw badRequest(`${type.kind} in version ${JSON.stringify(info.version)} cannot be handled as a ${type.kind}: ${problem}`);
  const named = { ...withoutNulls(metadata), name: typeof metadata.name === "string" ? metadata.name : "" };
  // A custom resource of another kind is refused by validation, together with what else is wrong.
  const kind = typeof value.kind === "string" && value.kind !== "" ? value.kind : type.kind;
  return { object: { ...value, apiVersion: expected, kind, metadata: named }, document: value };
}

function otherKind({ kind, apiVersion }: Record<string, unknown>, type: ResourceType, info: RequestInfo): ApiError {
  const expected = groupVersion(type.group, info.version);
  const given = apiVersion === undefined || apiVersion === "" ? expected : String(apiVersion);
  const why =
    given === expected
      ? `converting (v1.${String(kind)}) to (${type.internalName ?? "v1"}.${type.kind}): unknown conversion`
      : `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(given)} in scheme "pkg/runtime/scheme.go:111"`;
  return badRequest(`${String(kind)} in version ${JSON.stringify(info.version)} cannot be handled as a ${type.kind}: ${why}`);
}

/** A label or an annotation that is null is empty. */
function withoutNulls(metadata: Record<string, unknown>): Record<string, unknown> {
  const texts = (map: unknown): unknown => (isRecord(map) ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, value ?? ""])) : map);
  return Object.fromEntries(Object.entries(metadata).map(([field, value]) => [field, field === "labels" || field === "annotations" ? texts(value) : value]));
}

const goTypeMeta = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function parseValue(body: Buffer, contentType: string | undefined, type: ResourceType): unknown {
  const media = (contentType ?? "application/json").split(";")[0]?.trim() ?? "";
  const decoded = media === protobuf ? decodedProtobuf(body) : null;
  if (decoded !== null) return decoded;
  if (media !== "application/json" && media !== "application/yaml") throw unsupportedMedia();
  const text = body.toString("utf8");
  if (text === "") throw unrecognized(type, "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)");
  try {
    return media === "application/yaml" ? parse(text) : JSON.parse(text);
  } catch (error) {
    const refused = unrecognized(type, `couldn't get version/kind; json parse error: ${jsonProblem(text, error)} (${shortOf(text)})`);
    refused.cause = error;
    throw refused;
  }
}

function decodedProtobuf(body: Buffer): Record<string, unknown> | null {
  try {
    return decodeEnvelope(body);
  } catch (error) {
    const refused = badRequest(error instanceof Error ? error.message : String(error));
    refused.cause = error;
    throw refused;
  }
}

/** 415 of a body that is neither JSON nor YAML. */
export function unsupportedMedia(): ApiError {
  const accepted = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  return failure(415, "UnsupportedMediaType", `the body of the request was in an unknown format - accepted media types include: ${accepted}`);
}

/** `metadata` is decoded into typed fields by a real server; a wrong type is refused before any validation. */
function checkMetadata(metadata: unknown, type: ResourceType, info: RequestInfo): void {
  const problem = metadataTypeProblem(metadata);
  if (problem === null) return;
  throw badRequest(`${type.kind} in version ${JSON.stringify(info.version)} cannot be handled as a ${type.kind}: ${problem}`);
}

/** Why these are no metadata, in the words of the decoder; null when they are. */
export function metadataTypeProblem(metadata: unknown): string | null {
  if (metadata === undefined || metadata === null) return null;
  if (!isRecord(metadata)) return `json: cannot unmarshal ${goKind(metadata)} into Go value of type v1.ObjectMeta`;
  for (const field of ["labels", "annotations"]) {
    const map = metadata[field];
    if (map === undefined || map === null) continue;
    const wrong = isRecord(map) ? Object.values(map).find((value) => typeof value !== "string" && value !== null) : map;
    if (wrong !== undefined) return unmarshalled(wrong, `ObjectMeta.${field} of type ${isRecord(map) ? "string" : "map[string]string"}`);
  }
  for (const field of ["name", "namespace", "generateName", "resourceVersion", "uid"]) {
    const value = metadata[field];
    if (value !== undefined && value !== null && typeof value !== "string") return unmarshalled(value, `ObjectMeta.${field} of type string`);
  }
  return null;
}

function unmarshalled(value: unknown, into: string): string {
  return `json: cannot unmarshal ${goKind(value)} into Go struct field ${into}`;
}

function unrecognized(type: ResourceType, why: string): ApiError {
  return badRequest(`the object provided is unrecognized (must be of type ${type.kind}): ${why}`);
}

function tooLarge(): ApiError {
  const error = failure(413, "RequestEntityTooLarge", `Request entity too large: limit is ${limitBytes}`);
  return new ApiError(error.status, { Connection: "close" });
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : value === null ? "null" : typeof value;
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex").slice(0, 48);
}

function shortOf(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)} ...` : text;
}
