import type { ServerResponse } from "node:http";

/**
 * Cuts an answer of whose bytes its reader takes none for so long, in milliseconds: until then they stay in memory. An answer that is still being made is
 * waited for.
 */
export function cutDeafReader(response: ServerResponse, patienceMs: number): void {
  // Node counts anew whenever the other end has taken something, and tells once.
  response.setTimeout(patienceMs, () => {
    if (response.writableLength > 0) response.destroy();
    else response.setTimeout(patienceMs);
  });
}
