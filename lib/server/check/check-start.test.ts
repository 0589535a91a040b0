import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Clock, systemClock } from "@/lib/server/clock";
import { frontServer } from "@/lib/server/http/front";
import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { tokenSigner } from "@/lib/testing/token-signer";
import { checkStart } from "./check-start";
import { type CheckedPart, checkJson, checkText, worstLevel } from "./checked-part";

const folder = mkdtempSync(join(tmpdir(), "stolos-check-"));
const [eu, us] = await Promise.all([startFakeKubeApi(), startFakeKubeApi()]);
/** It accepts connections and never answers. */
const silent = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => silent.once("listening", resolve));
const silentAddress = silent.address();
const silentUrl = `http://127.0.0.1:${typeof silentAddress === "object" ? silentAddress?.port : 0}`;
afterAll(async () => {
  silent.close();
  await Promise.all([eu.close(), us.close()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const api of [eu, us]) {
    api.allow = () => true;
    api.intercept = ({ path }) => {
      if (path.endsWith("/selfsubjectreviews"))
        return { status: 201, body: JSON.stringify({ status: { userInfo: { username: "stolos", groups: [] } } }), type: "application/json" };
      return path.startsWith("/version") ? { status: 200, body: '{"gitVersion":"v1.33.1"}', type: "application/json" } : null;
    };
  }
});

function kubeconfig(servers: Readonly<Record<string, string>>): string {
  const path = join(folder, `${Object.keys(servers).join("-")}.json`);
  const names = Object.keys(servers);
  writeFileSync(
    path,
    JSON.stringify({
      ...{ apiVersion: "v1", kind: "Config", "current-context": names[0], users: [{ name: "own", user: { token: "own" } }] },
      clusters: names.map((name) => ({ name, cluster: { server: servers[name] } })),
      contexts: names.map((name) => ({ name, context: { cluster: name, user: "own" } })),
    }),
  );
  return path;
}

const check = (environment: Readonly<Record<string, string>>, { clock = systemClock() as Clock, hostname = "127.0.0.1", port = 0 } = {}) =>
  checkStart({ environment: { STOLOS_KUBECONFIG: kubeconfig({ eu: eu.url }), STOLOS_DATA: join(folder, "data"), ...environment }, hostname, port, clock });
const of = (parts: readonly CheckedPart[], part: string) => parts.filter((one) => one.part === part).map(({ level, text }) => `${level}: ${text}`);
const bad = (parts: readonly CheckedPart[]) => parts.filter(({ level }) => level !== "fine").map(({ part, level, text }) => `${part} ${level}: ${text}`);

describe("the check of an installation", () => {
  it("is fine if all can be read, and names address, version, identity, history and sign-in", async () => {
    eu.put("pods", { namespace: "istio-system", name: "istiod-1", metadata: { labels: { app: "istiod" } } });
    const parts = await check({});
    expect(bad(parts)).toEqual([]);
    expect(of(parts, "cluster eu")).toEqual([`fine: ${eu.url}, Kubernetes v1.33.1, as stolos`]);
    expect(of(parts, "cluster eu, workloadentries")).toEqual(["fine: may be read in all namespaces"]);
    expect(of(parts, "cluster eu, istiod")).toEqual(["fine: 1 Pod in istio-system"]);
    expect(of(parts, "history")).toEqual([expect.stringMatching(/^fine: SQLite in .*data, 0 MB, [\d,]+ MB free on the disk$/)]);
    expect(of(parts, "sign-in")).toEqual(["fine: local"]);
    expect([worstLevel(parts), JSON.parse(checkJson(parts)).exitCode]).toEqual(["fine", 0]);
  });

  it("is reduced without a permission or istiod, and names what is missing", async () => {
    us.allow = (_verb, resource) => resource !== "pods";
    const parts = await check({ STOLOS_KUBECONFIG: kubeconfig({ us: us.url }), STOLOS_ISTIO_NAMESPACE: "mesh" });
    expect(of(parts, "cluster us, pods")).toEqual([expect.stringMatching(/^reduced: may not be read: .*no machine is verified/)]);
    expect(of(parts, "cluster us, istiod")).toEqual(["reduced: no Pod with the label app=istiod in mesh"]);
    expect([worstLevel(parts), JSON.parse(checkJson(parts)).exitCode]).toEqual(["reduced", 2]);
  });

  it("fails if another program uses the port, but not beside a running Stolos", async () => {
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    expect(of(await check({}, { port: portOf(silent) }), "port")).toEqual([expect.stringMatching(/^failed: 127\.0\.0\.1:\d+ cannot be used \(EADDRINUSE\)$/)]);
    const running = frontServer(async () => undefined);
    await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void running.close());
    expect(of(await check({}, { port: portOf(running) }), "port")).toEqual([expect.stringMatching(/^fine: .* is used by a running Stolos$/)]);
    expect(of(await check({}), "port")).toEqual(["fine: 127.0.0.1:0 is free"]);
  });

  it("reads the keys of a proxy's tokens from a file or an address", async () => {
    const proxy = {
      ...{ STOLOS_SIGN_IN: "proxy", STOLOS_PUBLIC_URL: "https://stolos.example", STOLOS_PROXY_HEADER: "X-Token", STOLOS_PROXY_ISSUER: "https://idp.example" },
      ...{ STOLOS_PROXY_AUDIENCE: "stolos", STOLOS_PROXY_PEERS: "127.0.0.1/32", STOLOS_IMPERSONATE_USERS: "idp:*", STOLOS_PROXY_USERNAME_PREFIX: "idp:" },
    };
    const keys = join(folder, "keys.json");
    writeFileSync(keys, JSON.stringify({ keys: [tokenSigner("one").publicKey] }));
    expect(of(await check({ ...proxy, STOLOS_PROXY_JWKS_FILE: keys }), "keys")).toEqual([`fine: 1 that check signatures in ${keys}`]);
    writeFileSync(keys, "{}");
    expect(of(await check({ ...proxy, STOLOS_PROXY_JWKS_FILE: keys }), "keys")).toEqual([
      `failed: STOLOS_PROXY_JWKS_FILE ${keys}: the key set has no list of "keys"`,
    ]);
    expect(of(await check({ ...proxy, STOLOS_PROXY_JWKS_URL: "https://127.0.0.1:1/keys" }), "keys")).toEqual([
      expect.stringMatching(/^reduced: STOLOS_PROXY_JWKS_URL https:\/\/127\.0\.0\.1:1\/keys: .*ECONNREFUSED/),
    ]);
  });

  it("waits at most 12 s for a cluster that never answers, and shows the others", async () => {
    const real = systemClock();
    const clock: Clock = { ...real, setTimer: (call, ms) => real.setTimer(call, ms / 50) };
    const parts = await check({ STOLOS_KUBECONFIG: kubeconfig({ eu: eu.url, quiet: silentUrl }), STOLOS_CONTEXTS: "*" }, { clock });
    expect(of(parts, "cluster quiet")).toEqual([expect.stringMatching(/^reduced: .*(no answer within 12 s|did not answer|no answer)/)]);
    expect(of(parts, "cluster eu")).toHaveLength(1);
  });

  it("names a cluster that refuses the connection, and a context that does not exist", async () => {
    const parts = await check({ STOLOS_KUBECONFIG: kubeconfig({ away: "http://127.0.0.1:9" }), STOLOS_CONTEXTS: "away,prod" });
    expect(bad(parts)).toEqual([
      expect.stringMatching(/^context prod reduced: /),
      expect.stringMatching(/^cluster away reduced: API server http:\/\/127\.0\.0\.1:9: it refuses the connection/),
    ]);
  });

  it("fails with all problems of settings at once, and with an address that others can reach", async () => {
    const parts = await check({ STOLOS_FRAME_MS: "soon", STOLOS_READONLY: "true" });
    expect(bad(parts)).toEqual([
      expect.stringMatching(/^settings failed: STOLOS_READONLY is no setting/),
      expect.stringMatching(/^settings failed: STOLOS_FRAME_MS: "soon"/),
    ]);
    expect(bad(await check({}, { hostname: "0.0.0.0" }))).toContainEqual(expect.stringMatching(/^settings failed: The dashboard listens on this machine only/));
    expect([worstLevel(parts), JSON.parse(checkJson(parts)).exitCode]).toEqual(["failed", 1]);
  });

  it("names a folder that cannot be written, a database that cannot be reached, and a key that is not set", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    chmodSync(file, 0o600);
    expect(of(await check({ STOLOS_DATA: join(file, "below") }), "history")).toEqual([
      expect.stringMatching(/^reduced: .*below cannot be written \(ENOTDIR\)/),
    ]);
    const parts = await check({ STOLOS_DATABASE_URL: "postgres://stolos:hunter2@127.0.0.1:9/stolos", STOLOS_SIGN_IN: "token" });
    expect(of(parts, "history")).toEqual([expect.stringMatching(/^reduced: PostgreSQL: .*ECONNREFUSED/)]);
    expect(of(parts, "session key")).toEqual(["reduced: not set: a restart ends all sessions"]);
    expect(checkText(parts)).not.toContain("hunter2");
  });
});

it("prints a line per part, in columns, and a summary", () => {
  const parts: readonly CheckedPart[] = [
    { part: "settings", level: "fine", text: "can be used", fix: "" },
    { part: "cluster eu", level: "reduced", text: "no answer within 12 s", fix: "Check the network." },
  ];
  expect(checkText(parts).split("\n")).toEqual([
    "ok       settings    can be used",
    "reduced  cluster eu  no answer within 12 s  Check the network.",
    "",
    "Stolos can start, but shows nothing: no cluster can be read.",
    "",
  ]);
  const withCluster = checkText([...parts, { part: "cluster us", level: "fine", text: "as stolos", fix: "" }]);
  expect(withCluster.split("\n").at(-2)).toBe("Stolos can start, but shows less than it could.");
});
