import { createSecureContext } from "node:tls";
import { Agent, type Dispatcher, ProxyAgent, request } from "undici";
import type { Clock } from "@/lib/server/clock";
import type { ClusterContext } from "./cluster-context";
import type { Credentials } from "./credentials";
import { type Answer, transportError } from "./kube-error";
import { causeOf } from "./problem";

/** Credentials that are renewed by themselves are asked for again after this while. */
const CREDENTIALS_AGE_MS = 30_000;
const CONNECT_LIMIT_MS = 5_000;

export interface TransportRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly accept: string;
  readonly body: string | null;
  /** Of the body; JSON where nothing else is said. */
  readonly contentType?: string;
  readonly signal: AbortSignal;
}

export type TransportResponse = Pick<Dispatcher.ResponseData, "statusCode" | "headers" | "body">;

/** What one reading of a context leads to: one connection pool to one API server, rebuilt when certificates or keys change. */
export interface Line {
  readonly context: ClusterContext;
  send(what: TransportRequest): Promise<Answer<TransportResponse>>;
  /** Forget cached tokens and certificates: the next request reads them again. */
  forget(): void;
  /** What a request would send now, to be compared with another line's. */
  credentials(): Promise<Credentials>;
  /** Takes no new request; what is under way goes on to its end. */
  retire(): void;
  /** Cuts everything. */
  close(): Promise<void>;
}

export function createLine(context: ClusterContext, clock: Clock): Line {
  let credentials: Credentials | null = null;
  let readAt = 0;
  let stale = false;
  let pool: { readonly key: string; readonly dispatcher: Dispatcher } | null = null;

  async function currentCredentials(): Promise<Credentials> {
    // Where only files renew them, what they say now is another line's: it may be worse than what they said before.
    const isFixed = context.origin?.isFixed === true;
    if (credentials !== null && (isFixed || (!stale && clock.monotonic() - readAt < CREDENTIALS_AGE_MS))) return credentials;
    credentials = await context.credentials(stale);
    readAt = clock.monotonic();
    stale = false;
    return credentials;
  }

  function dispatcherFor(current: Credentials): Dispatcher {
    const key = tlsKey(current);
    if (pool?.key === key) return pool.dispatcher;
    // Throws if a certificate or key cannot be parsed. The old pool then stays, for the case that its credentials return.
    const dispatcher = createPool(context, current);
    // Open streams of the old pool end by themselves; close() waits for them and refuses new ones.
    if (pool !== null) void pool.dispatcher.close().catch(() => undefined);
    pool = { key, dispatcher };
    return pool.dispatcher;
  }

  return {
    context,
    credentials: currentCredentials,
    async send(what) {
      let current: Credentials;
      try {
        current = await currentCredentials();
      } catch (thrown) {
        credentials = null;
        return { ok: false, error: { kind: "credentials", message: `The credentials cannot be read: ${causeOf(thrown)}` } };
      }
      const headers: Record<string, string | string[]> = { accept: what.accept, "user-agent": "stolos", ...headersOf(current) };
      if (what.body !== null) headers["content-type"] = what.contentType ?? "application/json";
      try {
        const response = await request(`${context.server}${what.path}`, {
          method: what.method as Dispatcher.HttpMethod,
          dispatcher: dispatcherFor(current),
          headers,
          body: what.body,
          signal: what.signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        return { ok: true, value: response };
      } catch (thrown) {
        if (what.signal.aborted) return { ok: false, error: { kind: "aborted", message: "The request was given up." } };
        const error = transportError(thrown, context.server);
        if (error.kind === "tls") stale = true;
        return { ok: false, error };
      }
    },
    forget: () => {
      stale = true;
    },
    retire: () => {
      void pool?.dispatcher.close().catch(() => undefined);
    },
    close: async () => {
      await pool?.dispatcher.destroy();
      pool = null;
    },
  };
}

/** A name that comes several times, such as one for each group, is sent as often. */
function headersOf({ headers }: Credentials): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {};
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    sent[name] = sent[name] === undefined ? value : [sent[name], value].flat();
  }
  return sent;
}

function createPool(context: ClusterContext, credentials: Credentials): Dispatcher {
  const material = {
    ...(credentials.ca === undefined ? {} : { ca: credentials.ca }),
    ...(credentials.cert === undefined ? {} : { cert: credentials.cert }),
    ...(credentials.key === undefined ? {} : { key: credentials.key }),
  };
  const tls = {
    // Without this, each new connection parses the certificates again, which takes more time than the rest of its handshake.
    ...(/^https:/i.test(context.server) && { secureContext: createSecureContext(material) }),
    ...(credentials.servername === undefined ? {} : { servername: credentials.servername }),
    rejectUnauthorized: credentials.rejectUnauthorized,
  };
  const limits = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  if (context.proxyUrl !== null) return new ProxyAgent({ uri: context.proxyUrl, requestTls: tls, connectTimeout: CONNECT_LIMIT_MS, ...limits });
  return new Agent({ connect: { ...tls, timeout: CONNECT_LIMIT_MS, keepAlive: true, keepAliveInitialDelay: 15_000 }, ...limits });
}

function tlsKey(credentials: Credentials): string {
  return JSON.stringify([text(credentials.ca), text(credentials.cert), text(credentials.key), credentials.servername, credentials.rejectUnauthorized]);
}

function text(material: string | Buffer | undefined): string {
  return material === undefined ? "" : material.toString();
}
