import { performance } from "node:perf_hooks";
import { arrivedSinceLastCall } from "@/lib/server/arrivals";
import type { Clock } from "@/lib/server/clock";

/** How many requests one process answers and queues. `ofClient` = of one viewer, or of one address that is not signed in. */
export interface AdmissionLimits {
  /** Answered at the same time while the process is busy. One thread computes all of them, so more would only delay everything else. */
  readonly running: number;
  /** Answered at the same time while the process is idle, because all of them wait for something else. */
  readonly runningWhileIdle: number;
  readonly runningOfClient: number;
  readonly queued: number;
  readonly queuedOfClient: number;
  /** A queued request is refused after this. Milliseconds. */
  readonly longestWaitMs: number;
}

export const ADMISSION_LIMITS: AdmissionLimits = {
  ...{ running: 1, runningWhileIdle: 64, runningOfClient: 4, queued: 512, queuedOfClient: 32, longestWaitMs: 10_000 },
};

/**
 * Paths that never queue: a platform decides by health and readiness whether the process lives, and signing in and out must work in a
 * crowd. None of them renders a page or reads the fleet. The server in front answers streams by itself.
 */
const NEVER_QUEUED: ReadonlySet<string> = new Set([
  ...["/api/healthz", "/api/readyz", "/api/live", "/api/policy-reports"],
  ...["/api/session", "/api/session/renewal", "/api/sign-in", "/api/sign-in/callback", "/api/sign-out"],
]);

/** True for a path that renders a page or computes an answer, as far as the path tells: all but those named here, and the built files. */
export function isQueued(path: string): boolean {
  return !NEVER_QUEUED.has(path) && !path.startsWith("/_next/static/");
}

/** Time between two looks at whether the process is idle. Milliseconds. */
const LOOK_MS = 10;
/** Above this share of its time in JavaScript the process counts as busy. */
const BUSY = 0.7;

/** Ends an admitted request. Safe to call more than once. */
export type Leave = () => void;

interface Queued {
  readonly since: number;
  readonly settle: (leave: Leave | null) => void;
}

interface Client {
  running: number;
  readonly queue: Queued[];
  lastStart: number;
}

/**
 * Admits requests fairly: the client with the fewest running requests comes first, then the one that waited longest for a start. One
 * client with many requests therefore delays another by the requests that run, never by those that it queued.
 */
export class Admission {
  readonly #clients = new Map<string, Client>();
  #running = 0;
  #queued = 0;
  #starts = 0;
  #cancelLook: (() => void) | null = null;

  constructor(
    private readonly limits: () => AdmissionLimits,
    private readonly clock: Pick<Clock, "monotonic" | "setTimer">,
    /** True while the process has no time to spare, since the last call. */
    private readonly isBusy: () => boolean = busySinceLastCall(),
    /** Calls once everything else had its turn: sockets, timers, new connections. */
    private readonly pause: (then: () => void) => void = pauseForConnections,
  ) {}

  get queued(): number {
    return this.#queued;
  }

  /** Resolves once the request may run, to the function that ends it, or to null when it is refused. `signal` takes a queued request out. */
  enter(client: string, signal?: AbortSignal): Promise<Leave | null> {
    const { queued, queuedOfClient, running } = this.limits();
    const entering = this.#clientOf(client);
    if (this.#running < running && this.#queued === 0) return Promise.resolve(this.#start(client, entering));
    if (entering.queue.length >= queuedOfClient || (this.#queued >= queued && !this.#takeFromLongestQueue(entering))) {
      this.#forget(client, entering);
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      const settle = (leave: Leave | null) => {
        signal?.removeEventListener("abort", abort);
        resolve(leave);
      };
      const request: Queued = { since: this.clock.monotonic(), settle };
      const abort = () => this.#remove(client, entering, request);
      signal?.addEventListener("abort", abort);
      entering.queue.push(request);
      this.#queued++;
      this.#startNext();
      this.#lookLater();
    });
  }

  #clientOf(name: string): Client {
    const client = this.#clients.get(name) ?? { running: 0, queue: [], lastStart: 0 };
    this.#clients.set(name, client);
    return client;
  }

  #start(name: string, client: Client): Leave {
    client.running++;
    client.lastStart = ++this.#starts;
    this.#running++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      client.running--;
      this.#running--;
      this.#forget(name, client);
      this.pause(() => this.#startNext());
    };
  }

  #startNext(): void {
    while (this.#running < this.limits().running && this.#startOne());
  }

  /** Starts the fairest queued request; false when no client may start one. */
  #startOne(): boolean {
    const { runningOfClient } = this.limits();
    let next: readonly [string, Client] | null = null;
    for (const [name, client] of this.#clients) {
      if (client.queue.length === 0 || client.running >= runningOfClient) continue;
      if (next === null || comesBefore(client, next[1])) next = [name, client];
    }
    if (next === null) return false;
    const [name, client] = next;
    const request = client.queue.shift();
    this.#queued--;
    request?.settle(this.#start(name, client));
    return true;
  }

  /** Refuses the newest request of the client with the longest queue; false when that would be this client. */
  #takeFromLongestQueue(entering: Client): boolean {
    let [longestName, longest] = ["", entering];
    for (const [name, client] of this.#clients) if (client.queue.length > longest.queue.length + 1) [longestName, longest] = [name, client];
    const newest = longest.queue.at(-1);
    if (longest === entering || newest === undefined) return false;
    this.#remove(longestName, longest, newest);
    return true;
  }

  #remove(name: string, client: Client, request: Queued): void {
    const at = client.queue.indexOf(request);
    if (at < 0) return;
    client.queue.splice(at, 1);
    this.#queued--;
    this.#forget(name, client);
    request.settle(null);
  }

  #forget(name: string, client: Client): void {
    if (client.running === 0 && client.queue.length === 0) this.#clients.delete(name);
  }

  #lookLater(): void {
    // The measurement begins now: what the process did before the queue formed says nothing.
    if (this.#cancelLook === null) this.isBusy();
    this.#cancelLook ??= this.clock.setTimer(() => {
      this.#cancelLook = null;
      this.#refuseLate();
      const { runningWhileIdle } = this.limits();
      if (this.#queued > 0 && this.#running < runningWhileIdle && !this.isBusy()) this.#startOne();
      if (this.#queued > 0) this.#lookLater();
    }, LOOK_MS);
  }

  #refuseLate(): void {
    const before = this.clock.monotonic() - this.limits().longestWaitMs;
    for (const [name, client] of [...this.#clients]) {
      for (const request of client.queue.filter(({ since }) => since < before)) this.#remove(name, client, request);
    }
  }
}

function comesBefore(one: Client, other: Client): boolean {
  return one.running === other.running ? one.lastStart < other.lastStart : one.running < other.running;
}

/** A pause for new connections does not last longer than this. Milliseconds. */
const LONGEST_PAUSE_MS = 200;

/** Calls after a turn of the event loop without a new connection (see lib/server/arrivals.ts). */
export function pauseForConnections(then: () => void): void {
  const began = performance.now();
  const arrived = arrivedSinceLastCall();
  const look = () => void (arrived() && performance.now() - began < LONGEST_PAUSE_MS ? setImmediate(look) : then());
  setImmediate(look);
}

function busySinceLastCall(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY;
  };
}
