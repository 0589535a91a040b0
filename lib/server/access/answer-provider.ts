import { pagePaths } from "@/lib/contract/url/paths";
import { problemAnswer, Refusal } from "@/lib/server/http/problem";
import { auditOrigin, originOfKept } from "./audit-origin";
import { auditSignIn, refusedBy } from "./audit-sign-in";
import { namesAt } from "./audited-names";
import type { ProviderSignIn } from "./provider-sign-in";
import { type SessionParts, withCookies } from "./session";
import type { Asking } from "./viewer";

/** Begins to sign in: the answer has the address at the provider. */
export async function beginAtProvider({ signIn, refusedSignIns }: SessionParts, request: Asking, from: string): Promise<Response> {
  const provider = providerOf(signIn.provider);
  const line = { what: "sign-in", signIn, names: new Map(), origin: auditOrigin(request, {}) } as const;
  const begun = await refusedSignIns.audited(line, () => provider.begin(from, request));
  return withCookies(Response.json({ address: begun.value }), begun.cookies);
}

/**
 * Handles the callback from the provider, and always redirects to the sign-in page. A redirect from that page sends the session cookie; one from the provider's
 * page does not. A callback that matches no attempt of this browser changes nothing and leaves no audit line, because any site can link to it.
 */
export async function backFromProvider({ signIn, history, refusedSignIns }: SessionParts, request: Request): Promise<Response> {
  const provider = providerOf(signIn.provider);
  const { search } = new URL(request.url);
  if (!provider.isBegun(request, search)) return goTo(provider.addressOf(pagePaths.signIn("/", "not-begun")), []);
  try {
    const line = { what: "sign-in", signIn, names: new Map(), origin: auditOrigin(request, {}) } as const;
    const { value, cookies } = await refusedSignIns.audited(line, () => provider.finish(request, search));
    auditSignIn(history, { ...line, names: value.names, result: "done", origin: originOfKept(request, signIn, cookies) });
    return goTo(provider.addressOf(pagePaths.signIn(value.to)), cookies);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return goTo(provider.addressOf(pagePaths.signIn("/")), provider.refused(thrown.detail, search));
  }
}

/** Renews a browser's session where that is due; whoever is told 401 keeps nothing but the reason. */
export async function renewAtProvider({ signIn, history }: Pick<SessionParts, "signIn" | "history">, request: Asking): Promise<Response> {
  const provider = providerOf(signIn.provider);
  const { cookies: kept } = signIn;
  const isKept = kept !== null && kept.open(request.headers.get("cookie")) !== null;
  const line = {
    what: "renewal",
    signIn,
    names: isKept ? namesAt(signIn, provider.nameOf(request)) : new Map(),
    origin: auditOrigin(request, signIn),
  } as const;
  try {
    const { value, cookies } = await provider.renew(request);
    return withCookies(Response.json(value), cookies);
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.status !== 401) throw thrown;
    // What was over before is told again, and has its line of the audit.
    if (!isKept) throw thrown;
    auditSignIn(history, { ...line, ...refusedBy(thrown) });
    return withCookies(problemAnswer(thrown, request), [...kept.forget(), ...provider.ended(request, thrown.detail)]);
  }
}

function providerOf(provider: ProviderSignIn | undefined): ProviderSignIn {
  if (provider === undefined) throw new Refusal(404, "Not there", "Nobody signs in through a provider here.");
  return provider;
}

function goTo(address: string, cookies: readonly string[]): Response {
  return withCookies(new Response(null, { status: 303, headers: { Location: address } }), cookies);
}
