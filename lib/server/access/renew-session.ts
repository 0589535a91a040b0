import type { SessionRenewal } from "@/lib/contract/answers/session";
import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import type { AttemptCookies } from "./attempt-cookies";
import { type Claims, claimsIn, lacksGroups, userOfClaims } from "./oidc-claims";
import type { Granted } from "./oidc-provider";
import type { OidcConfig } from "./oidc-settings";
import type { WithCookies } from "./provider-sign-in";
import { type KeptSession, keptRefreshToken, type SessionCookies } from "./session-cookies";
import type { Asking } from "./viewer";

/** A token is renewed so long before it expires, or half its life where that is shorter. Milliseconds. */
const BEFORE_MS = 90_000;

interface RenewParts {
  readonly cookies: SessionCookies;
  readonly attempts: Pick<AttemptCookies, "endOf">;
  readonly config: OidcConfig;
  readonly clock: Pick<Clock, "now">;
  /** An API server's clock minus ours in milliseconds; null where it is not known. */
  readonly clusterSkewMs: () => number | null;
  /** Uses a refresh token, once. */
  readonly renewed: (refreshToken: string) => Promise<Granted>;
  /** Ends what is known by a token, for a reason. */
  readonly ended: (token: string, why: string) => void;
  /** Revokes a refresh token at the provider. Never rejects. */
  readonly revoked: (refreshToken: string) => Promise<void>;
}

const SIGNED_OUT = "This session was signed out while it was renewed. Sign in again.";

/**
 * Renews what a browser keeps where that is due. Its pages ask one at a time (lib/client/renew.ts), with the newest cookie: where another
 * page has renewed meanwhile, nothing is due. Rejects with 401 where the sign-in is over, and with the same reason whenever the browser asks after that.
 */
export async function renewSession(parts: RenewParts, { headers }: Asking): Promise<WithCookies<SessionRenewal>> {
  const { cookies, attempts, config, clock, clusterSkewMs, renewed } = parts;
  // A token expires when the API server says so, if its clock is ahead.
  const now = () => clock.now() + Math.max(0, clusterSkewMs() ?? 0);
  const kept = cookies.openAll(headers.get("cookie"));
  const end = kept === null ? attempts.endOf(headers.get("cookie")) : null;
  if (end !== null) throw new Refusal(401, "Not signed in", end);
  const claims = kept === null ? null : claimsIn(kept.token);
  if (kept === null || claims === null) return standing({ isKept: false, nextMs: null, lacksGroups: false });
  const lacks = lacksGroups(claims, config);
  if (kept.refreshToken === null) return standing({ isKept: true, nextMs: null, lacksGroups: lacks });
  const dueMs = dueIn(claims, now());
  if (dueMs > 0) return standing({ isKept: true, nextMs: dueMs, lacksGroups: lacks });
  const granted = await orEnded(parts, headers, kept, () => renewed(kept.refreshToken ?? ""));
  await orEnded(parts, headers, kept, async () => checkSame(claims, granted.claims, config));
  const refreshToken = keptRefreshToken(granted.refreshToken ?? kept.refreshToken);
  if (cookies.open(headers.get("cookie")) === null) {
    if (granted.refreshToken !== null) void parts.revoked(granted.refreshToken);
    throw new Refusal(401, "Not signed in", SIGNED_OUT);
  }
  return {
    value: {
      ...{ isKept: true, isRenewed: true },
      nextMs: refreshToken === null ? null : Math.max(0, dueIn(granted.claims, now())),
      lacksGroups: lacksGroups(granted.claims, config),
    },
    cookies: cookies.keep(granted.idToken, { refreshToken, since: kept.since, id: kept.id }),
  };
}

/** Nothing is due. */
function standing(renewal: Omit<SessionRenewal, "isRenewed">): WithCookies<SessionRenewal> {
  return { value: { isRenewed: false, ...renewal }, cookies: [] };
}

/** In how many milliseconds a token has to be renewed. */
function dueIn({ exp, iat }: Claims, now: number): number {
  if (typeof exp !== "number") return 0;
  const life = typeof iat === "number" ? (exp - iat) * 1_000 : Number.POSITIVE_INFINITY;
  return exp * 1_000 - Math.min(BEFORE_MS, life / 2) - now;
}

/** Renewing changes nobody into somebody else. */
function checkSame(before: Claims, after: Claims, config: OidcConfig): void {
  const isSame = before.iss === after.iss && before.sub === after.sub && userOfClaims(before, config).name === userOfClaims(after, config).name;
  if (!isSame) throw new Refusal(401, "Not signed in", "The provider renewed this sign-in for another user. Sign in again.");
}

/** Ends the session after a 401: for every copy of its cookie, and for everything cached under its token. */
async function orEnded<T>({ ended, cookies }: RenewParts, headers: Asking["headers"], { token }: KeptSession, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.status === 401) {
      ended(token, thrown.detail);
      await cookies.revoke(headers.get("cookie"));
    }
    throw thrown;
  }
}
