import type { PageViewer } from "@/lib/contract/answers/session";
import { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";
import { auditOrigin, originOfKept } from "./audit-origin";
import { auditSignIn, type KeepsAudit } from "./audit-sign-in";
import { namesAt, namesOf } from "./audited-names";
import type { RefusedSignIns } from "./refused-sign-ins";
import { bearerOf } from "./token";
import type { Asking, SignedIn, SignIn } from "./viewer";
import { viewerDigest } from "./viewer-digest";

/** What signing in and out needs of the process. */
export interface SessionParts {
  readonly signIn: SignIn;
  readonly history: KeepsAudit;
  readonly refusedSignIns: RefusedSignIns;
}

/** Whoever asks, as a page may know it. */
export function pageViewer(viewer: SignedIn): PageViewer {
  return { ...viewer.identity, id: viewerDigest(viewer), mayWrite: viewer.mayWrite };
}

/** Keeps a token in the browser that brings it, once the clusters have said whom it stands for. Refuses what they do not take. */
export async function keepSession({ signIn, history, refusedSignIns }: SessionParts, request: Asking, typed: string): Promise<Response> {
  const { cookies, viewerOfToken } = signIn;
  if (cookies === null) throw new Refusal(404, "Not there", "This server asks nobody to sign in.");
  if (viewerOfToken === undefined) throw new Refusal(404, "Not there", "This server takes no pasted token: sign in at the provider.");
  const token = bearerOf(`Bearer ${typed.trim()}`);
  if (token === null) throw new Refusal(422, "No token", "This is no bearer token: it has letters, digits and - . _ ~ + / only, and 6,144 at most.", "token");
  const line = { what: "sign-in", signIn } as const;
  const refused = { ...line, names: new Map(), origin: auditOrigin(request, {}) };
  const viewer = await refusedSignIns.audited(refused, () => viewerOfToken(token, request));
  // The new session replaces this one: every copy of its cookie ends with it.
  await cookies.revoke(request.headers.get("cookie"));
  const kept = cookies.keep(token);
  auditSignIn(history, { ...line, names: namesOf(signIn, viewer), result: "done", origin: originOfKept(request, signIn, kept) });
  return withCookies(Response.json(pageViewer(viewer)), kept);
}

/**
 * Ends the session in every process that shares the table, and deletes the cookies. The provider revokes the refresh token in the background, so that a slow or
 * dead provider delays no sign-out.
 */
export async function endSession({ signIn, history }: Pick<SessionParts, "signIn" | "history">, request: Asking): Promise<Response> {
  const names = namesLeaving(signIn, request);
  const line = { what: "sign-out", signIn, names: names ?? new Map(), origin: auditOrigin(request, signIn) } as const;
  // Reads the cookie before the next line ends its session.
  const revocation = signIn.provider?.revoke(request);
  signIn.signOut(request);
  await signIn.cookies?.revoke(request.headers.get("cookie"));
  if (names !== null) auditSignIn(history, { ...line, result: "done" });
  void revocation?.catch((thrown: unknown) => {
    log("warn", "a refresh token was not revoked", { reason: thrown instanceof Refusal ? thrown.title : "unknown" });
    auditSignIn(history, { ...line, result: "done, but not at the provider" });
  });
  const response = new Response(null, { status: 204, headers: { "Clear-Site-Data": '"cache"' } });
  return withCookies(response, signIn.cookies?.forget() ?? []);
}

/** Returns the names for the audit by cluster: empty when this process does not know them, null when the request had no session. Sends no request. */
function namesLeaving(signIn: SignIn, request: Asking): ReadonlyMap<string, string> | null {
  if (signIn.cookies === null || signIn.cookies.open(request.headers.get("cookie")) === null) return null;
  if (signIn.provider !== undefined) return namesAt(signIn, signIn.provider.nameOf(request));
  const subject = signIn.known?.(request) ?? null;
  return subject === null ? new Map() : namesOf(signIn, { subject });
}

/** An answer that nothing caches, with what the browser keeps. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  response.headers.set("Cache-Control", "no-store");
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
