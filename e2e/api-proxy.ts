import { createServer, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";

/** A door in front of an API server, in plain HTTP, through which a test answers in its place. */
export interface ApiProxy {
  readonly address: string;
  /** From now on everything is answered in this way, and what was open is cut; null lets all pass. */
  answerAll(how: ((answer: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1 in front of the API server at `target`. */
export async function startApiProxy(target: string): Promise<ApiProxy> {
  let instead: ((answer: ServerResponse) => void) | null = null;
  const server = createServer((incoming, outgoing) => {
    if (instead !== null) return instead(outgoing);
    const { method, headers } = incoming;
    // Who it talks to is of no interest here: the way is one of loopback.
    const further = request(new URL(incoming.url ?? "/", target), { method, headers, agent: false, rejectUnauthorized: false });
    further.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    further.on("error", () => outgoing.destroy());
    outgoing.on("close", () => further.destroy());
    incoming.pipe(further);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    answerAll: (how) => {
      instead = how;
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
