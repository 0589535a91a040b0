import { performance } from "node:perf_hooks";
import { arrivedSinceLastCall } from "@/lib/server/arrivals";
import type { Clock } from "@/lib/server/clock";

/** Limits of running and queued requests in one process. `ofClient` = per signed-in viewer, or per address without a sign-in. */
export interface AdmissionLimits {
  /** Requests that run at the same time while the process is busy. One thread computes all of them, so more would only delay all other work. */
  readonly running: number;
  /** Requests that run at the same time while the process is idle, because all of them wait for something else. */
  readonly runningWhileIdle: number;
  readonly runningOfClient: number;
  readonly queued: number;
  readonly queuedOfClient: number;
  /** Longest time in the queue before a refusal. Milliseconds. */
  readonly longestWaitMs: number;
}

export const ADMISSION_LIMITS: AdmissionLimits = {
  ...{ running: 1, runningWhileIdle: 64, runningOfClient: 8, queued: 512, queuedOfClient: 64, longestWaitMs: 10_000 },
};

/**
 * Paths that skip the queue. A platform decides by health and readiness whether to restart the process, and sign-in and sign-out must work under load. None of
 * them renders a page or reads the fleet. The server in front answers streams itself.
 */
const NEVER_QUEUED: ReadonlySet<string> = new Set([
  ...["/api/healthz", "/api/readyz", "/api/live", "/api/policy-reports"],
  ...["/api/session", "/api/session/renewal", "/api/sign-in", "/api/sign-in/callback", "/api/sign-out"],
]);

/** Returns true for all paths except those above and the built files. The others may render a page or compute an answer. */
export function isQueued(path: string): boolean {
  return !NEVER_QUEUED.has(path) && !path.startsWith("/_next/static/");
}

/** Interval between checks for an idle process. Milliseconds. */
const LOOK_MS = 10;
/** Above this share of time in JavaScript the process counts as busy. */
const BUSY = 0.7;
/** A client without a running request waits at most this long for one that only holds its place, also while the process is busy. Milliseconds. */
const HELD_MS = 250;

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
 * Admits requests fairly. First comes the client with the fewest running requests, then the one that waited longest for a start. One client with many requests
 * therefore delays another by its running requests, never by its queue.
 */
export class Admission {
  readonly #clients = new Map<string, Client>();
  #running = 0;
  #queued = 0;
  #starts = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #pauses = 0;
  #cancelLook: (() => void) | null = null;

  constructor(
    private readonly limits: () => AdmissionLimits,
    private readonly clock: Pick<Clock, "monotonic" | "setTimer">,
    /** Returns true when the process had no idle time since the last call. */
    private readonly isBusy: () => boolean = busySinceLastCall(),
    /** Runs `then` after all pending sockets, timers and new connections. */
    private readonly pause: (then: () => void) => void = pauseForConnections,
  ) {}

  get queued(): number {
    return this.#queued;
  }

  /** Resolves once the request may run, to the function that ends it; null when it is refused. `signal` removes a queued request. */
  enter(client: string, signal?: AbortSignal): Promise<Leave | null> {
    const { queued, queuedOfClient, running } = this.limits();
    const entering = this.#clientOf(client);
    if (this.#running < running && this.#queued === 0 && this.#pauses === 0) return Promise.resolve(this.#start(client, entering));
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
    // A new client comes after all that wait, and before the one that started last.
    const client = this.#clients.get(name) ?? { running: 0, queue: [], lastStart: this.#starts - 0.5 };
    this.#clients.set(name, client);
    return client;
  }

  #start(name: string, client: Client): Leave {
    client.running++;
    client.lastStart = ++this.#starts;
    this.#startedAt = this.clock.monotonic();
    this.#running++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      client.running--;
      this.#running--;
      this.#forget(name, client);
      this.#pauses++;
      this.pause(() => {
        this.#pauses--;
        this.#startNext();
      });
    };
  }

  #startNext(): void {
    while (this.#pauses === 0 && this.#running < this.limits().running && this.#startOne());
  }

  /** Starts the fairest queued request. Returns false when no client may start one. */
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

  /** Refuses the newest request of the client with the longest queue. Returns false when that is this client. */
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
    // Starts the measurement here: the load before the queue formed does not count.
    if (this.#cancelLook === null) this.isBusy();
    this.#cancelLook ??= this.clock.setTimer(() => {
      this.#cancelLook = null;
      this.#refuseLate();
      const { runningWhileIdle } = this.limits();
      if (this.#queued > 0 && this.#running < runningWhileIdle && (!this.isBusy() || this.#isHeldUp())) this.#startOne();
      if (this.#queued > 0) this.#lookLater();
    }, LOOK_MS);
  }

  /** True when the running requests started long ago and a client without one still waits. */
  #isHeldUp(): boolean {
    const before = this.clock.monotonic() - HELD_MS;
    if (this.#startedAt > before) return false;
    return [...this.#clients.values()].some(({ running, queue }) => running === 0 && (queue[0]?.since ?? Number.POSITIVE_INFINITY) <= before);
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

/** Longest pause for new connections. Milliseconds. */
const LONGEST_PAUSE_MS = 200;

/** Runs `then` after a turn of the event loop without a new connection (see lib/server/arrivals.ts). */
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
