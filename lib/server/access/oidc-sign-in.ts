import { Refusal } from "@/lib/server/http/problem";
import type { PublicUrl } from "@/lib/server/http/public-url";
import { tokenContext } from "@/lib/server/kube/token-context";
import { attemptCookie } from "./attempt-cookie";
import { claimsIn, userOfClaims } from "./oidc-claims";
import { CALLBACK_PATH } from "./oidc-paths";
import { oidcProvider, SKEW_SECONDS } from "./oidc-provider";
import type { OidcConfig } from "./oidc-settings";
import { providerSteps } from "./provider-steps";
import { sessionCookies } from "./session-cookies";
import { tokenOf } from "./token-sign-in";
import type { SignIn } from "./viewer";
import { type SessionsParts, viewerSessions } from "./viewer-sessions";

const WORDS = { signIn: "oidc", rejected: "The API server does not take this ID token any more. Sign in again." } as const;

export interface OidcParts extends SessionsParts {
  readonly config: OidcConfig;
  readonly publicUrl: PublicUrl;
  /** Seals what browsers keep; null = a key of this process alone. */
  readonly secret: Buffer | null;
  /** An API server's clock minus ours in milliseconds; null where it is not known. */
  clusterSkewMs(): number | null;
}

/** People sign in at an OpenID provider that the clusters trust. Its ID token is the bearer token: the clusters check it, and say whom it stands for. */
export function oidcSignIn({ config, publicUrl, secret, ...parts }: OidcParts): SignIn {
  const { clock, contexts } = parts;
  const sessions = viewerSessions(parts, WORDS);
  const cookies = sessionCookies(secret, clock.now, publicUrl);
  const provider = oidcProvider(config, { redirectUri: `${publicUrl.origin}${CALLBACK_PATH}`, now: clock.now, clusterSkewMs: parts.clusterSkewMs });
  void provider.meet();
  const attempts = attemptCookie(secret, clock.now, publicUrl);
  return {
    kind: "oidc",
    cookies,
    clusters: contexts.map(({ cluster }) => cluster),
    viewerOf: async (request) => {
      const token = tokenOf(request, cookies);
      if (token === null) throw new Refusal(401, "Not signed in", "Sign in.");
      checkClaims(token, config, clock.now());
      return sessions.viewer({ key: token, contextOf: (context) => tokenContext(context, token) });
    },
    follow: sessions.follow,
    figures: sessions.figures,
    signOut: (request) => sessions.signOut(tokenOf(request, cookies) ?? ""),
    provider: providerSteps({ config, publicUrl, provider, cookies, attempts, contexts, clock, clusterSkewMs: parts.clusterSkewMs, ended: sessions.signOut }),
    stop: () => {
      sessions.stop();
      void provider.close();
    },
  };
}

/** A token of the provider is over once its time is, whoever can still be asked about it; and none makes anybody one of Kubernetes' own users. */
function checkClaims(token: string, config: OidcConfig, now: number): void {
  const claims = claimsIn(token);
  if (claims?.iss !== config.issuer) return;
  const isOver = typeof claims.exp === "number" && claims.exp + SKEW_SECONDS <= now / 1_000;
  if (isOver) throw new Refusal(401, "Not signed in", "This sign-in has expired. Sign in again.");
  userOfClaims(claims, config);
}
