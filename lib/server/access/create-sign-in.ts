import type { KeptRevocations } from "@/lib/server/history/keep-revocations";
import type { WritingClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { log } from "@/lib/server/log";
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
  /** True if clusters of other names can be added later. Then a name of the settings may belong to one of them. */
  readonly mayGrow?: boolean;
  /** Stores revoked sessions; null = only this process remembers them. */
  readonly revocations?: KeptRevocations | null;
  /** The server's own client of a cluster. */
  clientOf(cluster: string): WritingClient | undefined;
  /** The settings of the sign-in with the secrets that their files hold now; none = they do not change. */
  current?(): SignInConfig;
}

/** The sign-in that is set. Throws a sentence where it cannot be used as it is set. */
export function createSignIn(config: SignInConfig, given: Parts): SignIn {
  const { contexts, mayGrow = false, clientOf, revocations = null, current = () => config, ...parts } = given;
  const keys = () => changingKeys(() => sessionKeysOf(current()), { now: parts.clock.now, keepMs: LONGEST_MS });
  const revokedSessions = () => new RevokedSessions({ table: revocations, clock: parts.clock });
  switch (config.kind) {
    case "local":
      return localSignIn({ scope: parts.server, readOnly: parts.readOnly, clientOf });
    case "token": {
      const taken = new TokenClusters(config.clusters, contexts, mayGrow);
      const revoked = revokedSessions();
      const cookies = sessionCookies(keys(), parts.clock.now, config.publicUrl ?? undefined, revoked);
      return taken.follow(tokenSignIn({ ...parts, contexts: taken.contexts, revoked, cookies }));
    }
    case "oidc": {
      const { provider, publicUrl } = config;
      const taken = new TokenClusters(config.clusters, contexts, mayGrow);
      const clusterSkewMs = () => clientOf(taken.contexts[0]?.cluster ?? "")?.skewMs() ?? null;
      const ofProvider = { config: provider, publicUrl, clientSecret: () => clientSecretOf(current()) };
      return taken.follow(oidcSignIn({ ...parts, ...ofProvider, contexts: taken.contexts, clusterSkewMs, revoked: revokedSessions(), keys: keys() }));
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

/** The clusters that receive the tokens of users, as clusters come and go. */
class TokenClusters {
  contexts: readonly ClusterContext[];

  constructor(
    private readonly named: readonly string[],
    contexts: readonly ClusterContext[],
    mayGrow: boolean,
  ) {
    this.contexts = clustersOfTokens(named, contexts, mayGrow);
  }

  /** A later change stops no server: without the setting, a token goes to no cluster beside the one that it went to before. */
  follow(signIn: SignIn): SignIn {
    const setContexts = (contexts: readonly ClusterContext[]) => {
      const before = this.contexts.map(({ cluster }) => cluster);
      const isMeant = ({ cluster }: ClusterContext) => (this.named.length > 0 ? this.named : before).includes(cluster);
      this.contexts = this.named.length === 0 && contexts.length <= 1 ? contexts : contexts.filter(isMeant);
      for (const { cluster } of this.named.length === 0 ? contexts.filter((context) => !this.contexts.includes(context)) : [])
        log("warn", "viewers do not see a cluster", { cluster, detail: "STOLOS_TOKEN_CLUSTERS is not set: it names the clusters that receive tokens." });
      signIn.setContexts?.(this.contexts);
    };
    return { ...signIn, setContexts };
  }
}

/** A token that is good in one cluster would be known to the next one that it is sent to: with several, somebody has to say which belong together. */
export function clustersOfTokens(named: readonly string[], contexts: readonly ClusterContext[], mayGrow = false): readonly ClusterContext[] {
  const watched = contexts.map(({ cluster }) => cluster);
  const unknown = named.filter((name) => !watched.includes(name));
  if (unknown.length > 0) {
    const detail = `STOLOS_TOKEN_CLUSTERS names ${unknown.join(", ")}, which is not watched. These are: ${watched.join(", ") || "none"}.`;
    if (!mayGrow) throw new Error(detail);
    log("warn", "a cluster of the settings is not configured", { detail });
  }
  if (named.length === 0 && watched.length > 1) {
    throw new Error(`STOLOS_TOKEN_CLUSTERS is not set: say which of ${watched.join(", ")} a token is sent to. Each of these learns the token.`);
  }
  return named.length === 0 ? contexts : contexts.filter(({ cluster }) => named.includes(cluster));
}
