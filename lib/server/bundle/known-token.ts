import type { History } from "@/lib/server/history/history";
import type { TokenGroup } from "@/lib/server/history/queries/last-token";
import { Refusal } from "@/lib/server/http/problem";
import { type IssuedToken, lastIssued } from "./issued-tokens";

/** The last token for a group that is known here, null = none is. `isKept`: the audit could be asked, which outlives this server and may be shared with others. */
export interface KnownToken {
  readonly token: Pick<IssuedToken, "account" | "at" | "expiresAt" | "isThroughGateway"> | null;
  readonly isKept: boolean;
}

/** Looks into this server's memory and into the audit, and takes the newer one; which way its files lead only memory knows. */
export async function knownToken(history: Pick<History, "lastToken">, group: TokenGroup): Promise<KnownToken> {
  const own = lastIssued(group);
  try {
    const kept = await history.lastToken(group);
    if (kept === null) return { token: own, isKept: true };
    const isOwn = own !== null && (own.at >= kept.at || (own.account === kept.account && own.expiresAt === kept.expiresAt));
    return { token: isOwn ? own : { ...kept, isThroughGateway: null }, isKept: true };
  } catch (thrown) {
    // Nothing is kept, or it cannot be read now: what this server remembers itself is all that is known.
    if (thrown instanceof Refusal) return { token: own, isKept: false };
    throw thrown;
  }
}
