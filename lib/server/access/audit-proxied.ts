import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";

/** Nobody signs in here by a step of its own: each person is told of again after this, and each reason for a refusal. Milliseconds. */
const PERSON_MS = 3_600_000;
const REASON_MS = 60_000;
/** So many are remembered at once; whoever was told of first is forgotten first. */
const MOST_REMEMBERED = 2_000;

/** Writes to the log who comes through the proxy, and why somebody is refused: a line now and then, not one for each request. It never holds a token. */
export class ProxiedAudit {
  readonly #toldAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** `who`: the user name. */
  admitted(who: string): void {
    if (this.#isDue(`person ${who}`, PERSON_MS)) log("info", "audit", { command: "sign-in", who, how: "proxy", result: "done" });
  }

  /** `who`: the user name, where a token has told it; "" = nobody knows. */
  refused(who: string, thrown: unknown): void {
    if (!(thrown instanceof Refusal) || !this.#isDue(`reason ${thrown.detail} ${who}`, REASON_MS)) return;
    log("warn", "audit", { command: "sign-in", who, how: "proxy", result: `refused: ${thrown.status} ${thrown.title}`, detail: thrown.detail });
  }

  #isDue(key: string, pauseMs: number): boolean {
    const now = this.clock.monotonic();
    if (now - (this.#toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < pauseMs) return false;
    this.#toldAt.delete(key);
    this.#toldAt.set(key, now);
    const [oldest] = this.#toldAt.keys();
    if (this.#toldAt.size > MOST_REMEMBERED && oldest !== undefined) this.#toldAt.delete(oldest);
    return true;
  }
}
