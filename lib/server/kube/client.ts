import type { Clock } from "@/lib/server/clock";
import { type AllowedWrite, createAllowList, WRITE_METHODS, type WriteVerb } from "./allow-list";
import type { ClusterContext } from "./cluster-context";
import { createGate } from "./gate";
import { type Answer, statusError } from "./kube-error";
import type { TransportResponse } from "./line";
import type { Problem } from "./problem";
import { shortText } from "./problem";
import { accepted, headerOf, readJson, readText, withAuditId } from "./read-answer";
import { type Control, createControl } from "./request-limit";
import { createSkew } from "./skew";
import { createTransport } from "./transport";
import { withWarnings } from "./warnings";

/** Limits of one client, in milliseconds and bytes. */
export interface ClientLimits {
  /** From the request to the headers of its answer. */
  readonly headerMs: number;
  /** From the request to the end of its answer; streams have none. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Requests at once, streams apart: one limiter per API server. */
  readonly concurrent: number;
  /** The same for proofs of life, which must not wait behind long lists. */
  readonly concurrentProbes: number;
}

export const CLIENT_LIMITS: ClientLimits = { headerMs: 10_000, totalMs: 30_000, maxBytes: 256 * 1024 * 1024, concurrent: 8, concurrentProbes: 4 };

export interface GetOptions {
  readonly signal?: AbortSignal;
  readonly accept?: string;
  readonly totalMs?: number;
  /** A proof of life: short, and let in by a gate of its own. */
  readonly probe?: boolean;
}

/** An open stream of bytes. Iterating throws where the connection breaks; `close` ends it at once. */
export interface ByteStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

/** One API server, spoken to with one set of credentials. Answers are values; only a request that is not on the allow-list throws. */
export interface KubeClient {
  readonly cluster: string;
  readonly server: string;
  get(path: string, options?: GetOptions): Promise<Answer<unknown>>;
  post(path: string, body: unknown): Promise<Answer<unknown>>;
  stream(path: string, signal: AbortSignal): Promise<Answer<ByteStream>>;
  /** API server's clock minus ours in milliseconds, null before the first answer. */
  skewMs(): number | null;
  close(): Promise<void>;
}

/** One write: its verb says the method. A patch is a merge patch of one object (RFC 7396). */
export interface WriteRequest {
  readonly verb: WriteVerb;
  readonly path: string;
  readonly body: unknown;
}

/** The same with the writes that it was made for. */
export interface WritingClient extends KubeClient {
  write(request: WriteRequest): Promise<Answer<unknown>>;
}

export interface ClientOptions {
  readonly context: ClusterContext;
  /** The machine's own clock, uncorrected. */
  readonly clock: Clock;
  /** The writes that may leave the process; none where this is missing. */
  readonly writes?: readonly AllowedWrite[];
  readonly limits?: Partial<ClientLimits>;
  readonly onSkew?: (skewMs: number) => void;
  /** Told where what its files say now cannot be used, and (null) when it can. */
  readonly onProblem?: (problem: Problem | null) => void;
}

export function createKubeClient(options: ClientOptions): WritingClient {
  const { context, clock, writes = [] } = options;
  const limits = { ...CLIENT_LIMITS, ...options.limits };
  const allowed = createAllowList(writes);
  const transport = createTransport(options);
  const skew = createSkew((ms) => options.onSkew?.(ms));
  const gate = createGate(limits.concurrent);
  const probeGate = createGate(limits.concurrentProbes);

  async function open(method: string, path: string, accept: string, body: string | null, control: Control): Promise<Answer<TransportResponse>> {
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    for (let attempt = 0; ; attempt++) {
      const sentAt = clock.now();
      const answer = await transport.send({ method, path, accept, body, contentType, signal: control.signal });
      if (!answer.ok) return { ok: false, error: control.timedOut() ?? answer.error };
      const { statusCode, headers } = answer.value;
      skew.sample(headerOf(headers.date), sentAt, clock.now());
      if (statusCode >= 200 && statusCode < 300) return accepted(answer.value);
      const error = statusError(statusCode, await readText(answer.value, 64 * 1024), headerOf(headers["retry-after"]), clock.now());
      if (error.kind !== "unauthorized" || attempt > 0) return withAuditId({ ok: false, error }, headers["audit-id"]);
      transport.forget();
    }
  }

  async function unary(method: string, path: string, body: string | null, get: GetOptions): Promise<Answer<unknown>> {
    allowed.assertAllowed(method, path);
    const leave = await (get.probe ? probeGate : gate).enter(get.signal);
    if (leave === null) return GIVEN_UP;
    const control = createControl(clock, get.signal);
    const totalMs = get.totalMs ?? limits.totalMs;
    control.limit(Math.min(limits.headerMs, totalMs), "begin");
    try {
      const answer = await open(method, path, get.accept ?? "application/json", body, control);
      if (!answer.ok) return answer;
      control.limit(totalMs, "end");
      const read = await readJson(answer.value, limits.maxBytes);
      if (method === "GET") return read;
      return withAuditId(withWarnings(read, answer.value.headers.warning), answer.value.headers["audit-id"]);
    } catch (thrown) {
      return { ok: false, error: control.timedOut() ?? { kind: "unreachable", message: shortText(`The answer broke off: ${String(thrown)}`) } };
    } finally {
      control.end();
      leave();
    }
  }

  return {
    cluster: context.cluster,
    get server() {
      return transport.server;
    },
    get: (path, get = {}) => unary("GET", path, null, get),
    post: (path, body) => unary("POST", path, JSON.stringify(body), {}),
    write: ({ verb, path, body }) => unary(WRITE_METHODS[verb], path, JSON.stringify(body), {}),
    async stream(path, signal) {
      allowed.assertAllowed("GET", path);
      const control = createControl(clock, signal);
      control.limit(limits.headerMs, "begin");
      const answer = await open("GET", path, "application/json", null, control);
      if (!answer.ok) {
        control.end();
        return answer;
      }
      control.limit(null, "begin");
      return { ok: true, value: streamOf(answer.value.body, control) };
    },
    skewMs: () => skew.value(),
    close: () => transport.close(),
  };
}

const GIVEN_UP: Answer<never> = { ok: false, error: { kind: "unreachable", message: "The request was given up before it was sent" } };

function streamOf(body: TransportResponse["body"], control: Control): ByteStream {
  body.on("error", () => undefined);
  return {
    chunks: body,
    close: () => {
      control.end();
      body.destroy();
    },
  };
}
