import type { Everywhere } from "./everywhere";
import type { PlaceRights } from "./place-rights";

/** All that access reviews said of one user of a cluster. */
export interface FoundRights {
  readonly everywhere: Everywhere;
  readonly places: ReadonlyMap<string, PlaceRights>;
  /** When what is seen was last known to hold, and when its renewal last began. Moments are of the monotonic clock. */
  readonly renewedAt: number;
  readonly renewalBeganAt: number;
}

/** So many users are remembered at once; whoever was not asked about for longest goes first. */
const MOST_USERS = 1_000;

/**
 * What was found last of each user of one cluster, kept for other credentials that the cluster says stand for the very same user: an access review is decided by
 * the user, never by the credentials, so that a token that was renewed costs one question and not some thirty.
 */
export class RightsOfUsers {
  readonly #found = new Map<string, FoundRights>();

  /** `user`: the key of the user, as the API server made it of credentials. */
  keep(user: string, found: FoundRights): void {
    this.#found.delete(user);
    this.#found.set(user, { ...found, places: new Map(found.places) });
    const [oldest] = this.#found.keys();
    if (this.#found.size > MOST_USERS && oldest !== undefined) this.#found.delete(oldest);
  }

  /** What was found, however long ago; null = nobody has asked. */
  of(user: string): FoundRights | null {
    return this.#found.get(user) ?? null;
  }
}
