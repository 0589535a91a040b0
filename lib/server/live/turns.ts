import type { Clock } from "@/lib/server/clock";

/** Who has work done: what it took lately, and what all that is asked for is thought to take. Milliseconds. */
export class Account {
  #spentMs = 0;
  #at = 0;
  /** What doing once all that is asked for would take. */
  expectedMs = 0;

  /** What was done lately: it halves every half a minute. */
  spent(now: number): number {
    return this.#spentMs * 2 ** ((this.#at - now) / HALF_LIFE_MS);
  }

  charge(ms: number, now: number): void {
    this.#spentMs = this.spent(now) + ms;
    this.#at = now;
  }

  /** The smallest goes first: whoever asks for little, and had little, does not wait behind those who ask for much. */
  burden(now: number): number {
    return this.spent(now) + this.expectedMs;
  }
}

const HALF_LIFE_MS = 30_000;

/** Work that is to be done, and for whom: the cost is shared among them. */
export interface Job {
  readonly accounts: () => readonly Account[];
  readonly run: () => void;
}

/** So much is done at once; then as much time is left to everything else: requests, the watches, and the bytes on their way to the readers. */
const AT_ONCE_MS = 8;

/** What took longer than this is not made up for in full: others wait for their turn. */
const DEBT_MS = 50;

/**
 * Does work as it comes while there is little of it. Where there is much, it is done in turns: whoever asks for least, and had
 * least done lately, goes first, and after each few milliseconds everything else that waits in the process has its time.
 */
export class Turns {
  readonly #queues = new Map<Account, Job[]>();
  readonly #nobody = new Account();
  #allowanceMs = AT_ONCE_MS;
  #restedAt: number;
  #cancelWake: (() => void) | null = null;
  #working = false;

  constructor(
    private readonly clock: Pick<Clock, "monotonic" | "setTimer">,
    /** Asked before each job: false = not yet, so that it is asked again in the next turn. */
    private readonly isReady: () => boolean = () => true,
  ) {
    this.#restedAt = clock.monotonic();
  }

  /** Does the job, now or when its turn comes. What it throws is thrown where it runs: jobs catch their own faults. */
  add(job: Job): void {
    const account = this.#whoHadLeast(job.accounts());
    const queue = this.#queues.get(account) ?? [];
    queue.push(job);
    this.#queues.set(account, queue);
    if (!this.#working && this.#cancelWake === null) this.#work();
  }

  /** Forgets what waits, for good. */
  stop(): void {
    this.#queues.clear();
    this.#cancelWake?.();
    this.#cancelWake = null;
  }

  #work(): void {
    this.#working = true;
    try {
      for (let next = this.#next(); next !== null && this.#allowance() > 0 && this.isReady(); next = this.#next()) this.#do(next);
    } finally {
      this.#working = false;
    }
    if (this.#queues.size > 0) this.#wakeLater();
  }

  #do(account: Account): void {
    const queue = this.#queues.get(account);
    const job = queue?.shift();
    if (queue === undefined || queue.length === 0) this.#queues.delete(account);
    if (job === undefined) return;
    const began = this.clock.monotonic();
    const payers = job.accounts();
    try {
      job.run();
    } finally {
      const ended = this.clock.monotonic();
      this.#allowanceMs = Math.max(-DEBT_MS, this.#allowanceMs - (ended - began));
      this.#restedAt = ended;
      if (ended > began) for (const payer of payers) payer.charge((ended - began) / payers.length, ended);
    }
  }

  /** Milliseconds that may be worked now; below 0 where the last job took longer than was allowed. */
  #allowance(): number {
    const now = this.clock.monotonic();
    this.#allowanceMs = Math.min(AT_ONCE_MS, this.#allowanceMs + now - this.#restedAt);
    this.#restedAt = now;
    return this.#allowanceMs;
  }

  #wakeLater(): void {
    const waitMs = Math.max(1, AT_ONCE_MS / 2 - this.#allowanceMs);
    this.#cancelWake = this.clock.setTimer(() => {
      this.#cancelWake = null;
      this.#work();
    }, waitMs);
  }

  #next(): Account | null {
    return this.#queues.size === 0 ? null : this.#whoHadLeast([...this.#queues.keys()]);
  }

  #whoHadLeast(accounts: readonly Account[]): Account {
    const now = this.clock.monotonic();
    let least = accounts[0] ?? this.#nobody;
    let leastMs = least.burden(now);
    for (const account of accounts) {
      const ms = account.burden(now);
      if (ms < leastMs) [least, leastMs] = [account, ms];
    }
    return least;
  }
}
