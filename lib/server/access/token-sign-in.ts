import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import { Refusal } from "@/lib/server/http/problem";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";
import { createKubeClient, type WritingClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { reviewSubject } from "@/lib/server/kube/review-subject";
import { tokenContext } from "@/lib/server/kube/token-context";
import { reviewScope } from "./review-scope";
import type { ServerScope } from "./server-scope";
import type { SessionCookies } from "./session-cookies";
import { bearerOf } from "./token";
import { TokenSession, type Told } from "./token-session";
import type { Asking, SignedIn, SignIn } from "./viewer";

/** Tokens that are known at once; whoever has not been heard of for longest goes first. */
const MOST_SESSIONS = 1_000;

export interface TokenParts {
  /** The clusters that a token is sent to, and no other. */
  readonly contexts: readonly ClusterContext[];
  readonly fleet: FleetReader;
  readonly server: ServerScope;
  readonly cookies: SessionCookies;
  readonly readOnly: boolean;
  /** The writes that may leave the process. */
  readonly writes: readonly AllowedWrite[];
  readonly istioNamespace: string;
  /** The machine's own clock. */
  readonly clock: Clock;
}

/** Whoever asks brings a bearer token of the clusters, which say whom it stands for and what may be seen with it. */
export function tokenSignIn(parts: TokenParts): SignIn {
  const sessions = new Map<string, TokenSession>();
  const sessionOf = new WeakMap<object, TokenSession>();
  // What is kept of a token to know it again is of no use elsewhere.
  const salt = randomBytes(32);
  const digestOf = (token: string) => createHmac("sha256", salt).update(token).digest("base64");

  function sessionFor(token: string): TokenSession {
    const digest = digestOf(token);
    const known = sessions.get(digest);
    if (known !== undefined) return known;
    makeRoom(sessions);
    const clusters = parts.contexts.map((context) => tokenCluster(parts, context, token));
    const session = new TokenSession({ clusters, server: parts.server, readOnly: parts.readOnly, clock: parts.clock });
    sessions.set(digest, session);
    return session;
  }

  async function viewerOf(request: Asking): Promise<SignedIn> {
    const token = tokenOf(request, parts.cookies);
    if (token === null) throw new Refusal(401, "Not signed in", "Sign in with a token of the cluster.");
    const session = sessionFor(token);
    const viewer = await session.viewer();
    sessionOf.set(viewer, session);
    return viewer;
  }

  return {
    kind: "token",
    viewerOf,
    follow: (viewer, changed) => sessionOf.get(viewer)?.follow(viewer.scope.key, changed) ?? (() => undefined),
    signOut: (request) => {
      const token = tokenOf(request, parts.cookies);
      const digest = token === null ? "" : digestOf(token);
      sessions.get(digest)?.signOut();
      sessions.delete(digest);
    },
    cookies: parts.cookies,
    stop: () => {
      for (const session of sessions.values()) session.close();
    },
  };
}

/** The header, where there is one: a program says who it is with every request. */
function tokenOf({ headers }: Asking, cookies: SessionCookies): string | null {
  const header = headers.get("authorization");
  return header === null ? cookies.open(headers.get("cookie")) : bearerOf(header);
}

function makeRoom(sessions: Map<string, TokenSession>): void {
  if (sessions.size < MOST_SESSIONS) return;
  const idle = [...sessions].filter(([, session]) => !session.isFollowed).sort(([, a], [, b]) => a.usedAt - b.usedAt)[0];
  if (idle === undefined) throw new Refusal(503, "Too many viewers", `This server knows ${MOST_SESSIONS} tokens at once, and all are in use.`);
  idle[1].close();
  sessions.delete(idle[0]);
}

function tokenCluster({ fleet, server, istioNamespace, clock, writes }: TokenParts, context: ClusterContext, token: string) {
  const { cluster } = context;
  const client: WritingClient = createKubeClient({ context: tokenContext(context, token), clock, writes });
  const ask = async (): Promise<Told> => {
    const own = server.get().clusters.get(cluster);
    // Nothing can be shown of it, and nobody can say that there is nothing.
    if (own === undefined) return { kind: "failed", error: { kind: "unreachable", message: "What the server's own account may read is not known yet." } };
    const subject = await reviewSubject(client);
    if (!subject.ok) return subject.error.kind === "unauthorized" ? { kind: "rejected" } : { kind: "failed", error: subject.error };
    const inhabited = inhabitedNamespaces(fleet, cluster);
    const empty = fleet.namespacesOf(cluster).names.filter((namespace) => !inhabited.includes(namespace));
    const question = { server: own, inhabited, empty, istioNamespace };
    const kinds = await reviewScope(client, question);
    if (kinds.ok) return { kind: "known", name: subject.value, kinds: kinds.value };
    return kinds.error.kind === "unauthorized" ? { kind: "rejected" } : { kind: "failed", error: kinds.error };
  };
  return { cluster, client, ask };
}
