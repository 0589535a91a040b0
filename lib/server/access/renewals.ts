import { createHash } from "node:crypto";
import type { Clock } from "@/lib/server/clock";
import type { Granted } from "./oidc-provider";

/** A renewal whose answer was lost on its way to the browser may be asked for again within this. Milliseconds. */
const KEPT_MS = 30_000;

/**
 * Uses each refresh token once in this process, for many are good for one time only: whoever asks with the same one again, at the same time or
 * because the answer was lost, is given what it was renewed to.
 */
export function renewals(renew: (refreshToken: string) => Promise<Granted>, clock: Pick<Clock, "setTimer">): (refreshToken: string) => Promise<Granted> {
  const known = new Map<string, Promise<Granted>>();
  return (refreshToken) => {
    const key = createHash("sha256").update(refreshToken).digest("base64");
    const before = known.get(key);
    if (before !== undefined) return before;
    const renewal = renew(refreshToken);
    known.set(key, renewal);
    const forget = () => known.delete(key);
    // What failed used nothing up, as far as anybody knows: it may be tried at once.
    renewal.then(() => clock.setTimer(forget, KEPT_MS), forget);
    return renewal;
  };
}
