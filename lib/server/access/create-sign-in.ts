import type { KeptRevocations } from "@/lib/server/history/keep-revocations";
import type { WritingClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { createProxySignIn } from "./create-proxy-sign-in";
import { kioskSignIn } from "./kiosk-sign-in";
import { localSignIn } from "./local-sign-in";
import { oidcSignIn } from "./oidc-sign-in";
import { RevokedSessions } from "./revoked-sessions";
import { changingKeys } from "./sealing";
import { LONGEST_MS, sessionCookies } from "./session-cookies";
import type { SignInConfig } from "./sign-in-settings";
import { type TokenParts, tokenSignIn } from "./token-sign-in";
import type { SignIn } from "./viewer";

interface Parts extends Omit<TokenParts, "contexts" | "cookies" | "revoked"> {
  /** Every cluster that is watched. */
  readonly contexts: readonly ClusterContext[];
  /** Stores revoked sessions; null = only this process remembers them. */
  readonly revocations?: KeptRevocations | null;
  /** The server's own client of a cluster. */
  clientOf(cluster: string): WritingClient | undefined;
  /** The settings of the sign-in with the secrets that their files hold now; none = they do not change. */
  current?(): SignInConfig;
}

/** The sign-in that is set. Throws a sentence where it cannot be used as it is set. */
export function createSignIn(config: SignInConfig, { contexts, clientOf, revocations = null, current = () => config, ...parts }: Parts): SignIn {
  const keys = () => changingKeys(() => sessionKeysOf(current()), { now: parts.clock.now, keepMs: LONGEST_MS });
  const revokedSessions = () => new RevokedSessions({ table: revocations, clock: parts.clock });
  switch (config.kind) {
    case "local":
      return localSignIn({ scope: parts.server, readOnly: parts.readOnly, clientOf });
    case "token": {
      const taking = { ...parts, contexts: clustersOfTokens(config.clusters, contexts) };
      const revoked = revokedSessions();
      return tokenSignIn({ ...taking, revoked, cookies: sessionCookies(keys(), parts.clock.now, config.publicUrl ?? undefined, revoked) });
    }
    case "oidc": {
      const { provider, publicUrl } = config;
      const taking = { ...parts, contexts: clustersOfTokens(config.clusters, contexts) };
      const [first] = taking.contexts;
      const clusterSkewMs = () => (first === undefined ? null : (clientOf(first.cluster)?.skewMs() ?? null));
      return oidcSignIn({
        ...{ ...taking, config: provider, publicUrl, clusterSkewMs, revoked: revokedSessions(), keys: keys() },
        clientSecret: () => clientSecretOf(current()),
      });
    }
    case "proxy":
      return createProxySignIn(config, { ...parts, contexts });
    case "kiosk":
      return kioskSignIn({ scope: parts.server, namespaces: config.namespaces });
  }
}

function sessionKeysOf(config: SignInConfig): readonly Buffer[] | null {
  return config.kind === "token" || config.kind === "oidc" ? config.secret : null;
}

function clientSecretOf(config: SignInConfig): string | null {
  return config.kind === "oidc" ? config.provider.clientSecret : null;
}

/** A token that is good in one cluster would be known to the next one that it is sent to: with several, somebody has to say which belong together. */
export function clustersOfTokens(named: readonly string[], contexts: readonly ClusterContext[]): readonly ClusterContext[] {
  const watched = contexts.map(({ cluster }) => cluster);
  const unknown = named.filter((name) => !watched.includes(name));
  if (unknown.length > 0)
    throw new Error(`STOLOS_TOKEN_CLUSTERS names ${unknown.join(", ")}, which is not watched. These are: ${watched.join(", ") || "none"}.`);
  if (named.length === 0 && watched.length > 1) {
    throw new Error(`STOLOS_TOKEN_CLUSTERS is not set: say which of ${watched.join(", ")} a token is sent to. Each of these learns the token.`);
  }
  return named.length === 0 ? contexts : contexts.filter(({ cluster }) => named.includes(cluster));
}
