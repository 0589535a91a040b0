import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { Downloads } from "@/lib/server/export/downloads";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { tokenContext } from "@/lib/server/kube/token-context";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { clustersOfTokens, createSignIn } from "./create-sign-in";
import { serverScope } from "./server-scope";
import type { SignIn } from "./viewer";

const USERS = new Map([
  ["Bearer token-of-jane", "jane"],
  ["Bearer token-of-all", "root"],
]);
const OWN = { ca: undefined, cert: "own certificate", key: "own key", servername: undefined, rejectUnauthorized: true };

let api: FakeKubeApi;
let context: ClusterContext;
let signIn: SignIn;
let logged: string[];
let kept: AuditLine[];
const history = { keepAudit: (line: AuditLine) => void kept.push(line) };
const scope = serverScope({ known: ["prod"], namespaces: null });
scope.rights(
  "prod",
  new Map<WatchedKind, "all" | readonly string[]>([
    ["workloadentries", "all"],
    ["workloadgroups", "all"],
    ["pods", ["istio-system"]],
    ["nodes", "all"],
  ]),
);

beforeEach(async () => {
  logged = [];
  kept = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
  api = await startFakeKubeApi();
  context = {
    cluster: "prod",
    server: api.url,
    proxyUrl: null,
    namespace: "",
    credentials: async () => ({ ...OWN, headers: [["Authorization", "Bearer own"]] }),
  };
  api.intercept = ({ path, authorization }) => {
    const username = USERS.get(authorization);
    if (username === undefined) return { status: 401, body: "{}" };
    return path.endsWith("/selfsubjectreviews")
      ? { status: 201, body: JSON.stringify({ status: { userInfo: { username } } }), type: "application/json" }
      : null;
  };
  const fleet = liveFleet(["prod"], () => NOW);
  fleet.store.upsertGroup(aGroup({ cluster: "prod", namespace: "shop" }));
  fleet.store.upsertEntry(anEntry({ cluster: "prod", namespace: "legacy" }), NOW, "seen");
  fleet.setNamespaces("prod", { names: ["lab", "legacy", "shop"], partial: false });
  signIn = createSignIn(
    { kind: "token", clusters: [], secret: null },
    {
      contexts: [context],
      fleet,
      server: scope,
      clock: systemClock(),
      readOnly: true,
      writes: [],
      istioNamespace: "istio-system",
      clientOf: () => undefined,
      history,
    },
  );
});
afterEach(async () => {
  signIn.stop();
  await api.close();
  vi.restoreAllMocks();
});

const by = (headers: Record<string, string>) => signIn.viewerOf({ headers: new Headers(headers) });
const reviews = () => api.requests.filter(({ what }) => what === "review");

