import { Refusal } from "@/lib/server/http/problem";
import { tokenContext } from "@/lib/server/kube/token-context";
import { bearerAudit } from "./audit-requests";
import type { KeepsAudit } from "./audit-sign-in";
import { endingViewers } from "./ending-viewers";
import { FailedAttempts } from "./failed-attempts";
import type { RevokedSessions } from "./revoked-sessions";
import type { SessionCookies } from "./session-cookies";
import { bearerOf } from "./token";
import type { Asking, SignedIn, SignIn } from "./viewer";
import { type SessionsParts, viewerSessions } from "./viewer-sessions";

const WORDS = { signIn: "token", rejected: "The API server does not take this token: it is not one of its own, or has expired." } as const;

export interface TokenParts extends SessionsParts {
  readonly cookies: SessionCookies;
  /** The revoked sessions, shared with `cookies`. */
  readonly revoked: RevokedSessions;
  readonly history: KeepsAudit;
}

/** Whoever asks brings a bearer token of the clusters, which say whom it stands for and what may be seen with it. */
export function tokenSignIn({ cookies, revoked, history, ...parts }: TokenParts): SignIn {
  const sessions = viewerSessions(parts, WORDS);
  const ending = endingViewers(parts.clock, sessions.follow, revoked);
  const sessionOf = (request: Asking) => sessionDigest(request, cookies);
  const signIn = { kind: "token", clusters: sessions.clusters, sessionOf, setContexts: sessions.setContexts } as const;
  const attempts = new FailedAttempts(parts.clock);
  const known = (request: Asking) => sessions.known(tokenOf(request, cookies) ?? "");
  const audited = bearerAudit({ history, clock: parts.clock, signIn, attempts, known });
  const viewerOfToken = (token: string) => sessions.viewer({ key: token, contextOf: (context) => tokenContext(context, token) });
  return {
    ...signIn,
    cookies,
    viewerOf: (request) =>
      audited(request, async () => {
        if (request.headers.get("authorization") === null) await revoked.ready();
        const token = tokenOf(request, cookies);
        if (token === null) throw new Refusal(401, "Not signed in", "Sign in with a token of the cluster.");
        const viewer = await viewerOfToken(token);
        return ending.until(requireKept(viewer, request, cookies), { endsAt: sessionEnd(request, cookies), session: keptSession(request, cookies) });
      }),
    viewerOfToken: (token, request) => attempts.tried(request, () => viewerOfToken(token)),
    known,
    follow: ending.follow,
    signOut: (request) => sessions.signOut(tokenOf(request, cookies) ?? ""),
    figures: sessions.figures,
    stop: () => {
      revoked.stop();
      sessions.stop();
    },
  };
}

/** Returns the viewer, unless the session was revoked during the request to the API server. */
export function requireKept(viewer: SignedIn, request: Asking, cookies: SessionCookies): SignedIn {
  if (tokenOf(request, cookies) === null) throw new Refusal(401, "Not signed in", "This session was signed out. Sign in again.");
  return viewer;
}

/** Returns the browser's session; "" when the request brings a bearer token. */
export function keptSession({ headers }: Asking, cookies: SessionCookies): string {
  return headers.get("authorization") === null ? cookies.sessionOf(headers.get("cookie")) : "";
}

/** A digest that tells the session of a request from others: of what the browser keeps, or of the token that a program brings. */
export function sessionDigest({ headers }: Asking, cookies: SessionCookies): string {
  const header = headers.get("authorization");
  if (header === null) return cookies.sessionOf(headers.get("cookie"));
  const token = bearerOf(header);
  return token === null ? "" : cookies.digestOf(token);
}

/** The header, where there is one: a program says who it is with every request. */
export function tokenOf({ headers }: Asking, cookies: SessionCookies): string | null {
  const header = headers.get("authorization");
  return header === null ? cookies.open(headers.get("cookie")) : bearerOf(header);
}

/** When the session of a request ends, in milliseconds; null where a program brings its token with the request, so that nothing is kept. */
export function sessionEnd({ headers }: Asking, cookies: SessionCookies): number | null {
  return headers.get("authorization") === null ? cookies.endOf(headers.get("cookie")) : null;
}
