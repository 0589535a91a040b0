import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";

/** How a request is answered in the place of the API server. */
type Instead = "lost" | ((answer: ServerResponse) => void);

/** A request that came to the door, and what was answered; 0 = nothing yet, or never. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  status: number;
}

/** A door in front of an API server, in plain HTTP, which notes every request, and through which a test answers in its place. */
export interface ApiProxy {
  readonly address: string;
  /** Every request so far, in the order in which they came. */
  readonly seen: readonly SeenRequest[];
  /** From now on everything is answered in this way, and what was open is cut; null lets all pass. */
  answerAll(how: ((answer: ServerResponse) => void) | null): void;
  /** From now on requests that this chooses are answered as it says, or (`lost`) reach the API server and their answer is never given. null lets one pass. */
  answerSome(choose: (incoming: IncomingMessage) => Instead | null): void;
  close(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1 in front of the API server at `target`. */
export async function startApiProxy(target: string): Promise<ApiProxy> {
  let choose: (incoming: IncomingMessage) => Instead | null = () => null;
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const noted: SeenRequest = { method: incoming.method ?? "", path: incoming.url ?? "", status: 0 };
    seen.push(noted);
    const instead = choose(incoming);
    if (typeof instead === "function") return instead(outgoing);
    const { method, headers } = incoming;
    // Who it talks to is of no interest here: the way is one of loopback.
    const further = request(new URL(incoming.url ?? "/", target), { method, headers, agent: false, rejectUnauthorized: false });
    further.on("response", (answer) => {
      if (instead === "lost") return outgoing.destroy();
      noted.status = answer.statusCode ?? 502;
      outgoing.writeHead(noted.status, answer.headers);
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
    seen,
    answerAll: (how) => {
      choose = () => how;
      server.closeAllConnections();
    },
    answerSome: (some) => {
      choose = some;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
