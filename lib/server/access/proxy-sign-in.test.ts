import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { type Clock, systemClock } from "@/lib/server/clock";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { PEER_HEADER } from "@/lib/server/http/inbound-headers";
import { Refusal } from "@/lib/server/http/problem";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { anEntry, NOW } from "@/lib/testing/entries";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { ManualClock } from "@/lib/testing/manual-clock";
import { tokenSigner } from "@/lib/testing/token-signer";
import { RequestAudit } from "./audit-requests";
import { createSignIn } from "./create-sign-in";
import type { ProxyConfig } from "./proxy-settings";
import { serverScope } from "./server-scope";
import type { SignIn } from "./viewer";

const TLS = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true };
const PATCH: AllowedWrite = { verb: "patch", resource: RESOURCES.workloadgroups, subresource: "" };
const HEADER = "x-forwarded-access-token";

const signer = tokenSigner("one");

let folder: string;
let api: FakeKubeApi;
let signIn: SignIn;
let logged: string[];
let kept: AuditLine[];
const history = { keepAudit: (line: AuditLine) => void kept.push(line) };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stolos-keys-"));
  writeFileSync(join(folder, "keys.json"), JSON.stringify({ keys: [signer.publicKey] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = (): ProxyConfig => ({
  ...{ kind: "proxy", header: HEADER, issuer: "https://idp.example", audience: "stolos", keys: { file: join(folder, "keys.json") } },
  ...{ username: { claim: "sub", prefix: "idp:" }, groups: { claim: "groups", prefix: "" }, peers: ["127.0.0.1/32"] },
  ...{ signInUrl: "https://stolos.example", signOutUrl: null, lists: { users: ["idp:*"], groups: ["team-*"] } },
});

function start(settings: ProxyConfig, more: Partial<ClusterContext> = {}, clock: Clock = systemClock()): SignIn {
  const credentials = async () => ({ ...TLS, headers: [["Authorization", "Bearer own"]] as const });
  const context: ClusterContext = { cluster: "prod", server: api.url, proxyUrl: null, namespace: "", credentials, ...more };
  const fleet = liveFleet(["prod"], () => NOW);
  fleet.store.upsertEntry(anEntry({ cluster: "prod", namespace: "shop" }), NOW, "seen");
  fleet.store.upsertEntry(anEntry({ cluster: "prod", namespace: "legacy", uid: "b", name: "b" }), NOW, "seen");
  const server = serverScope({ known: ["prod"], namespaces: null });
  server.rights("prod", new Map<WatchedKind, "all">([["workloadentries", "all"]]));
  return createSignIn(settings, {
    ...{ contexts: [context], fleet, server, clock, readOnly: false, writes: [PATCH], istioNamespace: "istio-system" },
    clientOf: () => undefined,
    history,
  });
}

beforeEach(async () => {
  logged = [];
  kept = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
  api = await startFakeKubeApi();
  api.intercept = ({ path, impersonates }) =>
    path.endsWith("/selfsubjectreviews")
      ? { status: 201, body: JSON.stringify({ status: { userInfo: { username: impersonates.user || "stolos" } } }), type: "application/json" }
      : null;
  signIn = start(config());
});
afterEach(async () => {
  signIn.stop();
  await api.close();
  vi.restoreAllMocks();
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const tokenOf = (sub: string, more: object = {}) => signer.sign({ iss: "https://idp.example", aud: "stolos", sub, exp: inSeconds(300), ...more });
const by = (headers: Record<string, string>, peer = "127.0.0.1") => signIn.viewerOf({ headers: new Headers({ [PEER_HEADER]: peer, ...headers }) });
const asPerson = async (sub: string, more: object = {}) => by({ [HEADER]: await tokenOf(sub, more) });

describe("whoever the proxy has signed in", () => {
  it("is who the token names, sees what the cluster allows that user, and is spoken for in every request", async () => {
    api.allow = (_verb, _resource, namespace) => namespace === "shop";
    const viewer = await asPerson("jane", { groups: ["team-shop", "admins", "system:masters"] });
    expect(viewer.identity).toEqual({ signIn: "proxy", name: "idp:jane" });
    expect(Object.fromEntries(viewer.scope.clusters.get("prod") ?? [])).toEqual({ workloadentries: ["shop"] });
    const path = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout";
    await viewer.clientOf("prod")?.write({ verb: "patch", path, body: {} });
    expect(api.requests.some(({ method }) => method === "PATCH")).toBe(true);
    for (const { authorization, impersonates } of api.requests)
      expect([authorization, impersonates]).toEqual(["Bearer own", { user: "idp:jane", groups: ["team-shop"] }]);
  });

  it("is told apart from others, is the same with another token, and no token is kept", async () => {
    const [jane, bob, again] = [await asPerson("jane"), await asPerson("bob"), await asPerson("jane", { jti: "another" })];
    expect(jane.subject).toBe(again.subject);
    expect(jane.subject).not.toBe(bob.subject);
    expect(jane.clientOf("prod")).toBe(again.clientOf("prod"));
    const token = await tokenOf("jane");
    await by({ [HEADER]: token });
    expect(JSON.stringify([jane, bob, logged])).not.toContain(token.split(".")[1]);
  });

  it("who is in other groups with a later token acts in these", async () => {
    await asPerson("jane", { groups: ["team-shop"] });
    api.requests.length = 0;
    await asPerson("jane", { groups: ["team-legacy"] });
    expect(new Set(api.requests.map(({ impersonates }) => impersonates.groups.join()))).toEqual(new Set(["team-legacy"]));
  });

  it("hears that his token has ended, a minute after it expired, and a later token's stream goes on", async () => {
    const clock = new ManualClock(Math.ceil(Date.now() / 1_000) * 1_000);
    const timed = start(config(), {}, clock);
    const at = (seconds: number) => ({ exp: clock.now() / 1_000 + seconds });
    const headers = async (more: object) => new Headers({ [PEER_HEADER]: "127.0.0.1", [HEADER]: await tokenOf("jane", more) });
    const told: string[] = [];
    const short = await timed.viewerOf({ headers: await headers(at(-58)) });
    const long = await timed.viewerOf({ headers: await headers(at(4_000_000)) });
    timed.follow(short, () => told.push("short"));
    timed.follow(long, () => told.push("long"));
    clock.advance(1_999);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual(["short"]);
    timed.stop();
  });
});

it("whoever was proved before is known again by the same token from the proxy alone, and nobody by one that was not", async () => {
  const token = await tokenOf("jane");
  const known = (headers: Record<string, string>, peer = "127.0.0.1") => signIn.known?.({ headers: new Headers({ [PEER_HEADER]: peer, ...headers }) });
  expect(known({ [HEADER]: token })).toBeNull();
  const { subject } = await by({ [HEADER]: token });
  expect(known({ [HEADER]: token })).toBe(subject);
  expect([
    known({ [HEADER]: token }, "192.0.2.7"),
    known({ [HEADER]: await tokenOf("jane", { jti: "new" }) }),
    known({ [HEADER]: "a.b.c" }),
    known({}),
  ]).toEqual(Array.from({ length: 4 }, () => null));
});

describe("a request that the proxy did not make", () => {
  it("without the header is told where to sign in", async () => {
    await expect(by({})).rejects.toMatchObject({ status: 401, detail: expect.stringContaining("open Stolos at https://stolos.example") });
    await expect(by({}, "192.0.2.7")).rejects.toMatchObject({ status: 401 });
  });

  it.each(["192.0.2.7", "", "::1", "127.0.0.1, 192.0.2.7"])("comes from %j, which is not the proxy's, and is refused with the best of tokens", async (peer) => {
    const token = await tokenOf("jane");
    await expect(by({ [HEADER]: token }, peer)).rejects.toMatchObject({ status: 403, title: "Not from the proxy" });
    expect(api.requests).toEqual([]);
  });

  it("with an address of its own beside the one of the connection is refused", async () => {
    const headers = new Headers({ [PEER_HEADER]: "127.0.0.1" });
    headers.append(PEER_HEADER, "192.0.2.7");
    headers.set(HEADER, await tokenOf("jane"));
    await expect(signIn.viewerOf({ headers })).rejects.toMatchObject({ status: 403 });
  });

  it.each(["x_forwarded_access_token", "X_Forwarded-Access_Token", "x-forwarded-access_token"])(
    "with the header %s is refused, also beside the true one",
    async (name) => {
      const token = await tokenOf("jane");
      await expect(by({ [name]: token })).rejects.toMatchObject({ status: 400 });
      await expect(by({ [name]: await tokenOf("root"), [HEADER]: token })).rejects.toMatchObject({ status: 400 });
      expect(api.requests).toEqual([]);
    },
  );

  it("with the header twice is refused, in either order", async () => {
    const [mine, other] = [await tokenOf("jane"), await tokenOf("root")];
    for (const pair of [
      [mine, other],
      [other, mine],
      [mine, ""],
    ]) {
      const headers = new Headers({ [PEER_HEADER]: "127.0.0.1" });
      for (const value of pair) headers.append(HEADER, value);
      await expect(signIn.viewerOf({ headers })).rejects.toMatchObject({ status: 400, detail: expect.stringContaining("several times") });
    }
    expect(api.requests).toEqual([]);
  });

  it.each([
    ["no signed token", "jane"],
    ["a name and a password", "Basic amFuZTpzZWNyZXQ="],
    ["a word before the token", "Bearer a.b.c"],
    ["an encrypted token", "a.b.c.d.e"],
    ["too long a token", `a.${"b".repeat(12_288)}.c`],
    ["a signature that nobody made", "eyJhbGciOiJFUzI1NiIsImtpZCI6Im9uZSJ9.eyJzdWIiOiJyb290In0.c2ln"],
  ])("with %s is refused", async (_claim, value) => {
    await expect(by({ [HEADER]: value })).rejects.toMatchObject({ status: 401 });
    expect(api.requests).toEqual([]);
  });

  it("is not let in by a token of the cluster either", async () => {
    await expect(by({ authorization: "Bearer own" })).rejects.toMatchObject({ status: 401 });
  });
});

describe("whom the server does not speak for", () => {
  it("is refused before the cluster is asked anything", async () => {
    const stranger = start({ ...config(), lists: { users: ["idp:bob"], groups: [] } });
    const headers = new Headers({ [PEER_HEADER]: "127.0.0.1", [HEADER]: await tokenOf("jane") });
    await expect(stranger.viewerOf({ headers })).rejects.toMatchObject({
      status: 403,
      reason: "user-not-allowed",
      detail: expect.stringContaining("STOLOS_IMPERSONATE_USERS"),
    });
    await expect(asPerson("jane\r\nImpersonate-Group: system:masters")).rejects.toMatchObject({ status: 403 });
    expect(api.requests).toEqual([]);
    stranger.stop();
  });

  it("is nobody of Kubernetes' own, whatever the prefix", async () => {
    const bare = start({ ...config(), username: { claim: "sub", prefix: "" }, lists: { users: ["sys*", "jane"], groups: ["team-*"] } });
    const headers = async (sub: string) => new Headers({ [PEER_HEADER]: "127.0.0.1", [HEADER]: await tokenOf(sub) });
    await expect(bare.viewerOf({ headers: await headers("system:admin") })).rejects.toMatchObject({ status: 403 });
    expect((await bare.viewerOf({ headers: await headers("jane") })).identity.name).toBe("jane");
    bare.stop();
  });

  it("is not signed in where the API server answers for somebody else, or not at all for him", async () => {
    api.intercept = () => ({ status: 201, body: JSON.stringify({ status: { userInfo: { username: "stolos" } } }), type: "application/json" });
    await expect(asPerson("jane")).rejects.toMatchObject({ status: 401, detail: expect.stringContaining("somebody else") });
    api.intercept = () => ({ status: 403, body: JSON.stringify({ message: 'User "stolos" cannot impersonate resource "users"' }), type: "application/json" });
    await expect(asPerson("bob")).rejects.toMatchObject({
      status: 401,
      reason: "may-not-impersonate",
      detail: expect.stringContaining("may not impersonate you"),
    });
  });

  it("is not told to be refused where it is the server's own credentials that are", async () => {
    api.intercept = () => ({ status: 401, body: "{}" });
    await expect(asPerson("jane")).rejects.toMatchObject({ status: 503, code: "unchecked" });
  });
});

describe("the audit", () => {
  const lines = () => logged.filter((line) => line.includes('"audit"')).map((line): unknown => JSON.parse(line));
  const jane = async () => new Headers({ [PEER_HEADER]: "127.0.0.1", [HEADER]: await tokenOf("jane") });

  it("has one line of each person who comes, in the log and for its page, not one for each request", async () => {
    for (const sub of ["jane", "jane", "bob", "jane"]) await asPerson(sub);
    expect(lines()).toMatchObject(["idp:jane", "idp:bob"].map((who) => ({ command: "sign-in", who, how: "proxy", result: "done" })));
    expect(kept).toMatchObject(
      ["idp:jane", "idp:bob"].map((who) => ({
        ...{ command: "sign-in", who, cluster: "prod", namespace: "", resource: "sign-ins", seen_with: "workloadgroups" },
        ...{ fields: "by proxy", result: "done" },
      })),
    );
  });

  it("has one line of each reason for a refusal, with the name where a token has told it, and no token", async () => {
    const stranger = start({ ...config(), lists: { users: ["idp:bob"], groups: [] } });
    const headers = await jane();
    for (const _ of [1, 2, 3]) {
      await expect(stranger.viewerOf({ headers })).rejects.toMatchObject({ status: 403 });
      await expect(stranger.viewerOf({ headers: new Headers() })).rejects.toMatchObject({ status: 401 });
    }
    expect(lines()).toMatchObject([
      { who: "idp:jane", result: "refused: 403 Not allowed", why: expect.stringContaining("STOLOS_IMPERSONATE_USERS") },
      { who: "", result: "refused: 401 Not signed in", why: expect.stringContaining("Nobody signs in at this address") },
    ]);
    expect(kept.map(({ who, result }) => [who, result])).toEqual([
      ["idp:jane", expect.stringMatching(/^refused: 403 Not allowed\. .*STOLOS_IMPERSONATE_USERS/)],
      ["not known", expect.stringMatching(/^refused: 401 Not signed in\. Nobody signs in at this address/)],
    ]);
    expect(JSON.stringify([logged, kept])).not.toContain(headers.get(HEADER)?.split(".")[1]);
    stranger.stop();
  });

  it("tells a reason again after a minute, and a person who stayed away for an hour; whoever goes on asking is told of once", async () => {
    const clock = new ManualClock(0);
    const audit = new RequestAudit({ history, clock, signIn: { kind: "proxy", clusters: ["prod"] } });
    const asking = { headers: new Headers() };
    const who = new Map([["prod", "idp:jane"]]);
    const no = new Refusal(403, "Not allowed", "Not in the list.");
    const toldWithin = (steps: number, stepMs: number, tell: () => void) => {
      kept = [];
      for (let at = 0; at < steps; at++) {
        tell();
        clock.advance(stepMs);
      }
      return kept.length;
    };
    expect(
      toldWithin(180, 1_000, () => audit.refused(asking, who, no)),
      "three minutes of refusals",
    ).toBe(3);
    expect(
      toldWithin(300, 60_000, () => audit.admitted(asking, who)),
      "five hours at work",
    ).toBe(1);
    clock.advance(3_600_000);
    expect(
      toldWithin(1, 0, () => audit.admitted(asking, who)),
      "back",
    ).toBe(1);
    expect(
      toldWithin(2, 0, () => audit.refused(asking, who, new Error("a fault"))),
      "a fault of ours refuses nobody",
    ).toBe(0);
    expect(
      toldWithin(2, 0, () => audit.refused(asking, new Map([["prod", "idp:bob"]]), no)),
      "another person, the same reason",
    ).toBe(1);
  });

  it("remembers no more people than it has room for", async () => {
    const clock = new ManualClock(0);
    const audit = new RequestAudit({ history, clock, signIn: { kind: "proxy", clusters: ["prod"] } });
    const asking = { headers: new Headers() };
    const come = (at: number) => audit.admitted(asking, new Map([["prod", `idp:${at}`]]));
    for (let at = 0; at < 2_001; at++) come(at);
    come(2_000);
    expect(kept).toHaveLength(2_001);
    come(0);
    expect(kept).toHaveLength(2_002);
  });
});

describe("a server that cannot speak for others", () => {
  it("does not start where its kubeconfig impersonates somebody already", () => {
    expect(() => start(config(), { impersonates: "root" })).toThrow(/impersonates root already/);
  });

  it.each([
    ["is not there", "none.json", /ENOENT/],
    ["holds a secret", "secret.json", /holds a secret/],
    ["holds no key", "empty.json", /no public key/],
  ])("does not start where its file of keys %s", (_claim, name, why) => {
    writeFileSync(join(folder, "secret.json"), '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}');
    writeFileSync(join(folder, "empty.json"), '{"keys":[]}');
    expect(() => start({ ...config(), keys: { file: join(folder, name) } })).toThrow(why);
  });
});
