import { createServer, type ServerResponse } from "node:http";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { REVIEW_TIMES, scaledReviewTimes } from "@/lib/server/access/review-times";
import { RevokedSessions } from "@/lib/server/access/revoked-sessions";
import { randomKeys } from "@/lib/server/access/sealing";
import { serverScope } from "@/lib/server/access/server-scope";
import { sessionCookies } from "@/lib/server/access/session-cookies";
import { tokenSignIn } from "@/lib/server/access/token-sign-in";
import type { SignedIn, SignIn } from "@/lib/server/access/viewer";
import { systemClock } from "@/lib/server/clock";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { search } from "@/lib/server/fleet/search";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { problemAnswer } from "@/lib/server/http/problem";
import { RateLimit, rateOf } from "@/lib/server/http/rate-limit";
import { readObjectYaml } from "@/lib/server/http/read-object";
import { answerLive } from "@/lib/server/live/answer-live";
import { Hub } from "@/lib/server/live/hub";
import { anEntry } from "@/lib/testing/entries";
import { viewersFiles } from "./viewers-files";

const CLUSTER = "prod";

/**
 * Streams, a search and the YAML of machines over HTTP, and files, for viewers who come with tokens: the product's sign-in, hub and answers over a fleet in
 * memory.
 */
export interface ViewersServer {
  readonly url: string;
  readonly signIn: SignIn;
  /** Puts a machine there, or changes it: its address. */
  change(namespace: string, address: string): void;
  /** A file of what the viewer of this token sees, that has no end, or the refusal. */
  file(token: string): Promise<Response>;
  close(): Promise<void>;
}

/** `scale`: how many times as fast as life rights are asked for again. */
export async function startViewersServer(api: string, namespaces: readonly string[], scale: number): Promise<ViewersServer> {
  const clock = systemClock();
  const fleet: LiveFleet = liveFleet([CLUSTER], clock.now);
  const lists = new StandingLists(fleet);
  const server = serverScope({ known: [CLUSTER], namespaces: null });
  server.rights(CLUSTER, new Map<WatchedKind, NamespaceScope>([["workloadentries", "all"]]));
  const noCredentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  const context = { cluster: CLUSTER, server: api, proxyUrl: null, namespace: "", credentials: async () => noCredentials };
  const signIn = tokenSignIn({
    ...{ contexts: [context], fleet, server, readOnly: true, writes: [], istioNamespace: "istio-system", clock },
    ...{
      cookies: sessionCookies(randomKeys(), clock.now),
      revoked: new RevokedSessions({ table: null, clock }),
      history: { keepAudit: () => undefined },
      times: scaledReviewTimes(REVIEW_TIMES, scale),
    },
  });
  const requests = new RateLimit(rateOf(100_000), clock.monotonic);
  let streams = 0;
  const beat = () => ({ now: clock.now(), clusters: [], problems: [] });
  const pace = { beatMs: 5_000 / scale, frameMs: 50 };
  const hub = new Hub({ fleet, lists, clock, pace, build: "", beat, follow: signIn.follow, newId: () => `stream-${++streams}` });
  const refusedChanges = new RefusedChanges(clock.monotonic);
  const live = answerLive(async () => ({ hub, signIn, requests, refusedChanges }));
  /** A search, or where the address names a namespace its machine. */
  const told = async (namespace: string, viewer: SignedIn) => {
    if (namespace === "") return Response.json(search(fleet, lists, "vm", viewer.scope));
    return Response.json(await readObjectYaml(viewer, { cluster: CLUSTER, resource: "workloadentries", namespace, name: `vm-${namespace}` }));
  };
  const found = async (incoming: Request, namespace: string, outgoing: ServerResponse) => {
    const answer = await signIn
      .viewerOf(incoming)
      .then((viewer) => told(namespace, viewer))
      .catch((refusal: unknown) => problemAnswer(refusal, incoming));
    outgoing.writeHead(answer.status).end(await answer.text());
  };
  const http = createServer((incoming, outgoing) => {
    if (incoming.url === "/api/live") return void live(incoming, outgoing);
    const [, namespace = ""] = /^\/machines\/([^/]+)$/.exec(incoming.url ?? "") ?? [];
    void found(new Request("http://localhost/", { headers: { authorization: incoming.headers.authorization ?? "" } }), namespace, outgoing);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const change = (namespace: string, to: string) =>
    fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, namespace, uid: namespace, name: `vm-${namespace}`, address: to }), clock.now(), "seen");
  for (const namespace of namespaces) change(namespace, "10.0.0.1");
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    ...{ signIn, change, file: viewersFiles({ signIn, fleet, lists }) },
    close: async () => {
      hub.closeAll();
      signIn.stop();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}
