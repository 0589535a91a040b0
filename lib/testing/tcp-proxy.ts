import { createServer, connect as openSocket, type Socket } from "node:net";

/** A door in front of a server on loopback that a test can shut. Bytes pass through untouched, so TLS works through it. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones, as a server that is gone does. */
  cut(): void;
  /** Keeps connections open, accepts new ones and passes nothing in either direction, as a network that swallows packets does. */
  stall(): void;
  /** Ends every connection once; new ones pass. */
  drop(): void;
  /** Lets everything pass again, held bytes first. */
  restore(): void;
  /** Leads to another port of 127.0.0.1 from now on, and ends what led to the last one. */
  aim(port: number): void;
  /** Connections that are open now. */
  connections(): number;
  close(): Promise<void>;
}

type Mode = "pass" | "cut" | "stall";
interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** Starts a proxy on a free port of 127.0.0.1 in front of `targetPort` on 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let mode: Mode = "pass";
  let target = targetPort;
  const server = createServer((near) => {
    if (mode === "cut") return near.resetAndDestroy();
    const pair = { near, far: openSocket(target, "127.0.0.1") };
    pairs.add(pair);
    join(pair, () => pairs.delete(pair));
    if (mode === "stall") hold(pair);
  });
  const port = await listening(server);
  const endAll = () => {
    for (const pair of pairs) pair.near.resetAndDestroy();
  };
  const enter = (next: Mode) => {
    mode = next;
    if (mode === "cut") endAll();
    for (const pair of pairs) mode === "stall" ? hold(pair) : release(pair);
  };
  return {
    port,
    cut: () => enter("cut"),
    stall: () => enter("stall"),
    drop: endAll,
    restore: () => enter("pass"),
    aim: (to) => {
      target = to;
      endAll();
    },
    connections: () => pairs.size,
    close: () =>
      new Promise((resolve) => {
        endAll();
        server.close(() => resolve());
      }),
  };
}

/** When one side ends or fails the other follows; a reset is an ordinary end here. */
function join(pair: Pair, onEnd: () => void) {
  const { near, far } = pair;
  near.pipe(far);
  far.pipe(near);
  for (const [side, other] of [
    [near, far],
    [far, near],
  ] as const) {
    side.setNoDelay(true);
    side.on("error", () => other.destroy());
    side.on("close", () => {
      other.destroy();
      onEnd();
    });
  }
}

function hold({ near, far }: Pair) {
  near.unpipe(far);
  far.unpipe(near);
  near.pause();
  far.pause();
}

function release({ near, far }: Pair) {
  near.pipe(far);
  far.pipe(near);
}

function listening(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The proxy has no port."));
      else resolve(address.port);
    });
  });
}
