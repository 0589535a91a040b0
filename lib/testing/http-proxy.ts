import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A reverse proxy that a test tells how to behave; all of it may be changed while it runs. */
export interface HttpProxy {
  readonly address: string;
  /** Ports of 127.0.0.1 that requests go to in turn; one that is not there is passed over. */
  targets: readonly number[];
  /** Keeps the bytes of event streams to itself, and hands them on when the stream ends. */
  buffersStreams: boolean;
  /** Ends every event stream after so many milliseconds; null never. */
  streamMostMs: number | null;
  /** Answers these requests with 503 by itself. */
  refuses: (request: IncomingMessage) => boolean;
  close(): Promise<void>;
}

/** Where TLS ends: the name that browsers know, with its certificate (PEM). */
interface Tls {
  readonly host: string;
  readonly key: string;
  readonly cert: string;
}

/** Starts a reverse proxy on a free port of 127.0.0.1 that only passes things on; with `tls`, TLS ends in it. */
export async function startHttpProxy(targets: readonly number[], tls: Tls | null = null): Promise<HttpProxy> {
  let turn = 0;
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (proxy.refuses(incoming)) return end(outgoing, 503);
    const { targets } = proxy;
    const first = turn++;
    passOn(
      incoming,
      outgoing,
      targets.map((_, at) => targets[(first + at) % targets.length] ?? 0),
    );
  };
  const server = tls === null ? createServer(answer) : createTlsServer({ key: tls.key, cert: tls.cert }, answer);
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse, [port, ...others]: readonly number[]) => {
    if (port === undefined) return end(outgoing, 502);
    const further = request({ host: "127.0.0.1", port, path: incoming.url, method: incoming.method, headers: incoming.headers, agent: false });
    further.on("response", (answer) => handOn(answer, outgoing, proxy));
    further.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else passOn(incoming, outgoing, incoming.complete && incoming.method !== "GET" ? [] : others);
    });
    outgoing.on("close", () => further.destroy());
    incoming.pipe(further);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: HttpProxy = {
    address: tls === null ? `http://127.0.0.1:${port}` : `https://${tls.host}:${port}`,
    targets,
    buffersStreams: false,
    streamMostMs: null,
    refuses: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function handOn(answer: IncomingMessage, outgoing: ServerResponse, proxy: HttpProxy): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") ?? false;
  answer.on("error", () => outgoing.destroy());
  if (isStream && proxy.streamMostMs !== null) {
    const timer = setTimeout(() => outgoing.destroy(), proxy.streamMostMs);
    outgoing.on("close", () => clearTimeout(timer));
  }
  if (isStream && proxy.buffersStreams) {
    const held: Buffer[] = [];
    answer.on("data", (bytes: Buffer) => held.push(bytes));
    answer.on("end", () => outgoing.end(Buffer.concat(held)));
    return;
  }
  outgoing.flushHeaders();
  answer.pipe(outgoing);
}

function end(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { "content-type": "text/plain" });
  outgoing.end("The proxy of this test answers by itself.\n");
}
