import { Agent, type RequestOptions, request } from "node:https";
import { gunzipSync } from "node:zlib";
import { parse as parseYaml } from "yaml";
import type { KeyPairPem } from "@/lib/sandbox/apiserver/pki";
import type { RecordedResponse } from "./transcripts";

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Compared headers; everything else is the wire's business. */
const comparedHeaders = ["content-type", "retry-after", "warning", "vary", "content-encoding", "x-content-type-options"];
/** How long a client listens: after the last event of a stream, and to one that stays silent. Milliseconds. */
export interface Patience {
  readonly quietMs: number;
  readonly longestMs: number;
}

/** No recorded answer takes longer; a stream that does is read no further. */
const replayed: Patience = { quietMs: 150, longestMs: 1500 };

/** Speaks to the server under test as the recording client did to the real one. */
export class Client {
  readonly #agent: Agent;

  constructor(
    private readonly url: string,
    ca: string,
    pair: KeyPairPem | null,
    private readonly patience: Patience = replayed,
  ) {
    this.#agent = new Agent({ keepAlive: true, ca, ...(pair === null ? {} : { cert: pair.certificate, key: pair.key }) });
  }

  /** Sends and reads the answer. A watch is read until it ends or, when `eventLimit` events have come, falls quiet. */
  send(sent: SentRequest, eventLimit: number | null): Promise<RecordedResponse> {
    return new Promise((resolve, reject) => {
      const length = sent.body === null ? {} : { "Content-Length": Buffer.byteLength(sent.body) };
      const options: RequestOptions = { method: sent.method, headers: { ...sent.headers, ...length }, agent: this.#agent };
      const out = request(this.url + sent.path, options, (response) => {
        const chunks: Buffer[] = [];
        let quiet: NodeJS.Timeout | null = setTimeout(() => finish(), this.patience.longestMs);
        const finish = (): void => {
          if (quiet !== null) clearTimeout(quiet);
          resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks), eventLimit !== null));
          response.destroy();
        };
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (eventLimit === null || countLines(chunks) < eventLimit) return;
          if (quiet !== null) clearTimeout(quiet);
          quiet = setTimeout(finish, this.patience.quietMs);
        });
        response.on("end", finish);
        response.on("error", reject);
      });
      out.on("error", reject);
      out.end(sent.body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function answerOf(status: number, headers: Record<string, unknown>, raw: Buffer, isWatch: boolean): RecordedResponse {
  const compared = comparedHeaders.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]] as const] : []));
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw).toString("utf8");
  const base = { status, headers: Object.fromEntries(compared) };
  if (isWatch && status === 200)
    return {
      ...base,
      events: text
        .split("\n")
        .filter((line) => line !== "")
        .map(parse),
    };
  return { ...base, body: headers["content-type"] === "application/yaml" ? parseYaml(text) : parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function countLines(chunks: readonly Buffer[]): number {
  return Buffer.concat(chunks).toString("utf8").split("\n").length - 1;
}
