import { readFileSync } from "node:fs";
import { peerList } from "@/lib/server/http/peer-list";
import { causeOf } from "@/lib/server/kube/problem";
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
  for (const { cluster, impersonates } of parts.contexts) {
    if (impersonates !== undefined)
      throw new Error(
        `The kubeconfig's user of ${cluster} impersonates ${impersonates} already (as:), and can speak for nobody else. Give this server an account of its own.`,
      );
  }
  requireKeys(config.keys);
  const keys = new PublishedKeys(() => readKeySet(config.keys), parts.clock);
  const rules = { ...config, peers: peerList(config.peers) };
  return proxySignIn({ ...parts, rules, lists: config.lists, tokens: new SignedTokens(keys, config, parts.clock) });
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
