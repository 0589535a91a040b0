import type { PageViewer } from "@/lib/contract/session";
import { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";
import { auditOrigin, originOfKept } from "./audit-origin";
import { auditedRefusal, auditSignIn, type KeepsAudit } from "./audit-sign-in";
import { namesAt, namesOf } from "./audited-names";
import { bearerOf } from "./token";
import type { Asking, SignedIn, SignIn } from "./viewer";
import { viewerDigest } from "./viewer-digest";

/** What signing in and out needs of the process. */
export interface SessionParts {
  readonly signIn: SignIn;
  readonly history: KeepsAudit;
}

/** Whoever asks, as a page may know it. */
export function pageViewer(viewer: SignedIn): PageViewer {
  return { ...viewer.identity, id: viewerDigest(viewer), mayWrite: viewer.mayWrite };
}

/** Keeps a token in the browser that brings it, once the clusters have said whom it stands for. Refuses what they do not take. */
export async function keepSession({ signIn, history }: SessionParts, request: Asking, typed: string): Promise<Response> {
  const { cookies, viewerOfToken } = signIn;
  if (cookies === null) throw new Refusal(404, "Not there", "This server asks nobody to sign in.");
  if (viewerOfToken === undefined) throw new Refusal(404, "Not there", "This server takes no pasted token: sign in at the provider.");
  const token = bearerOf(`Bearer ${typed.trim()}`);
  if (token === null) throw new Refusal(422, "No token", "This is no bearer token: it has letters, digits and - . _ ~ + / only, and 6,144 at most.", "token");
  const line = { what: "sign-in", signIn } as const;
  const refused = { ...line, names: new Map(), origin: auditOrigin(request, {}) };
  const viewer = await auditedRefusal(history, refused, () => viewerOfToken(token));
  const kept = cookies.keep(token);
  auditSignIn(history, { ...line, names: namesOf(signIn, viewer), result: "done", origin: originOfKept(request, signIn, kept) });
  return withCookies(Response.json(pageViewer(viewer)), kept);
}

/**
 * Ends the session in every process that can learn of it, takes the cookies away, and has a provider renew it no more. A provider that answers late or not
 * at all delays nothing.
 */
export async function endSession({ signIn, history }: SessionParts, request: Asking): Promise<Response> {
  const names = await namesLeaving(signIn, request);
  const origin = auditOrigin(request, signIn);
  const revocation = revoked(signIn, request);
  signIn.signOut(request);
  await signIn.cookies?.revoke(request.headers.get("cookie"));
  const result = await revocation;
  if (names !== null) auditSignIn(history, { what: "sign-out", signIn, names, result, origin });
  const response = new Response(null, { status: 204, headers: { "Clear-Site-Data": '"cache"' } });
  return withCookies(response, signIn.cookies?.forget() ?? []);
}

/** Who is about to leave; null where nobody was signed in. Nobody's name where it cannot be told any more. */
async function namesLeaving(signIn: SignIn, request: Asking): Promise<ReadonlyMap<string, string> | null> {
  if (signIn.cookies === null || signIn.cookies.open(request.headers.get("cookie")) === null) return null;
  if (signIn.provider !== undefined) return namesAt(signIn, signIn.provider.nameOf(request));
  try {
    return namesOf(signIn, await signIn.viewerOf(request));
  } catch (thrown) {
    if (thrown instanceof Refusal) return new Map();
    throw thrown;
  }
}

async function revoked({ provider }: SignIn, request: Asking): Promise<string> {
  try {
    await provider?.revoke(request);
    return "done";
  } catch (thrown) {
    log("warn", "a refresh token was not revoked", { reason: thrown instanceof Refusal ? thrown.title : "unknown" });
    return "done, but not at the provider";
  }
}

/** An answer that nothing caches, with what the browser keeps. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  response.headers.set("Cache-Control", "no-store");
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
