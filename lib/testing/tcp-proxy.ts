import { createServer, connect as openSocket, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A door in front of a server on loopback that a test can shut. Bytes pass through untouched, so TLS works through it. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones, as a server that is gone does. */
  cut(): void;
  /** Keeps connections open, accepts new ones and passes nothing in either direction, as a network that swallows packets does. */
  stall(): void;
  /** Ends every connection once; new ones pass. */
  drop(): void;
  /** Forgets every connection without a word, as a router does that lost its table: nothing passes on them ever again. New ones pass. */
  forget(): void;
  /** Lets so many bytes a second pass towards the near side, on connections that begin from now on, too. */
  slow(bytesPerSecond: number): void;
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
  readonly throttle: Throttle;
  held: boolean;
  forgotten: boolean;
}

/** Starts a proxy on a free port of 127.0.0.1 in front of `targetPort` on 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let mode: Mode = "pass";
  let target = targetPort;
  let pace = Number.POSITIVE_INFINITY;
  const server = createServer((near) => {
    if (mode === "cut") {
      near.on("error", () => undefined);
      near.resetAndDestroy();
      return;
    }
    const pair = { near, far: openSocket(target, "127.0.0.1"), throttle: new Throttle(() => pace), held: false, forgotten: false };
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
    pace = Number.POSITIVE_INFINITY;
    if (mode === "cut") endAll();
    for (const pair of pairs) {
      pair.throttle.hurry();
      mode === "stall" ? hold(pair) : release(pair);
    }
  };
  return {
    port,
    cut: () => enter("cut"),
    stall: () => enter("stall"),
    drop: endAll,
    forget: () => {
      for (const pair of pairs) {
        hold(pair);
        pair.forgotten = true;
        // What is said into the void is gone; only read can it be noticed that somebody hangs up.
        pair.near.resume();
      }
    },
    slow: (bytesPerSecond) => {
      pace = bytesPerSecond;
    },
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

/** When one side ends or fails the other follows; a reset is an ordinary end here. What was forgotten hears of nothing. */
function join(pair: Pair, onEnd: () => void) {
  const { near, far, throttle } = pair;
  near.pipe(far);
  far.pipe(throttle).pipe(near);
  for (const side of [near, far]) side.setNoDelay(true);
  near.on("error", () => far.destroy());
  near.on("close", () => {
    far.destroy();
    throttle.destroy();
    onEnd();
  });
  far.on("error", () => !pair.forgotten && near.destroy());
  // What an ordinary end has sent before is still on its way.
  far.on("close", () => pair.held && !pair.forgotten && near.destroy());
}

function hold(pair: Pair) {
  if (pair.held) return;
  pair.held = true;
  pair.near.unpipe(pair.far);
  pair.throttle.unpipe(pair.near);
  pair.near.pause();
}

/** Piped twice, every byte would come twice: only what is held is let go. */
function release(pair: Pair) {
  if (!pair.held || pair.forgotten) return;
  pair.held = false;
  pair.near.pipe(pair.far);
  pair.throttle.pipe(pair.near);
}

/** Passes what it is given at a pace that may change at any time. */
class Throttle extends Transform {
  /** Passes what waits. */
  #pass: () => void = () => undefined;

  constructor(private readonly pace: () => number) {
    super({ highWaterMark: 16 * 1024 });
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    const waitMs = (chunk.length / this.pace()) * 1000;
    if (waitMs === 0) return done(null, chunk);
    const timer = setTimeout(() => this.#pass(), waitMs);
    this.#pass = () => {
      clearTimeout(timer);
      this.#pass = () => undefined;
      done(null, chunk);
    };
  }

  /** What waits for a pace that is over passes at once: at five bytes a second a large piece would wait for an hour. */
  hurry(): void {
    this.#pass();
  }
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

/** A port of 127.0.0.1 on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address !== "string" ? resolve(address.port) : reject(new Error("No free port."))));
    });
  });
}
