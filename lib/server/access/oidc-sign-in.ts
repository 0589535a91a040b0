import { earlierOf } from "@/lib/domain/object/timestamp";
import { Refusal } from "@/lib/server/http/problem";
import type { PublicUrl } from "@/lib/server/http/public-url";
import { tokenContext } from "@/lib/server/kube/token-context";
import { attemptCookies } from "./attempt-cookies";
import { bearerAudit } from "./audit-requests";
import type { KeepsAudit } from "./audit-sign-in";
import { endingViewers } from "./ending-viewers";
import { FailedAttempts } from "./failed-attempts";
import { claimsIn, userOfClaims } from "./oidc-claims";
import { CALLBACK_PATH } from "./oidc-paths";
import { oidcProvider, SKEW_SECONDS } from "./oidc-provider";
import type { OidcConfig } from "./oidc-settings";
import { providerSteps } from "./provider-steps";
import type { RevokedSessions } from "./revoked-sessions";
import type { SealingKeys } from "./sealing";
import { sessionCookies } from "./session-cookies";
import { keptSession, requireKept, sessionDigest, sessionEnd, tokenOf } from "./token-sign-in";
import type { Asking, SignIn } from "./viewer";
import { type SessionsParts, viewerSessions } from "./viewer-sessions";

const WORDS = { signIn: "oidc", rejected: "The API server does not take this ID token any more. Sign in again." } as const;

export interface OidcParts extends SessionsParts {
  readonly config: OidcConfig;
  readonly publicUrl: PublicUrl;
  /** The keys for what browsers keep. */
  readonly keys: SealingKeys;
  /** The secret of the client, as its setting has it now; null = a public client. */
  clientSecret(): string | null;
  readonly revoked: RevokedSessions;
  readonly history: KeepsAudit;
  /** An API server's clock minus ours in milliseconds; null where it is not known. */
  clusterSkewMs(): number | null;
}

/** People sign in at an OpenID provider that the clusters trust. Its ID token is the bearer token: the clusters check it, and say whom it stands for. */
export function oidcSignIn({ config, publicUrl, keys, revoked, history, ...parts }: OidcParts): SignIn {
  const { clock } = parts;
  const cookies = sessionCookies(keys, clock.now, publicUrl, revoked);
  const sessionOf = (request: Asking) => sessionDigest(request, cookies);
  const sessions = viewerSessions(parts, WORDS);
  const signIn = { kind: "oidc", clusters: sessions.clusters, sessionOf, setContexts: sessions.setContexts } as const;
  const failures = new FailedAttempts(clock);
  const known = (request: Asking) => sessions.known(tokenOf(request, cookies) ?? "");
  const audited = bearerAudit({ history, clock, signIn, attempts: failures, known });
  const provider = oidcProvider(config, {
    redirectUri: `${publicUrl.origin}${CALLBACK_PATH}`,
    clock,
    clusterSkewMs: parts.clusterSkewMs,
    clientSecret: parts.clientSecret,
  });
  void provider.meet();
  const ending = endingViewers(clock, sessions.follow, revoked);
  const attempts = attemptCookies(keys, clock.now, publicUrl);
  return {
    ...signIn,
    cookies,
    viewerOf: (request) =>
      audited(request, async () => {
        if (request.headers.get("authorization") === null) await revoked.ready();
        const token = tokenOf(request, cookies);
        if (token === null) throw new Refusal(401, "Not signed in", attempts.endOf(request.headers.get("cookie")) ?? "Sign in.");
        const tokenEnd = checkClaims(token, config, clock.now());
        const viewer = await sessions.viewer({ key: token, contextOf: (context) => tokenContext(context, token) });
        const endsAt = earlierOf(tokenEnd, sessionEnd(request, cookies));
        return ending.until(requireKept(viewer, request, cookies), { endsAt, session: keptSession(request, cookies) });
      }),
    known,
    follow: ending.follow,
    figures: sessions.figures,
    signOut: (request) => sessions.signOut(tokenOf(request, cookies) ?? ""),
    provider: providerSteps({
      ...{ config, publicUrl, provider, cookies, attempts, clock, clusterSkewMs: parts.clusterSkewMs },
      get contexts() {
        return sessions.contexts;
      },
      ...{ ended: sessions.signOut, ready: () => revoked.ready(), failures },
    }),
    stop: () => {
      revoked.stop();
      sessions.stop();
      void provider.close();
    },
  };
}

/**
 * A token of the provider is over once its time is, whoever can still be asked about it; and none makes anybody one of Kubernetes' own users.
 * Gives back when it is over, in milliseconds; null = this server does not know.
 */
function checkClaims(token: string, config: OidcConfig, now: number): number | null {
  const claims = claimsIn(token);
  if (claims?.iss !== config.issuer) return null;
  userOfClaims(claims, config);
  const endsAt = typeof claims.exp === "number" ? (claims.exp + SKEW_SECONDS) * 1_000 : null;
  if (endsAt !== null && endsAt <= now) throw new Refusal(401, "Not signed in", "This sign-in has expired. Sign in again.");
  return endsAt;
}
