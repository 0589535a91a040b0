import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { tokenContext } from "@/lib/server/kube/token-context";
import { NOW } from "@/lib/testing/entries";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { serverScope } from "./server-scope";
import { type ViewerSessions, viewerSessions } from "./viewer-sessions";

const WORDS = { signIn: "token", rejected: "The API server does not take this token." } as const;
const LIMITS = { accepted: 3, others: 2 };

let api: FakeKubeApi;
let sessions: ViewerSessions;
/** Until then the API server is not asked about silent tokens. */
let silence: Promise<void>;
let answerAll: () => void;

beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  api = await startFakeKubeApi();
  silence = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  api.intercept = ({ path, authorization }) => {
    const token = authorization.replace("Bearer ", "");
    if (!token.startsWith("good")) return { status: 401, body: "{}" };
    const userInfo = { username: token };
    return path.endsWith("/selfsubjectreviews") ? { status: 201, body: JSON.stringify({ status: { userInfo } }), type: "application/json" } : null;
  };
  const server = serverScope({ known: ["prod"], namespaces: null });
  server.rights("prod", new Map<WatchedKind, "all">([["workloadentries", "all"]]));
  const noCredentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  sessions = viewerSessions(
    {
      contexts: [{ cluster: "prod", server: api.url, proxyUrl: null, namespace: "", credentials: async () => noCredentials }],
      fleet: liveFleet(["prod"], () => NOW),
      ...{ server, readOnly: true, writes: [], istioNamespace: "istio-system", clock: systemClock(), limits: LIMITS },
    },
    WORDS,
  );
});
afterEach(async () => {
  answerAll();
  sessions.stop();
  await api.close();
  vi.restoreAllMocks();
});

function viewerBy(token: string) {
  const contextOf = (context: ClusterContext) => {
    const own = tokenContext(context, token);
    const credentials = async (fresh: boolean) => {
      if (token.startsWith("silent")) await silence;
      return own.credentials(fresh);
    };
    return { ...own, credentials };
  };
  return sessions.viewer({ key: token, contextOf });
}
const knownOf = (...tokens: readonly string[]) => tokens.filter((token) => sessions.known(token) !== null);

describe("places for sessions", () => {
  it("are not taken from viewers who have no page open by any number of tokens that somebody makes up", async () => {
    for (const token of ["good-ann", "good-joe", "good-sue"]) await viewerBy(token);
    for (let at = 0; at < 20; at++) await expect(viewerBy(`made-up-${at}`)).rejects.toMatchObject({ status: 401 });
    expect(knownOf("good-ann", "good-joe", "good-sue")).toHaveLength(3);
    // The last refusals are remembered, the first are not: asked about again, they are asked of the API server.
    const asked = api.requests.length;
    await expect(viewerBy("made-up-19")).rejects.toMatchObject({ status: 401 });
    expect(api.requests.length).toBe(asked);
    await expect(viewerBy("made-up-0")).rejects.toMatchObject({ status: 401 });
    expect(api.requests.length).toBeGreaterThan(asked);
  });

  it("go to new viewers while somebody makes up tokens", async () => {
    for (const token of ["made-up-0", "made-up-1"]) await expect(viewerBy(token)).rejects.toMatchObject({ status: 401 });
    await viewerBy("good-ann");
    await expect(viewerBy("made-up-2")).rejects.toMatchObject({ status: 401 });
    expect(knownOf("good-ann")).toHaveLength(1);
  });

  it("of viewers go on to later ones, whoever has not been heard of for longest first, and never that of an open page", async () => {
    const ann = await viewerBy("good-ann");
    const told = vi.fn();
    const leave = sessions.follow(ann, told);
    for (const token of ["good-joe", "good-sue", "good-tom", "good-uwe"]) await viewerBy(token);
    expect(knownOf("good-ann", "good-joe", "good-sue", "good-tom", "good-uwe")).toEqual(["good-ann", "good-sue", "good-tom", "good-uwe"]);
    expect(told).not.toHaveBeenCalled();
    leave();
  });

  it("of those who wait for an answer are kept: one more is told to come back, and viewers go on", async () => {
    await viewerBy("good-ann");
    const waiting = ["silent-1", "silent-2"].map((token) => viewerBy(token).catch((thrown: unknown) => thrown));
    await expect(viewerBy("made-up")).rejects.toMatchObject({ status: 503, title: "Too many sign-ins", retryAfterSeconds: 5 });
    expect((await viewerBy("good-ann")).identity.name).toBe("good-ann");
    answerAll();
    for (const refused of waiting) expect(await refused).toMatchObject({ status: 401 });
  });
});
