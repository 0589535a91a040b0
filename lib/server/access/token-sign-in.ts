import { Refusal } from "@/lib/server/http/problem";
import { tokenContext } from "@/lib/server/kube/token-context";
import type { SessionCookies } from "./session-cookies";
import { bearerOf } from "./token";
import type { Asking, SignIn } from "./viewer";
import { type SessionsParts, viewerSessions } from "./viewer-sessions";

const WORDS = { signIn: "token", rejected: "The API server does not take this token: it is not one of its own, or has expired." } as const;

export interface TokenParts extends SessionsParts {
  readonly cookies: SessionCookies;
}

/** Whoever asks brings a bearer token of the clusters, which say whom it stands for and what may be seen with it. */
export function tokenSignIn({ cookies, ...parts }: TokenParts): SignIn {
  const sessions = viewerSessions(parts, WORDS);
  return {
    kind: "token",
    cookies,
    clusters: parts.contexts.map(({ cluster }) => cluster),
    viewerOf: async (request) => {
      const token = tokenOf(request, cookies);
      if (token === null) throw new Refusal(401, "Not signed in", "Sign in with a token of the cluster.");
      return sessions.viewer({ key: token, contextOf: (context) => tokenContext(context, token) });
    },
    follow: sessions.follow,
    signOut: (request) => sessions.signOut(tokenOf(request, cookies) ?? ""),
    figures: sessions.figures,
    stop: sessions.stop,
  };
}

/** The header, where there is one: a program says who it is with every request. */
export function tokenOf({ headers }: Asking, cookies: SessionCookies): string | null {
  const header = headers.get("authorization");
  return header === null ? cookies.open(headers.get("cookie")) : bearerOf(header);
}
