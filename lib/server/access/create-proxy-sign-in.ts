import { readFileSync } from "node:fs";
import { peerList } from "@/lib/server/http/peer-list";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { causeOf } from "@/lib/server/kube/problem";
import { log } from "@/lib/server/log";
import type { KeepsAudit } from "./audit-sign-in";
import { type KeyPlace, parseKeySet, readKeySet } from "./key-set";
import type { ProxyConfig } from "./proxy-settings";
import { proxySignIn } from "./proxy-sign-in";
import { PublishedKeys } from "./published-keys";
import { SignedTokens } from "./signed-token";
import type { SignIn } from "./viewer";
import type { SessionsParts } from "./viewer-sessions";

/** The sign-in by a proxy in front. Throws a sentence where the server cannot speak for others, or its file of keys cannot be used. */
export function createProxySignIn(config: ProxyConfig, parts: SessionsParts & { readonly history: KeepsAudit }): SignIn {
  for (const context of parts.contexts) {
    const refusal = impersonationRefusal(context);
    if (refusal !== null) throw new Error(refusal);
  }
  requireKeys(config.keys);
  const keys = new PublishedKeys(() => readKeySet(config.keys), parts.clock);
  const rules = { ...config, peers: peerList(config.peers) };
  const signIn = proxySignIn({ ...parts, rules, lists: config.lists, tokens: new SignedTokens(keys, config, parts.clock) });
  return { ...signIn, setContexts: (contexts) => signIn.setContexts?.(contexts.filter(mayImpersonate)) };
}

/** Viewers do not see a cluster that is added later with an account that cannot speak for them. */
function mayImpersonate(context: ClusterContext): boolean {
  const refusal = impersonationRefusal(context);
  if (refusal !== null) log("error", "viewers do not see a cluster", { cluster: context.cluster, detail: refusal });
  return refusal === null;
}

function impersonationRefusal({ cluster, impersonates }: ClusterContext): string | null {
  if (impersonates === undefined) return null;
  return `The kubeconfig's user of ${cluster} impersonates ${impersonates} already (as:), and can speak for nobody else. Give this server an account of its own.`;
}

/** A file is there from the start. An identity provider that is away comes back. */
function requireKeys(place: KeyPlace): void {
  if ("url" in place) return;
  try {
    parseKeySet(readFileSync(place.file, "utf8"));
  } catch (cause) {
    throw new Error(`STOLOS_PROXY_JWKS_FILE: ${causeOf(cause)}`, { cause });
  }
}
