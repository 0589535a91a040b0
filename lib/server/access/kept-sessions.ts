import { Refusal } from "@/lib/server/http/problem";
import type { SignedIn } from "./viewer";
import type { ViewerSession } from "./viewer-session";

/** How many sessions are kept at once: of credentials that a cluster has taken, and of all others, which anybody can make up. */
export interface SessionLimits {
  readonly accepted: number;
  readonly others: number;
}

/** A session of credentials that were refused takes 12 kB for each cluster: a thousand of them are 12 MB. */
export const SESSION_LIMITS: SessionLimits = { accepted: 1_000, others: 1_000 };

/** Whoever finds all places taken may ask again after this. Seconds. */
const ASK_AGAIN_SECONDS = 5;

interface Kept {
  readonly session: ViewerSession;
  /** Has a cluster ever taken its credentials? */
  wasAccepted: boolean;
  /** Requests that wait for whether they are good. */
  waiting: number;
}

/**
 * The sessions of everybody who is known, by a digest of the credentials. Credentials that no cluster has taken so far have places of
 * their own, of which the refused give way first: whoever makes up credentials pushes nobody out whom a cluster knows. Among those that were taken, whoever
 * has not been heard of for longest goes first, and nobody who has a page open.
 */
export class KeptSessions {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly limits: SessionLimits) {}

  get all(): readonly ViewerSession[] {
    return [...this.#kept.values()].map(({ session }) => session);
  }

  get(digest: string): ViewerSession | undefined {
    return this.#kept.get(digest)?.session;
  }

  /** The viewer of a session, which is made where there is none. Rejects with a refusal as a session does, and with 503 where there is no room. */
  async viewerOf(digest: string, make: () => ViewerSession): Promise<{ readonly viewer: SignedIn; readonly session: ViewerSession }> {
    const kept = this.#kept.get(digest) ?? this.#add(digest, make);
    kept.waiting++;
    try {
      const viewer = await kept.session.viewer();
      kept.wasAccepted = true;
      return { viewer, session: kept.session };
    } finally {
      kept.waiting--;
    }
  }

  /** Ends a session as somebody signs out of it. */
  signOut(digest: string, why?: string): void {
    this.get(digest)?.signOut(why);
    this.#kept.delete(digest);
  }

  #add(digest: string, make: () => ViewerSession): Kept {
    this.#makeRoom();
    const kept = { session: make(), wasAccepted: false, waiting: 0 };
    this.#kept.set(digest, kept);
    return kept;
  }

  #makeRoom(): void {
    const { accepted: mostAccepted, others: mostOthers } = this.limits;
    if (this.#kept.size < Math.min(mostAccepted, mostOthers)) return;
    const [accepted, others] = [true, false].map((wasAccepted) => [...this.#kept].filter(([, kept]) => kept.wasAccepted === wasAccepted));
    if (others !== undefined && others.length >= mostOthers && !this.#dropOldest(others))
      throw noRoom("Too many sign-ins", `This server checks ${mostOthers} sign-ins at once, and all of them wait for an answer.`);
    // One that is new is not among them yet: it may turn out to be refused.
    if (accepted !== undefined && accepted.length > mostAccepted && !this.#dropOldest(accepted))
      throw noRoom("Too many viewers", `This server knows ${mostAccepted} viewers at once, and all are in use.`);
  }

  /** Of these, drops whoever has not been heard of for longest and is not in use; false = all are. */
  #dropOldest(some: readonly (readonly [string, Kept])[]): boolean {
    const idle = some.filter(([, { session, waiting }]) => waiting === 0 && !session.isFollowed);
    const [oldest] = idle.sort(([, a], [, b]) => a.session.usedAt - b.session.usedAt);
    if (oldest === undefined) return false;
    oldest[1].session.close();
    return this.#kept.delete(oldest[0]);
  }
}

function noRoom(title: string, detail: string): Refusal {
  return new Refusal(503, title, detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS, isLimit: true });
}
