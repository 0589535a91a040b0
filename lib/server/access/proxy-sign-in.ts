import { randomBytes } from "node:crypto";
import type { JWTPayload } from "jose";
import { Refusal } from "@/lib/server/http/problem";
import { impersonatingContext } from "@/lib/server/kube/impersonating-context";
import { allowedImpersonation, type Impersonated, type ImpersonationLists } from "@/lib/server/kube/impersonation";
import { auditDigests } from "./audit-digest";
import { RequestAudit } from "./audit-requests";
import type { KeepsAudit } from "./audit-sign-in";
import { namesAt } from "./audited-names";
import { type ClaimRules, claimedIdentity } from "./claimed-identity";
import { endingViewers } from "./ending-viewers";
import { type ProxyRules, proxiedToken } from "./proxied-token";
import { SignInRefusal } from "./sign-in-refusal";
import type { SignedTokens } from "./signed-token";
import type { Asking, SignedIn, SignIn } from "./viewer";
import { type SessionsParts, type ViewerCredentials, viewerSessions } from "./viewer-sessions";

const WORDS = { signIn: "proxy", rejected: "No cluster lets this server speak for you." } as const;

export interface ProxyParts extends SessionsParts {
  readonly rules: ProxyRules & ClaimRules;
  readonly tokens: SignedTokens;
  readonly lists: ImpersonationLists;
  readonly history: KeepsAudit;
}

/** A proxy in front signs people in and sends a signed token of each with every request; the server speaks for them with its own credentials. */
export function proxySignIn({ rules, tokens, lists, history, ...parts }: ProxyParts): SignIn {
  const sessions = viewerSessions(parts, WORDS);
  const ending = endingViewers(parts.clock, sessions.follow);
  const digestOf = auditDigests(randomBytes(32));
  // The proxy keeps the session: here, those that come with one token are told from others, as long as this process runs.
  const sessionOf = ({ headers }: Asking) => {
    const token = headers.get(rules.header);
    return token === null ? "" : digestOf(token);
  };
  const signIn = { kind: "proxy", clusters: sessions.clusters, sessionOf, setContexts: sessions.setContexts } as const;
  const audit = new RequestAudit({ history, clock: parts.clock, signIn });

  /** Whom verified claims name, as far as they do, and whether the server speaks for that user. */
  function spokenFor(claims: JWTPayload): { readonly who: string | null; readonly as: Impersonated | { readonly refused: string } } {
    const claimed = claimedIdentity(claims, rules);
    if ("refused" in claimed) return { who: null, as: claimed };
    return { who: claimed.user, as: allowedImpersonation(lists, claimed.user, claimed.groups) };
  }

  async function admitted(request: Asking): Promise<SignedIn> {
    let who: string | null = null;
    try {
      const { claims, expiresAt } = await tokens.prove(proxiedToken(request, rules));
      const { as, ...named } = spokenFor(claims);
      who = named.who;
      if ("refused" in as) throw new SignInRefusal(who === null ? "not-allowed" : "user-not-allowed", 403, "Not allowed", as.refused);
      const viewer = await sessions.viewer(credentialsOf(as));
      audit.admitted(request, namesAt(signIn, who));
      return ending.until(viewer, { endsAt: expiresAt });
    } catch (thrown) {
      audit.refused(request, namesAt(signIn, who), thrown);
      throw thrown;
    }
  }

  return {
    ...signIn,
    cookies: null,
    viewerOf: admitted,
    known: (request) => {
      const claims = provedBefore(request, { rules, tokens });
      const as = claims === null ? null : spokenFor(claims).as;
      return as === null || "refused" in as ? null : sessions.known(keyOf(as));
    },
    follow: ending.follow,
    // A sign-in is kept by the proxy, and ends there.
    signOut: () => undefined,
    figures: sessions.figures,
    stop: sessions.stop,
  };
}

/** What the token of a request said when it was proved; null where it never was, or the request does not come as the proxy sends it. */
function provedBefore(request: Asking, { rules, tokens }: Pick<ProxyParts, "rules" | "tokens">): JWTPayload | null {
  try {
    return tokens.known(proxiedToken(request, rules));
  } catch (thrown) {
    if (thrown instanceof Refusal) return null;
    throw thrown;
  }
}

function keyOf({ user, groups }: Impersonated): string {
  return JSON.stringify([user, groups]);
}

function credentialsOf(as: Impersonated): ViewerCredentials {
  return { key: keyOf(as), impersonates: as.user, contextOf: (context) => impersonatingContext(context, as) };
}
