import { useEffect } from "react";

/** Milliseconds after which a page has all it shows. */
const SETTLED_MS = 3_000;

/**
 * Loads, once the page is settled, what somebody may open later: by a key that nothing announces, or when the server is out of reach.
 * Where that fails it is asked for again, when it is opened. `load` must stay the same.
 */
export function useLoadLater(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
