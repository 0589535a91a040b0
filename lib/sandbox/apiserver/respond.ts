import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createGzip, gzipSync } from "node:zlib";
import { stringify } from "yaml";
import { encodeStatus } from "./protobuf-status";
import type { ApiError, Status } from "./status-errors";

/** Answers above this many bytes are compressed for clients that accept it. */
const gzipAboveBytes = 128 * 1024;
const prettyAgents = /^(Mozilla\/5\.0|curl\/|Go-http-client\/|Wget\/)/;

/** Headers of every answer. */
export function startHeaders(response: ServerResponse, now: number): void {
  response.sendDate = false;
  response.setHeader("Audit-Id", randomUUID());
  response.setHeader("Cache-Control", "no-cache, private");
  response.setHeader("Date", new Date(now).toUTCString());
}

export function sendJson(request: IncomingMessage, response: ServerResponse, code: number, value: unknown, contentType = "application/json"): void {
  const body = contentType === "application/yaml" ? stringify(value) : jsonText(request, value);
  sendBytes(request, response, code, Buffer.from(body), contentType);
}

function sendBytes(request: IncomingMessage, response: ServerResponse, code: number, bytes: Buffer, contentType: string): void {
  response.statusCode = code;
  response.setHeader("Content-Type", contentType);
  const isGzip = bytes.length > gzipAboveBytes && acceptsGzip(request);
  const body = isGzip ? gzipSync(bytes, { level: 1 }) : bytes;
  if (isGzip) markGzip(response);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}

export function sendText(response: ServerResponse, code: number, text: string): void {
  response.statusCode = code;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
}

export function sendError(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const code = error.status.code ?? 500;
  if (takesProtobufOnly(request)) sendBytes(request, response, code, encodeStatus(error.status), protobuf);
  else sendJson(request, response, code, error.status satisfies Status, takesYaml(request) ? "application/yaml" : "application/json");
}

const protobuf = "application/vnd.kubernetes.protobuf";

function takesYaml({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? "").split(/[,;]/)[0]?.trim() === "application/yaml";
}

function takesProtobufOnly({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? "").split(",").every((media) => media.split(";")[0]?.trim() === protobuf);
}

/** Writes the pieces one after another as the client takes them; long answers are compressed on the way. */
export async function sendPieces(request: IncomingMessage, response: ServerResponse, pieces: Iterable<Buffer>, aboutBytes: number): Promise<void> {
  response.statusCode = 200;
  response.setHeader("Content-Type", "application/json");
  const isGzip = aboutBytes > gzipAboveBytes && acceptsGzip(request);
  if (isGzip) markGzip(response);
  const out = isGzip ? createGzip({ level: 1 }) : response;
  if (out !== response) out.pipe(response);
  await writePaced(out, response, pieces);
  out.end();
}

/** Writes the pieces in chunks and waits whenever the client has not yet taken what was written. */
export async function writePaced(out: NodeJS.WritableStream, response: ServerResponse, pieces: Iterable<Buffer>): Promise<void> {
  for (const chunk of chunked(pieces)) {
    if (response.destroyed || response.writableEnded) return;
    if (!out.write(chunk)) await new Promise<void>((resolve) => onceEither(out, response, resolve));
  }
}

/** True when this client gets indented JSON: it asks for it, or is one that people look at. */
export function isPretty(request: IncomingMessage): boolean {
  const pretty = new URLSearchParams((request.url ?? "").split("?")[1] ?? "").get("pretty");
  if (pretty !== null) return pretty !== "false" && pretty !== "0";
  return prettyAgents.test(request.headers["user-agent"] ?? "");
}

function jsonText(request: IncomingMessage, value: unknown): string {
  return isPretty(request) ? JSON.stringify(value, null, 2) : `${JSON.stringify(value)}\n`;
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
}

function markGzip(response: ServerResponse): void {
  response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Vary", "Accept-Encoding");
}

function onceEither(out: NodeJS.WritableStream, response: ServerResponse, resolve: () => void): void {
  const done = (): void => {
    out.off("drain", done);
    response.off("close", done);
    resolve();
  };
  out.on("drain", done);
  response.on("close", done);
}

function* chunked(pieces: Iterable<Buffer>): Generator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    parts.push(piece);
    bytes += piece.length;
    if (bytes < 64 * 1024) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
