import type { IncomingMessage } from "node:http";
import { parse } from "yaml";
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
  } else if (value.kind !== type.kind) {
    throw badRequest(
      `${String(value.kind)} in version ${JSON.stringify(info.version)} cannot be handled as a ${type.kind}: converting (v1.${String(value.kind)}) to (v1.${type.kind}): unknown conversion`,
    );
  }
  const given = value.apiVersion;
  if (given !== undefined && given !== "" && given !== expected) {
    throw badRequest(`the API version in the data (${String(given)}) does not match the expected API version (${expected})`);
  }
  checkMetadata(value.metadata, type, info);
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  const named = { ...metadata, name: typeof metadata.name === "string" ? metadata.name : "" };
  return { object: { ...value, apiVersion: expected, kind: type.kind, metadata: named }, document: value };
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
    const refused = unrecognized(
      type,
      `couldn't get version/kind; json parse error: ${error instanceof Error ? error.message : String(error)} (${shortOf(text)})`,
    );
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

function unsupportedMedia(): ApiError {
  const accepted = "application/json, application/yaml";
  return failure(415, "UnsupportedMediaType", `the body of the request was in an unknown format - accepted media types include: ${accepted}`);
}

/** `metadata` is decoded into typed fields by a real server; a wrong type is refused before any validation. */
function checkMetadata(metadata: unknown, type: ResourceType, info: RequestInfo): void {
  if (!isRecord(metadata)) return;
  for (const field of ["labels", "annotations"]) {
    const map = metadata[field];
    if (map === undefined || map === null) continue;
    const wrong = isRecord(map) ? Object.values(map).find((value) => typeof value !== "string" && value !== null) : map;
    if (wrong !== undefined) throw undecodable(type, info, goKind(wrong), `ObjectMeta.${field} of type ${isRecord(map) ? "string" : "map[string]string"}`);
  }
  for (const field of ["name", "namespace", "generateName", "resourceVersion", "uid"]) {
    const value = metadata[field];
    if (value !== undefined && value !== null && typeof value !== "string") throw undecodable(type, info, goKind(value), `ObjectMeta.${field} of type string`);
  }
}

function undecodable(type: ResourceType, info: RequestInfo, kind: string, field: string): ApiError {
  return badRequest(
    `${type.kind} in version ${JSON.stringify(info.version)} cannot be handled as a ${type.kind}: json: cannot unmarshal ${kind} into Go struct field ${field}`,
  );
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