describe("whoever asks by a token", () => {
  it("sees everything that the server may read where the cluster says so of all namespaces, and nothing else is asked", async () => {
    const { scope: seen, identity } = await by({ authorization: "Bearer token-of-all" });
    expect(identity).toEqual({ signIn: "token", name: "root" });
    expect(seen.key).toBe(scopeFromPermissions(scope.get().clusters).key);
    // The owner of the token, the rules of four namespaces, then two verbs of four kinds.
    expect(reviews()).toHaveLength(1 + 4 + 8);
  });

  it("sees the namespaces that the cluster allows, and asks an empty one for groups and entries", async () => {
    const asked = new Set<string>();
    api.allow = (_verb, resource, namespace) => {
      asked.add(`${resource}/${namespace}`);
      return namespace === "legacy" || (resource === "pods" && namespace === "istio-system");
    };
    const { scope: seen } = await by({ authorization: "Bearer token-of-jane" });
    expect(Object.fromEntries(seen.clusters.get("prod") ?? [])).toEqual({
      workloadentries: ["legacy"],
      workloadgroups: ["legacy"],
      pods: ["istio-system"],
    });
    expect([...asked].sort()).toEqual([
      ...["nodes/", "pods/", "pods/istio-system"],
      ...["workloadentries/", "workloadentries/lab", "workloadentries/legacy", "workloadentries/shop"],
      ...["workloadgroups/", "workloadgroups/lab", "workloadgroups/legacy", "workloadgroups/shop"],
    ]);
  });

  it("sees groups and entries of an empty namespace with the right to them", async () => {
    api.allow = (_verb, _resource, namespace) => namespace === "lab";
    const { scope: seen } = await by({ authorization: "Bearer token-of-jane" });
    expect(Object.fromEntries(seen.clusters.get("prod") ?? [])).toEqual({ workloadentries: ["lab"], workloadgroups: ["lab"] });
  });

  it("needs the right to watch as well as to list", async () => {
    api.allow = (verb) => verb === "list";
    expect((await by({ authorization: "Bearer token-of-jane" })).scope.clusters.size).toBe(0);
  });

  it("is asked about with nothing but the token: neither the server's own token nor its certificate goes with it", async () => {
    await by({ authorization: "Bearer token-of-all" });
    expect(new Set(api.requests.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer token-of-all"]));
    expect(await tokenContext(context, "abc").credentials(false)).toEqual({
      ...{ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true },
      headers: [["Authorization", "Bearer abc"]],
    });
  });

  it("is known by the cookie that keeps the token, and by the header first", async () => {
    const cookie = (signIn.cookies?.keep("token-of-jane") ?? []).map((set) => set.split(";")[0]).join("; ");
    expect((await by({ cookie })).identity).toEqual({ signIn: "token", name: "jane" });
    expect((await by({ cookie, authorization: "Bearer token-of-all" })).identity).toEqual({ signIn: "token", name: "root" });
    await expect(by({ cookie, authorization: "Basic x" })).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ["no token", {}],
    ["one that the cluster does not know", { authorization: "Bearer of-a-stranger" }],
    ["one that is none", { authorization: "Bearer a b" }],
  ])("is refused with %s", async (_claim, headers: Record<string, string>) => {
    await expect(by(headers)).rejects.toMatchObject({ status: 401 });
  });

  it("is told apart from others, and is the same person with every request", async () => {
    const [jane, root, again] = await Promise.all(["jane", "all", "jane"].map((name) => by({ authorization: `Bearer token-of-${name}` })));
    expect(jane?.subject).toBe(again?.subject);
    expect(jane?.subject).not.toBe(root?.subject);
    expect(JSON.stringify([jane, root])).not.toContain("token-of");
  });

  it("who signs out hears of it wherever that token is followed, and nobody else does", async () => {
    const told: string[] = [];
    for (const name of ["jane", "all"]) signIn.follow(await by({ authorization: `Bearer token-of-${name}` }), () => told.push(name));
    signIn.signOut({ headers: new Headers({ authorization: "Bearer token-of-jane" }) });
    expect(told).toEqual(["jane"]);
  });
});

describe("a sign-in that a cookie keeps", () => {
  const HOURS = 3_600_000;
  const cookieSince = (since: number) => (signIn.cookies?.keep("token-of-jane", { since }) ?? []).map((set) => set.split(";")[0]).join("; ");
  /** A cookie of a sign-in that has half a second left. */
  const nearlyOver = () => cookieSince(Date.now() - 12 * HOURS + 500);
  const untilOver = { timeout: 3_000 };

  it("ends its open streams twelve hours after the sign-in, once, and no stream of a later sign-in or of a program with the same token", async () => {
    const told: string[] = [];
    const streams = [
      ["old", { cookie: nearlyOver() }],
      ["new", { cookie: cookieSince(Date.now()) }],
      ["program", { authorization: "Bearer token-of-jane" }],
    ] as const;
    for (const [name, headers] of streams) signIn.follow(await by(headers), () => told.push(name));
    expect(told).toEqual([]);
    await vi.waitFor(() => expect(told).toEqual(["old"]), untilOver);
    signIn.signOut({ headers: new Headers({ authorization: "Bearer token-of-jane" }) });
    expect(told).toEqual(["old", "new", "program"]);
  });

  it("breaks off a file that is on its way twelve hours after the sign-in", async () => {
    async function* lines() {
      for (let at = 0; ; at++) yield `${at}\n`;
    }
    const downloads = new Downloads(signIn.follow);
    const file = downloads.send(await by({ cookie: nearlyOver() }), lines()).getReader();
    expect((await file.read()).done).toBe(false);
    await vi.waitFor(() => expect(downloads.files).toBe(0), untilOver);
    await expect(file.read()).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("whoever was known before", () => {
  const known = (headers: Record<string, string>) => signIn.known?.({ headers: new Headers(headers) });
  const cookie = () => (signIn.cookies?.keep("token-of-jane") ?? []).map((set) => set.split(";")[0]).join("; ");

  it("is told again without a question, by header and by cookie, until the sign-out", async () => {
    const kept = cookie();
    expect(known({ cookie: kept })).toBeNull();
    const { subject } = await by({ cookie: kept });
    const asked = api.requests.length;
    expect([known({ cookie: kept }), known({ authorization: "Bearer token-of-jane" })]).toEqual([subject, subject]);
    expect(api.requests).toHaveLength(asked);
    signIn.signOut({ headers: new Headers({ cookie: kept }) });
    expect(known({ cookie: kept })).toBeNull();
  });

  it("is nobody who brings something that no cluster took, or nothing", async () => {
    await expect(by({ authorization: "Bearer of-a-stranger" })).rejects.toMatchObject({ status: 401 });
    const forged = cookie().replace(/.{8}(?=;|$)/, "AAAAAAAA");
    for (const headers of [{ authorization: "Bearer of-a-stranger" }, { authorization: "Basic x" }, { cookie: forged }, { cookie: "stolos-session-0=x" }, {}])
      expect(known(headers as Record<string, string>)).toBeNull();
  });
});

describe("the audit of a program that brings its token with every request", () => {
  const lines = () => kept.map(({ command, cluster, who, fields, result }) => [command, cluster, who, fields, result]);

  it("has one line when somebody comes, in the log and for its page, and none of a cookie, whose sign-in had its own", async () => {
    for (const name of ["jane", "all", "jane"]) await by({ authorization: `Bearer token-of-${name}` });
    await by({ cookie: (signIn.cookies?.keep("token-of-jane") ?? []).map((set) => set.split(";")[0]).join("; ") });
    expect(lines()).toEqual([
      ["sign-in", "prod", "jane", "by token", "done"],
      ["sign-in", "prod", "root", "by token", "done"],
    ]);
    expect(logged.filter((line) => line.includes('"command":"sign-in"'))).toHaveLength(2);
    const sessions = kept.map(({ session }) => session);
    expect(sessions).toEqual([expect.stringMatching(/^[\w-]{16}$/), expect.stringMatching(/^[\w-]{16}$/)]);
    expect(new Set(sessions).size).toBe(2);
    expect(logged.join("")).toContain(`"session":"${sessions[0]}"`);
  });

  it("has one line of each refusal with its reason, and never the token; of whoever brings nothing there is none", async () => {
    for (const _ of [1, 2]) await expect(by({ authorization: "Bearer of-a-stranger" })).rejects.toMatchObject({ status: 401 });
    await expect(by({ authorization: "Basic of-a-stranger" })).rejects.toMatchObject({ status: 401 });
    await expect(by({})).rejects.toMatchObject({ status: 401 });
    expect(lines()).toEqual([
      ["sign-in", "prod", "not known", "by token", expect.stringMatching(/^refused: 401 Not signed in\. The API server does not take this token/)],
      ["sign-in", "prod", "not known", "by token", "refused: 401 Not signed in. Sign in with a token of the cluster."],
    ]);
    expect(JSON.stringify([logged, kept])).not.toContain("of-a-stranger");
  });

  it("leaves the line of a pasted token to whoever asks for it", async () => {
    expect((await signIn.viewerOfToken?.("token-of-jane", { headers: new Headers() }))?.identity.name).toBe("jane");
    expect(kept).toEqual([]);
  });
});

describe("a server that does not know its own rights yet", () => {
  it("tells nobody that there is nothing", async () => {
    const server = serverScope({ known: ["prod"], namespaces: null });
    const fleet = liveFleet(["prod"], () => NOW);
    const early = createSignIn(
      { kind: "token", clusters: [], secret: null },
      {
        contexts: [context],
        fleet,
        server,
        clock: systemClock(),
        readOnly: true,
        writes: [],
        istioNamespace: "istio-system",
        clientOf: () => undefined,
        history,
      },
    );
    await expect(early.viewerOf({ headers: new Headers({ authorization: "Bearer token-of-jane" }) })).rejects.toMatchObject({ status: 503 });
    early.stop();
  });
});

describe("where a token is sent", () => {
  const at = (server: string, rejectUnauthorized = true) =>
    tokenContext({ ...context, server, credentials: async () => ({ ...OWN, rejectUnauthorized, headers: [] }) }, "abc").credentials(false);
  it.each([
    ["https://prod.example:6443", true, true],
    ["https://prod.example:6443", false, false],
    ["http://prod.example:8080", true, false],
    ["http://127.0.0.1:8080", true, true],
    ["http://127.0.0.1.evil.test", true, false],
  ])("%s, its certificate checked: %s → %s", async (server, isChecked, isSent) => {
    const credentials = at(server, isChecked);
    if (isSent) expect((await credentials).headers).toHaveLength(1);
    else await expect(credentials).rejects.toThrow(/tokens are not sent/);
  });

  it("is the one cluster that is watched, or those that are named", () => {
    const [eu, us] = ["eu", "us"].map((cluster) => ({ ...context, cluster }));
    const named = (names: readonly string[], contexts: readonly (ClusterContext | undefined)[]) =>
      clustersOfTokens(
        names,
        contexts.filter((one) => one !== undefined),
      ).map(({ cluster }) => cluster);
    expect(named([], [eu])).toEqual(["eu"]);
    expect(named(["us"], [eu, us])).toEqual(["us"]);
    expect(() => named([], [eu, us])).toThrow(/STOLOS_TOKEN_CLUSTERS is not set/);
    expect(() => named(["asia"], [eu, us])).toThrow(/names asia, which is not watched/);
  });
});
