import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { gunzipSync } from "node:zlib";
import type { ApiServer } from "./api-server";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: Record<string, unknown> | undefined;
}

/** Sends one request to the server as the bearer of `token` and reads the whole answer. A body that is text is sent as it stands. */
export function ask(server: ApiServer, token: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const sent = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text), ...headers };
    const out = request(server.url + path, { method, ca: server.caPem, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const raw = Buffer.concat(chunks);
        const answered = (response.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answered, json: jsonOf(answered) });
      });
    });
    out.on("error", reject);
    out.end(text);
  });
}

export interface WatchEvent {
  readonly type: string;
  readonly object: { readonly metadata: Record<string, unknown>; readonly [field: string]: unknown };
}

/** Opens a watch; `events` grows as they come. */
export function watch(server: ApiServer, token: string, path: string): Promise<{ events: WatchEvent[]; ended: Promise<void>; close: () => void }> {
  return new Promise((resolve, reject) => {
    const out = request(server.url + path, { ca: server.caPem, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      const events: WatchEvent[] = [];
      let rest = "";
      response.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk.toString("utf8")).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) events.push(JSON.parse(line) as WatchEvent);
      });
      const ended = new Promise<void>((done) => response.on("close", done));
      response.on("error", () => undefined);
      resolve({ events, ended, close: () => out.destroy() });
    });
    out.on("error", reject);
    out.end();
  });
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : undefined;
}
