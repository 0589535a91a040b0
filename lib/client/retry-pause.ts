const RETRY_SOON_MS = 100;
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 10_000;
const SPREAD_MOST_MS = 15_000;
/** Whoever is refused is asked for again now and then only: signing in opens the stream by itself. */
const RETRY_REFUSED_MS = 30_000;

/** What was tried before, and what the server wishes. Times in milliseconds. */
interface Tried {
  /** How often in vain since the last stream. */
  readonly attempts: number;
  /** How long the last attempt waited in vain: it has had that much of its pause already. */
  readonly waitedMs: number;
  /** Over what time the server wants browsers to spread out. */
  readonly spreadMs: number;
  readonly isRefused: boolean;
}

/**
 * How long to wait before a stream is opened again, in milliseconds. `chance` from 0 to 1: the first try too is spread out, as wide as the server asked for, so
 * that a restarted one is not met by everybody at once.
 */
export function retryPauseMs({ attempts, waitedMs, spreadMs, isRefused }: Tried, chance: number): number {
  const wanted = Math.max(Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** attempts), Math.min(spreadMs, SPREAD_MOST_MS));
  const soonest = isRefused ? RETRY_REFUSED_MS : RETRY_SOON_MS;
  return soonest + Math.max(chance * RETRY_FIRST_MS, chance * wanted - waitedMs);
}
