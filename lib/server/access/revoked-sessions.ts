import type { Clock } from "@/lib/server/clock";
import type { KeptRevocations, RevokedSession } from "@/lib/server/history/keep-revocations";
import { log } from "@/lib/server/log";

/** Interval between reads of the table, and so the longest delay of a sign-out in another process. Milliseconds. */
const READ_MS = 3_000;
/** Interval between reads until the first one succeeds after a start. Milliseconds. */
const FIRST_READ_MS = 100;
/** Longest delay of a request before the first read. Milliseconds. */
const READY_MS = 5_000;
/** Longest delay of a sign-out by the write of its row. A later exchange then writes the row. Milliseconds. */
const KEPT_MS = 500;
/** Most remembered sessions. Above this the session with the earliest end is dropped. */
const MOST_SESSIONS = 100_000;

interface Parts {
  /** Null = only this process remembers sessions. */
  readonly table: KeptRevocations | null;
  readonly clock: Clock;
}

/** The sessions that were revoked before their end. Every process that shares the table rejects their cookies. Ignores the session "". */
export class RevokedSessions {
  readonly #endsAt = new Map<string, number>();
  readonly #followers = new Map<string, Set<() => void>>();
  #unwritten: readonly RevokedSession[] = [];
  /** The queue of exchanges with the table: one runs at a time. */
  #work: Promise<void> = Promise.resolve();
  #isRead = false;
  #isFailing = false;
  #cancelRead: (() => void) | null = null;
  readonly #becomeReady: () => void;
  readonly #readiness: Promise<void>;

  constructor(private readonly parts: Parts) {
    const { promise, resolve } = withResolver();
    [this.#readiness, this.#becomeReady] = [promise, resolve];
    if (parts.table === null) this.#becomeReady();
    else {
      parts.clock.setTimer(this.#becomeReady, READY_MS);
      this.#readLater(0);
    }
  }

  /** Resolves once the sessions that were revoked before the start are known, or five seconds after the start. */
  ready(): Promise<void> {
    return this.#readiness;
  }

  has(session: string): boolean {
    const endsAt = this.#endsAt.get(session);
    return endsAt !== undefined && endsAt > this.parts.clock.now();
  }

  /** Revokes a session that would end at `endsAt` (milliseconds), and closes its streams. Resolves once the table has the row, or half a second later. */
  revoke(session: string, endsAt: number): Promise<void> {
    if (session === "" || this.has(session)) return Promise.resolve();
    this.#add({ session, endsAt });
    const { table, clock } = this.parts;
    if (table === null) return Promise.resolve();
    this.#unwritten = [...this.#unwritten, { session, endsAt }].slice(-MOST_SESSIONS);
    const { promise, resolve } = withResolver();
    clock.setTimer(resolve, KEPT_MS);
    void this.#exchange(table).then(resolve);
    return promise;
  }

  /** Calls `ended` once when the session is revoked, at once if it already is. Returns the function that unsubscribes. */
  follow(session: string, ended: () => void): () => void {
    if (session === "") return () => undefined;
    if (this.has(session)) {
      ended();
      return () => undefined;
    }
    const followers = this.#followers.get(session) ?? new Set();
    this.#followers.set(session, followers.add(ended));
    return () => {
      followers.delete(ended);
      if (followers.size === 0) this.#followers.delete(session);
    };
  }

  /** Stops reading, and writes the waiting rows. */
  stop(): void {
    this.#cancelRead?.();
    this.#cancelRead = null;
    const { table } = this.parts;
    if (table !== null && this.#unwritten.length > 0) void this.#exchange(table);
  }

  #add({ session, endsAt }: RevokedSession): void {
    this.#endsAt.set(session, endsAt);
    if (this.#endsAt.size > MOST_SESSIONS) this.#forgetSoonest();
    const followers = [...(this.#followers.get(session) ?? [])];
    this.#followers.delete(session);
    for (const ended of followers) ended();
  }

  #forgetSoonest(): void {
    let [soonest, leastMs] = ["", Number.POSITIVE_INFINITY];
    for (const [session, endsAt] of this.#endsAt) if (endsAt < leastMs) [soonest, leastMs] = [session, endsAt];
    this.#endsAt.delete(soonest);
  }

  #readLater(ms: number): void {
    this.#cancelRead = this.parts.clock.setTimer(async () => {
      const { table } = this.parts;
      if (table !== null) await this.#exchange(table);
      if (this.#cancelRead !== null) this.#readLater(this.#isRead ? READ_MS : FIRST_READ_MS);
    }, ms);
  }

  /** Writes the waiting rows, then reads the new ones. Never rejects. */
  #exchange(table: KeptRevocations): Promise<void> {
    this.#work = this.#work.then(async () => {
      try {
        await this.#write(table);
        const now = this.parts.clock.now();
        for (const one of await table.read(now)) if (!this.has(one.session)) this.#add(one);
        for (const [session, endsAt] of this.#endsAt) if (endsAt <= now) this.#endsAt.delete(session);
        [this.#isRead, this.#isFailing] = [true, false];
        this.#becomeReady();
      } catch (thrown) {
        // The first reads fail while the database is opening. These are not logged.
        if (this.#isRead && !this.#isFailing) log("warn", "revoked sessions could not be stored or read", { reason: String(thrown).slice(0, 300) });
        this.#isFailing = this.#isRead;
      }
    });
    return this.#work;
  }

  async #write(table: KeptRevocations): Promise<void> {
    const waiting = this.#unwritten;
    if (waiting.length === 0) return;
    await table.keep(waiting, this.parts.clock.now());
    this.#unwritten = this.#unwritten.filter((one) => !waiting.includes(one));
  }
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
