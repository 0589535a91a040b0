import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import { auditOrigin } from "./audit-origin";
import { auditSignIn, type KeepsAudit, refusedBy } from "./audit-sign-in";
import { namesOf } from "./audited-names";
import type { FailedAttempts } from "./failed-attempts";
import type { Asking, SignedIn, SignIn } from "./viewer";

/** Whoever was not heard of for so long signs in anew. Milliseconds. */
const AWAY_MS = 3_600_000;
/** Each reason for a refusal is told again after this. Milliseconds. */
const REASON_MS = 60_000;
/** So many people, and so many reasons, are remembered at once; the oldest goes first. */
const MOST_REMEMBERED = 2_000;

interface AuditParts {
  readonly history: KeepsAudit;
  readonly clock: Clock;
  readonly signIn: Pick<SignIn, "kind" | "clusters" | "sessionOf">;
}

/**
 * The audit where credentials come with every request, and nobody signs in by a step of its own: a line when somebody comes, not one for each request,
 * and a line for each reason that somebody is refused for, once a minute. It never holds what was brought.
 */
export class RequestAudit {
  readonly #heardOf = new Map<string, number>();
  readonly #toldOf = new Map<string, number>();

  constructor(private readonly parts: AuditParts) {}

  /** Somebody has come: `names` is the user name in each cluster. */
  admitted(request: Asking, names: ReadonlyMap<string, string>): void {
    const { history, signIn } = this.parts;
    const who = keyOf(names);
    const isNew = this.#isOver(this.#heardOf.get(who), AWAY_MS);
    this.#remember(this.#heardOf, who);
    if (isNew) auditSignIn(history, { what: "sign-in", signIn, names, result: "done", origin: auditOrigin(request, signIn) });
  }

  /** Somebody was refused. `names`: as far as what was brought has told them; empty = nobody knows. */
  refused(request: Asking, names: ReadonlyMap<string, string>, thrown: unknown): void {
    const { history, signIn } = this.parts;
    if (!(thrown instanceof Refusal)) return;
    const reason = JSON.stringify([keyOf(names), thrown.status, thrown.detail]);
    if (!this.#isOver(this.#toldOf.get(reason), REASON_MS)) return;
    this.#remember(this.#toldOf, reason);
    auditSignIn(history, { what: "sign-in", signIn, names, ...refusedBy(thrown), origin: auditOrigin(request, signIn) });
  }

  #isOver(since: number | undefined, pauseMs: number): boolean {
    return since === undefined || this.parts.clock.monotonic() - since >= pauseMs;
  }

  #remember(moments: Map<string, number>, key: string): void {
    moments.delete(key);
    moments.set(key, this.parts.clock.monotonic());
    const [oldest] = moments.keys();
    if (moments.size > MOST_REMEMBERED && oldest !== undefined) moments.delete(oldest);
  }
}

interface BearerParts extends AuditParts {
  readonly attempts: FailedAttempts;
  /** See `SignIn.known`. */
  known(request: Asking): string | null;
}

/**
 * Tells who asks by `work`, and leaves the lines of whoever brings a token in a header. Of a cookie there are none: its sign-in has a line of its own,
 * and a page that stays open when it is over asks again and again.
 */
export function bearerAudit(parts: BearerParts): (request: Asking, work: () => Promise<SignedIn>) => Promise<SignedIn> {
  const audit = new RequestAudit(parts);
  return async (request, work) => {
    if (request.headers.get("authorization") === null) return work();
    try {
      // A token that was valid before is not an attempt, so its request does not wait behind attempts.
      const viewer = await (parts.known(request) === null ? parts.attempts.tried(request, work) : work());
      audit.admitted(request, namesOf(parts.signIn, viewer));
      return viewer;
    } catch (thrown) {
      audit.refused(request, new Map(), thrown);
      throw thrown;
    }
  };
}

/** Who it is, whichever of the clusters could be asked this time. */
function keyOf(names: ReadonlyMap<string, string>): string {
  return JSON.stringify([...new Set(names.values())].filter((name) => name !== "").sort());
}
