import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { get as httpGet, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReactElement } from "react";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepSession } from "@/lib/server/access/session";
import type { SignedIn } from "@/lib/server/access/viewer";
import type { createTidy } from "@/lib/server/history/retention";
import { FRONT_LIMITS, frontServer } from "@/lib/server/http/front";
import { frontSettings } from "@/lib/server/http/front-settings";
import { CLIENT_HEADER, PEER_HEADER } from "@/lib/server/http/inbound-headers";
import { Refusal } from "@/lib/server/http/problem";
import { getRuntime, type Runtime, startRuntime, stopRuntime } from "@/lib/server/runtime";
import { SETTINGS, type Setting, SIGN_INS, type SignInKind } from "@/lib/server/settings";
import { CookieJar } from "@/lib/testing/cookie-jar";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { startStubProvider } from "@/lib/testing/stub-provider";
import { tokenSigner } from "@/lib/testing/token-signer";

/**
 * Each setting, with two values: the whole server starts with each of them, on a fake API server, and behaves differently. A setting without a row here is a type
 * error and a red test.
 */
type Environment = Readonly<Record<string, string>>;
type SettingName = keyof typeof SETTINGS;

interface Effect {
  readonly values: readonly [string, string];
  /** Further settings that this one needs. */
  readonly among?: Environment;
  readonly observe: (environment: Environment) => Promise<unknown>;
  /** The two observations. */
  readonly seen: readonly [unknown, unknown];
}

const page = vi.hoisted(() => ({ headers: {} as Readonly<Record<string, string>> }));
vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers(page.headers) }));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));
const tidied = vi.hoisted(() => ({ limits: null as Parameters<typeof createTidy>[0] | null }));
vi.mock("@/lib/server/history/retention", async (original) => {
  const real = await original<{ createTidy: typeof createTidy }>();
  return {
    ...real,
    createTidy: (limits: Parameters<typeof createTidy>[0]) => {
      tidied.limits = limits;
      return real.createTidy(limits);
    },
  };
});

const folder = mkdtempSync(join(tmpdir(), "stolos-effects-"));
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const [eu, us, stub, otherStub] = await Promise.all([startFakeKubeApi(), startFakeKubeApi(), startStubProvider(), startStubProvider()]);
const signer = tokenSigner("one");
const listeners = await Promise.all([tcpListener(), tcpListener()]);
afterAll(async () => {
  await Promise.all([...[eu, us, stub, otherStub].map((one) => one.close()), ...listeners.map((one) => one.close())]);
  rmSync(folder, { recursive: true, force: true });
});

/** A port that accepts connections and cuts them. */
async function tcpListener() {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A kubeconfig (JSON is YAML) with the contexts `eu` and `us`. */
const kubeconfig = (current: string, user: object = { token: "own" }) =>
  JSON.stringify({
    ...{ apiVersion: "v1", kind: "Config", "current-context": current, users: [{ name: "own", user }] },
    clusters: Object.entries({ eu, us }).map(([name, { url }]) => ({ name, cluster: { server: url } })),
    contexts: ["eu", "us"].map((name) => ({ name, context: { cluster: name, user: "own" } })),
  });
const files = {
  eu: fileOf("eu", kubeconfig("eu")),
  us: fileOf("us", kubeconfig("us")),
  exec: fileOf("exec", kubeconfig("eu", { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "false", interactiveMode: "Never" } })),
  keys: fileOf("keys.json", JSON.stringify({ keys: [signer.publicKey] })),
  otherKeys: fileOf("other-keys.json", JSON.stringify({ keys: [tokenSigner("two").publicKey] })),
  authorities: fileOf("both.pem", `${stub.ca}\n${otherStub.ca}`),
  authority: fileOf("one.pem", stub.ca),
  otherAuthority: fileOf("other.pem", otherStub.ca),
  secret: fileOf("secret", "from-one-file"),
  otherSecret: fileOf("other-secret", "from-another-file"),
};
const folders = { one: join(folder, "one-cluster"), two: join(folder, "two-clusters") };
for (const name of Object.values(folders)) mkdirSync(name);
for (const name of ["one-cluster/north", "two-clusters/north", "two-clusters/south.yaml"]) fileOf(name, kubeconfig("eu"));
mkdirSync(join(folder, "account"));
for (const [name, text] of Object.entries({ token: "own", "ca.crt": stub.ca })) writeFileSync(join(folder, "account", name), text);
mkdirSync(join(folder, "no-account"));

let logged: string;
beforeEach(() => {
  logged = "";
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    logged += String(line);
    return true;
  });
  for (const api of [eu, us]) {
    api.requests.length = 0;
    api.intercept = answersReviews;
    api.allow = () => true;
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

let userGroups: readonly string[] = [];

/** An API server that names the user of a request by its token, or by impersonation. */
const answersReviews: FakeKubeApi["intercept"] = ({ path, authorization, impersonates }) => {
  if (!path.endsWith("/selfsubjectreviews")) return null;
  const name = impersonates.user || (authorization === "Bearer own" ? "stolos" : "x:jane");
  return {
    status: 201,
    body: JSON.stringify({ status: { userInfo: { username: name, groups: ["system:authenticated", ...userGroups] } } }),
    type: "application/json",
  };
};

interface Started {
  readonly runtime: Runtime;
  /** Sends a request to the server in front. */
  ask(path: string, headers?: Environment): Promise<{ readonly status: number; readonly text: string }>;
}

/** Starts the server with these settings as the process does, does the work, and stops it. `answer`: the pages. */
async function started<T>(
  environment: Environment,
  work: (started: Started) => Promise<T> | T,
  answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => void response.end(String(request.headers[CLIENT_HEADER])),
): Promise<T> {
  const unset = [...Object.keys(SETTINGS), "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT", "XDG_STATE_HOME"];
  for (const name of unset) vi.stubEnv(name, undefined);
  const all = { HOME: folder, STOLOS_KUBECONFIG: files.eu, STOLOS_HISTORY: "off", ...environment };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: undefined });
  await startRuntime();
  const server = frontServer(answer, FRONT_LIMITS, frontSettings);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work({ runtime: await getRuntime(), ask: (path, headers = {}) => askPort(port, path, headers) });
  } finally {
    server.closeAllConnections();
    await Promise.all([new Promise((resolve) => server.close(resolve)), stopRuntime("the test ends")]);
  }
}

async function askPort(port: number, path: string, headers: Environment) {
  const request = httpGet({ port, host: "127.0.0.1", path, headers });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: (await response.toArray()).join("") };
}

/** Retries until the work succeeds. A busy machine may need seconds for the first answers of a cluster. */
const eventually = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 20_000, interval: 20 });
/** The result, or the status of the refusal. */
const orRefused = <T>(work: Promise<T>): Promise<T | number> =>
  work.catch((thrown: unknown) => {
    if (thrown instanceof Refusal) return thrown.status;
    throw thrown;
  });
const viewerBy = (runtime: Runtime, headers: Environment = {}) => runtime.signIn.viewerOf({ headers: new Headers(headers) });
/** The name of the viewer, or the status of the refusal, once the rights of the server are known. */
const nameOf = (runtime: Runtime, headers: Environment = {}) =>
  eventually(async () => {
    const name = await orRefused(viewerBy(runtime, headers).then(({ identity }) => identity.name));
    expect(name).not.toBe(503);
    return name;
  });

/** The namespaces whose entries the viewer sees, once the rights are known. */
async function visibleNamespaces(runtime: Runtime): Promise<unknown> {
  return eventually(async () => {
    const visible = (await viewerBy(runtime)).scope.clusters.get("eu")?.get("workloadentries");
    expect(visible).toBeDefined();
    return visible;
  });
}

/** Returns the first match of a pattern in the paths of requests, once there is one. */
const requested = (pattern: RegExp, api = eu) =>
  eventually(() => {
    const found = api.requests.map(({ path, query }) => pattern.exec(`${path}?${query}`)?.[1]).find((one) => one !== undefined);
    expect(found).toBeDefined();
    return found;
  });

const watchedClusters = (environment: Environment) => started(environment, ({ runtime }) => [...runtime.fleet.clusters]);

/** Counts the successes of six attempts. */
async function passed(attempt: () => Promise<boolean>): Promise<number> {
  let count = 0;
  for (let at = 0; at < 6; at++) if (await attempt()) count++;
  return count;
}

/** Opens streams until one is refused. Returns their number and the setting that the refusal names. */
const openStreams = (environment: Environment) =>
  started(environment, async ({ runtime }) => {
    const viewer = await viewerBy(runtime);
    for (let count = 0; count < 60; count++) {
      try {
        runtime.hub.admit(viewer, []);
      } catch (refusal) {
        return [count, /STOLOS_\w+/.exec(refusal instanceof Refusal ? refusal.detail : "")?.[0]];
      }
      runtime.hub.open(viewer, { write: () => undefined, room: true, end: () => undefined });
    }
    return null;
  });

/** Counts what a stream receives within some time, while entries change every 50 ms. */
const framesIn = (milliseconds: number, isCounted: (text: string) => boolean) => (environment: Environment) =>
  started(environment, async ({ runtime }) => {
    await visibleNamespaces(runtime);
    const viewer = await viewerBy(runtime);
    let count = 0;
    const stream = runtime.hub.open(viewer, {
      write: (bytes) => {
        if (isCounted(new TextDecoder().decode(bytes))) count++;
      },
      ...{ room: true, end: () => undefined },
    });
    runtime.hub.setViews(stream.id, viewer, [{ id: 1, kind: "entries", query: "", offset: 0, limit: 10 }]);
    const end = Date.now() + milliseconds;
    for (let at = 0; Date.now() < end; at++) {
      eu.put("workloadentries", { namespace: "shop", name: "vm", uid: "vm", spec: { address: `10.0.0.${at % 250}` } });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return count > 3;
  });

/** Calls a route of the app, and returns the text of its answer. */
async function routeText(route: object, method: "GET" | "POST", { params = {}, body }: { readonly params?: Environment; readonly body?: unknown } = {}) {
  const handler = (route as Record<string, (request: Request, context: object) => Promise<Response>>)[method];
  const headers = { host: "localhost:3000", "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const request = new Request("http://localhost:3000/api", { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const response = await handler?.(request, { params: Promise.resolve(params) });
  return `${response?.status} ${await response?.text()}`;
}

/** Returns the first value of a property in a tree of elements. */
function propertyIn(element: unknown, name: string): unknown {
  if (typeof element !== "object" || element === null || !("props" in element)) return undefined;
  const { props } = element as ReactElement<Record<string, unknown>>;
  if (Object.hasOwn(props, name)) return props[name];
  return [props.children]
    .flat()
    .map((child) => propertyIn(child, name))
    .find((one) => one !== undefined);
}

const configMapOf = (read: (runtime: Runtime, viewer: SignedIn) => Promise<unknown>) => (environment: Environment) =>
  started(environment, async ({ runtime }) => {
    await visibleNamespaces(runtime);
    await read(runtime, await viewerBy(runtime));
    return requested(/\/namespaces\/(.+\/configmaps\/[^?]+)/);
  });

const reached = (environment: Environment, work: (started: Started) => Promise<unknown> = async () => undefined) => {
  const before = listeners.map((one) => one.connections());
  return started(environment, async (running) => {
    await work(running);
    return eventually(() => {
      const hit = listeners.flatMap((one, at) => (one.connections() > (before[at] ?? 0) ? [at] : []));
      expect(hit).toHaveLength(1);
      return hit[0];
    });
  });
};

const KEYS = ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="] as const;
const TOKEN = { STOLOS_SIGN_IN: "token" };
const PUBLIC = { ...TOKEN, STOLOS_PUBLIC_URL: "https://stolos.example" };
const OIDC = {
  ...{ STOLOS_SIGN_IN: "oidc", STOLOS_PUBLIC_URL: "https://stolos.example", STOLOS_OIDC_ISSUER: stub.issuer, STOLOS_OIDC_CLIENT_ID: "stolos" },
  ...{ STOLOS_OIDC_CA: files.authorities, STOLOS_OIDC_USERNAME_PREFIX: "x:" },
};
const OIDC_GROUPS = { ...OIDC, STOLOS_OIDC_GROUPS_CLAIM: "groups", STOLOS_OIDC_GROUPS_PREFIX: "g:" };
const PROXY = {
  ...{ STOLOS_SIGN_IN: "proxy", STOLOS_PROXY_HEADER: "X-Token", STOLOS_PROXY_PEERS: "127.0.0.1/32", STOLOS_PROXY_ISSUER: "https://idp.example" },
  ...{ STOLOS_PROXY_AUDIENCE: "stolos", STOLOS_PROXY_JWKS_FILE: files.keys, STOLOS_PROXY_USERNAME_PREFIX: "idp:", STOLOS_IMPERSONATE_USERS: "idp:*" },
};
const PROXY_GROUPS = { ...PROXY, STOLOS_PROXY_GROUPS_CLAIM: "groups", STOLOS_IMPERSONATE_GROUPS: "team-*" };

/** Signs in with a pasted token. Returns the cookies of the session. */
async function pastedSession(runtime: Runtime): Promise<CookieJar> {
  const jar = new CookieJar();
  const answer = await eventually(() => keepSession(runtime, { headers: new Headers() }, "token-of-jane"));
  jar.take(answer.headers.getSetCookie());
  return jar;
}

const begun = (read: (address: URL) => unknown) => (environment: Environment) =>
  started(environment, async ({ runtime }) =>
    orRefused(runtime.signIn.provider?.begin("/").then(({ value }) => read(new URL(value))) ?? Promise.reject(new Error("no provider"))),
  );

/** Goes to the provider and back. Returns the user name, or the status of the refusal. */
const viaProvider = (environment: Environment) =>
  started(environment, async ({ runtime }) => {
    const { provider } = runtime.signIn;
    if (provider === undefined) throw new Error("no provider");
    userGroups = environment.STOLOS_OIDC_GROUPS_CLAIM === undefined ? [] : ["g:sre"];
    stub.claims = { email: "x:jane", email_verified: true, groups: ["sre"], roles: ["admin"] };
    const jar = new CookieJar();
    const { value, cookies } = await provider.begin("/");
    jar.take(cookies);
    return orRefused(provider.finish(jar.request, stub.comeBack(value)).then(({ value: { names } }) => names.get("eu")));
  });

const secretSent = async (environment: Environment) => {
  await viaProvider(environment);
  return stub.clientSecret();
};

const proxyToken = () =>
  signer.sign({
    ...{ iss: "https://idp.example", aud: "stolos", sub: "jane", email: "jane@shop", exp: Math.floor(Date.now() / 1_000) + 300 },
    ...{ groups: ["team-a", "team-b"], roles: ["team-c"] },
  });
const fromProxy = async () => ({ "x-token": await proxyToken(), [PEER_HEADER]: "127.0.0.1" });
const viaProxy = (environment: Environment) =>
  started(environment, async ({ runtime }) => {
    return nameOf(runtime, await fromProxy());
  });
const proxiedGroups = (environment: Environment) =>
  started(environment, async ({ runtime }) => {
    await nameOf(runtime, await fromProxy());
    return eu.requests.find(({ impersonates }) => impersonates.user !== "")?.impersonates.groups;
  });

/** Loads a function of the programs that start the server or the tests. */
const ofTooling = async (file: string, name: string) =>
  ((await import(/* @vite-ignore */ `${process.cwd()}/lib/tooling/${file}`)) as Record<string, (environment?: Environment) => Record<string, unknown>>)[name];
const listens = (what: "host" | "port") => async (environment: Environment) => (await ofTooling("listen-address.mjs", "listenAddress"))?.(environment)[what];

const EFFECTS: Readonly<Record<SettingName, Effect>> = {
  STOLOS_KUBECONFIG: { values: [files.eu, files.us], observe: watchedClusters, seen: [["eu"], ["us"]] },
  KUBECONFIG: { values: [files.eu, files.us], among: { STOLOS_KUBECONFIG: "" }, observe: watchedClusters, seen: [["eu"], ["us"]] },
  STOLOS_KUBECONFIGS: {
    values: [folders.one, folders.two],
    among: { STOLOS_KUBECONFIG: "" },
    observe: watchedClusters,
    seen: [["north"], ["north", "south"]],
  },
  STOLOS_CONTEXTS: { values: ["us", "*"], observe: watchedClusters, seen: [["us"], ["eu", "us"]] },
  STOLOS_ALLOW_EXEC: { values: ["true", "false"], among: { STOLOS_KUBECONFIG: files.exec }, observe: watchedClusters, seen: [["eu"], []] },
  STOLOS_SERVICE_ACCOUNT_FOLDER: {
    values: [join(folder, "account"), join(folder, "no-account")],
    among: { STOLOS_KUBECONFIG: "", KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(listeners[0].port), STOLOS_SIGN_IN: "local" },
    observe: watchedClusters,
    seen: [["in-cluster"], []],
  },
  STOLOS_NAMESPACES: {
    values: ["shop", "lab"],
    observe: (environment) => {
      eu.allow = (_verb, _resource, namespace) => namespace !== "";
      eu.intercept = (request) =>
        answersReviews(request) ??
        (request.method === "GET" && /\/v1\w*\/(workloadentries|namespaces)$/.test(request.path) ? { status: 403, body: "{}" } : null);
      return started(environment, () => requested(/\/namespaces\/([^/]+)\/workloadentries\?/));
    },
    seen: ["shop", "lab"],
  },
  STOLOS_VISIBLE_NAMESPACES: {
    values: ["shop", "lab"],
    observe: (environment) => started(environment, ({ runtime }) => visibleNamespaces(runtime)),
    seen: [["shop"], ["lab"]],
  },
  STOLOS_ISTIO_NAMESPACE: {
    values: ["istio-system", "mesh"],
    observe: (environment) => started(environment, () => requested(/\/namespaces\/([^/]+)\/configmaps\?/)),
    seen: ["istio-system", "mesh"],
  },
  STOLOS_HOST: { values: ["127.0.0.1", "127.0.0.2"], observe: listens("host"), seen: ["127.0.0.1", "127.0.0.2"] },
  STOLOS_PORT: { values: ["3000", "4000"], observe: listens("port"), seen: [3_000, 4_000] },
  PORT: { values: ["3000", "4000"], observe: listens("port"), seen: [3_000, 4_000] },
  STOLOS_PUBLIC_URL: {
    ...{ values: ["https://stolos.example", "https://other.example"], among: TOKEN },
    observe: (environment) => started(environment, async ({ ask }) => (await ask("/api/healthz", { host: "stolos.example" })).text),
    seen: ["ok\n", "127.0.0.1"],
  },
  STOLOS_TRUSTED_PROXIES: {
    ...{ values: ["127.0.0.0/8", "10.0.0.0/8"], among: PUBLIC },
    observe: (environment) => started(environment, async ({ ask }) => (await ask("/entries", { "x-forwarded-for": "198.51.100.7" })).text),
    seen: ["198.51.100.7", "127.0.0.1"],
  },
  STOLOS_BEAT_SECONDS: { values: ["0.1", "5"], observe: framesIn(1_200, (text) => /^event: (beat|ages)/.test(text)), seen: [true, false] },
  STOLOS_FRAME_MS: {
    values: ["10", "1000"],
    among: { STOLOS_BEAT_SECONDS: "5" },
    observe: framesIn(1_200, (text) => text.startsWith("data:")),
    seen: [true, false],
  },
  STOLOS_MAX_STREAMS: {
    values: ["2", "4"],
    observe: openStreams,
    seen: [
      [2, "STOLOS_MAX_STREAMS"],
      [4, "STOLOS_MAX_STREAMS"],
    ],
  },
  STOLOS_MAX_STREAMS_PER_VIEWER: {
    values: ["2", "4"],
    observe: openStreams,
    seen: [
      [2, "STOLOS_MAX_STREAMS_PER_VIEWER"],
      [4, "STOLOS_MAX_STREAMS_PER_VIEWER"],
    ],
  },
  STOLOS_REQUESTS_PER_VIEWER: {
    values: ["0.2", "0.4"],
    observe: (environment) =>
      started(environment, async () => {
        const route = await import("./api/session/route");
        return passed(async () => (await routeText(route, "GET")).startsWith("200"));
      }),
    seen: [2, 4],
  },
  STOLOS_REQUESTS_PER_ADDRESS: {
    values: ["0.2", "0.4"],
    observe: (environment) => started(environment, ({ ask }) => passed(async () => (await ask("/entries")).status === 200)),
    seen: [2, 4],
  },
  STOLOS_QUEUE_PER_VIEWER: {
    values: ["1", "3"],
    observe: async (environment) => {
      let held = 0;
      let refused = 0;
      const work = async ({ ask }: Started) => {
        const send = () =>
          void ask("/entries").then(
            ({ status }) => (refused += Number(status === 503)),
            () => undefined,
          );
        // One client has at most eight running requests. They start one after another, while the process is idle.
        for (let at = 1; at <= 8; at++) {
          send();
          await eventually(() => expect(held).toBe(at));
        }
        for (let at = 0; at < 6; at++) send();
        await eventually(() => expect(refused).toBeGreaterThan(2));
        await new Promise((resolve) => setTimeout(resolve, 100));
        return 6 - refused;
      };
      return started(environment, work, async (_request, response) => {
        held++;
        await once(response, "close");
      });
    },
    seen: [1, 3],
  },
  STOLOS_LOG_LEVEL: {
    values: ["info", "error"],
    observe: async (environment) => {
      const before = logged.length;
      await started(environment, () => undefined);
      return logged.slice(before).includes('"level":"info"');
    },
    seen: [true, false],
  },
  STOLOS_TIME_SCALE: {
    values: ["1", "100"],
    observe: (environment) => started(environment, async () => Number(await requested(/workloadentries\?.*timeoutSeconds=(\d+)/)) > 60),
    seen: [true, false],
  },
  STOLOS_CHROMIUM: {
    values: [files.eu, files.us],
    observe: async ({ STOLOS_CHROMIUM: path }) => {
      vi.stubEnv("STOLOS_CHROMIUM", path);
      return (await ofTooling("browser.mjs", "findBrowser"))?.();
    },
    seen: [files.eu, files.us],
  },
  STOLOS_READ_ONLY: {
    values: ["true", "false"],
    observe: (environment) => started(environment, async ({ runtime }) => (await viewerBy(runtime)).mayWrite),
    seen: [false, true],
  },
  STOLOS_SHARE_MESH_FACTS: {
    values: ["true", "false"],
    among: { STOLOS_READ_ONLY: "false" },
    observe: (environment) => {
      eu.intercept = (request) => answersReviews(request) ?? (/\/(pods|deployments)$/.test(request.path) ? { status: 403, body: "{}" } : null);
      return started(environment, async ({ runtime }) => {
        await visibleNamespaces(runtime);
        const route = await import("./api/c/[cluster]/preflight/[namespace]/route");
        return (await routeText(route, "GET", { params: { cluster: "eu", namespace: "shop" } })).includes('"setting":"STOLOS_SHARE_MESH_FACTS"');
      });
    },
    seen: [false, true],
  },
  STOLOS_LOCAL_ADDRESSES: {
    values: ["refused", "allowed"],
    observe: (environment) =>
      started(environment, async ({ runtime }) => {
        await visibleNamespaces(runtime);
        const text = "{apiVersion: networking.istio.io/v1, kind: WorkloadEntry, metadata: {name: vm, namespace: shop}, spec: {address: 127.0.0.1}}";
        const answer = await routeText(await import("./api/preview/route"), "POST", { body: { cluster: "eu", text } });
        return answer.includes('"level":"refuses"');
      }),
    seen: [true, false],
  },
  STOLOS_GUARD_RAILS: {
    values: ["shop/rails", "lab/policies"],
    observe: configMapOf((runtime) => runtime.readRails("eu")),
    seen: ["shop/configmaps/rails", "lab/configmaps/policies"],
  },
  STOLOS_TEAM_VIEWS: {
    values: ["shop/views", "lab/team"],
    observe: configMapOf((runtime, viewer) => runtime.readTeamViews(viewer.scope)),
    seen: ["shop/configmaps/views", "lab/configmaps/team"],
  },
  STOLOS_KIALI_URL: {
    values: ["https://kiali.example", "https://other.example/kiali"],
    observe: (environment) =>
      started(environment, async () => {
        const { default: draw } = await import("./networks/page");
        return propertyIn(await draw({ searchParams: Promise.resolve({}) }), "kiali");
      }),
    seen: ["https://kiali.example", "https://other.example/kiali"],
  },
  STOLOS_LINKS: {
    values: ['{"Logs": "https://logs.example/{entry}"}', "{}"],
    observe: (environment) =>
      started(environment, async () => {
        const { default: draw } = await import("./layout");
        return propertyIn(await draw({ children: null }), "links");
      }),
    seen: [[{ name: "Logs", template: "https://logs.example/{entry}" }], []],
  },
  STOLOS_HISTORY: {
    values: ["on", "off"],
    among: { STOLOS_DATA: join(folder, "history") },
    observe: (environment) => started(environment, ({ runtime }) => runtime.history.status().kind === "off"),
    seen: [false, true],
  },
  STOLOS_DATA: {
    values: [join(folder, "data"), join(folder, "other-data")],
    among: { STOLOS_HISTORY: "on" },
    observe: (environment) =>
      started(environment, () =>
        eventually(() => {
          const found = ["data", "other-data"].filter((name) => readdirSync(folder).includes(name) && readdirSync(join(folder, name)).length > 0);
          expect(found).toContain(environment.STOLOS_DATA?.split("/").pop());
          return found;
        }),
      ),
    seen: [["data"], ["data", "other-data"]],
  },
  STOLOS_DATABASE_URL: {
    values: [`postgres://stolos:hidden-1@127.0.0.1:${listeners[0].port}/stolos`, `postgres://stolos:hidden-2@127.0.0.1:${listeners[1].port}/stolos`],
    among: { STOLOS_HISTORY: "on" },
    observe: reached,
    seen: [0, 1],
  },
  STOLOS_DATABASE_URL_FILE: {
    values: [0, 1].map((at) => fileOf(`database-${at}`, `postgres://stolos:hidden-${at}@127.0.0.1:${listeners[at]?.port}/stolos\n`)) as [string, string],
    among: { STOLOS_HISTORY: "on" },
    observe: reached,
    seen: [0, 1],
  },
  STOLOS_HISTORY_DAYS: {
    values: ["7", "30"],
    among: { STOLOS_HISTORY: "on", STOLOS_DATA: join(folder, "days") },
    observe: (environment) => started(environment, () => tidied.limits?.keepMs),
    seen: [7 * 86_400_000, 30 * 86_400_000],
  },
  STOLOS_INCIDENT_DAYS: {
    values: ["60", "90"],
    among: { STOLOS_HISTORY: "on", STOLOS_DATA: join(folder, "incident-days") },
    observe: (environment) => started(environment, () => tidied.limits?.incidentMs),
    seen: [60 * 86_400_000, 90 * 86_400_000],
  },
  STOLOS_HISTORY_MAX_MB: {
    values: ["16", "64"],
    among: { STOLOS_HISTORY: "on", STOLOS_DATA: join(folder, "size") },
    observe: (environment) => started(environment, () => tidied.limits?.bytes),
    seen: [16_000_000, 64_000_000],
  },
  STOLOS_SIGN_IN: {
    values: ["local", "token"],
    observe: (environment) => started(environment, ({ runtime }) => nameOf(runtime)),
    seen: [null, 401],
  },
  STOLOS_SESSION_KEY: {
    values: KEYS,
    among: TOKEN,
    observe: async (environment) => {
      const jar = await started({ ...environment, STOLOS_SESSION_KEY: KEYS[0] }, ({ runtime }) => pastedSession(runtime));
      return started(environment, async ({ runtime }) => {
        return nameOf(runtime, { cookie: jar.header });
      });
    },
    seen: ["x:jane", 401],
  },
  STOLOS_SESSION_KEY_FILE: {
    values: [fileOf("session-key", KEYS[0]), fileOf("other-session-key", KEYS[1])],
    among: TOKEN,
    observe: async (environment) => {
      const jar = await started({ ...TOKEN, STOLOS_SESSION_KEY: KEYS[0] }, ({ runtime }) => pastedSession(runtime));
      return started(environment, ({ runtime }) => nameOf(runtime, { cookie: jar.header }));
    },
    seen: ["x:jane", 401],
  },
  STOLOS_TOKEN_CLUSTERS: {
    values: ["eu", "us"],
    among: { ...TOKEN, STOLOS_CONTEXTS: "eu,us" },
    observe: (environment) =>
      started(environment, async ({ runtime }) => {
        await pastedSession(runtime);
        const received = ({ requests }: FakeKubeApi) => requests.some(({ authorization }) => authorization === "Bearer token-of-jane");
        return [received(eu), received(us)];
      }),
    seen: [
      [true, false],
      [false, true],
    ],
  },
  STOLOS_OIDC_ISSUER: {
    values: [stub.issuer, `https://localhost:${listeners[0].port}`],
    among: OIDC,
    observe: begun(({ origin }) => origin),
    seen: [stub.issuer, 503],
  },
  STOLOS_OIDC_CLIENT_ID: {
    values: ["stolos", "dashboard"],
    among: OIDC,
    observe: begun(({ searchParams }) => searchParams.get("client_id")),
    seen: ["stolos", "dashboard"],
  },
  STOLOS_OIDC_CLIENT_SECRET: { values: ["hidden-3", "hidden-4"], among: OIDC, observe: secretSent, seen: ["hidden-3", "hidden-4"] },
  STOLOS_OIDC_CLIENT_SECRET_FILE: { values: [files.secret, files.otherSecret], among: OIDC, observe: secretSent, seen: ["from-one-file", "from-another-file"] },
  STOLOS_OIDC_CA: { values: [files.authority, files.otherAuthority], among: OIDC, observe: begun(() => "begun"), seen: ["begun", 503] },
  STOLOS_OIDC_SCOPES: {
    values: ["openid", "openid groups"],
    among: OIDC,
    observe: begun(({ searchParams }) => searchParams.get("scope")),
    seen: ["openid", "openid groups"],
  },
  STOLOS_OIDC_USERNAME_CLAIM: { values: ["sub", "roles"], among: OIDC, observe: viaProvider, seen: ["x:jane", 401] },
  STOLOS_OIDC_USERNAME_PREFIX: { values: ["x:", "y:"], among: OIDC, observe: viaProvider, seen: ["x:jane", 401] },
  STOLOS_OIDC_GROUPS_CLAIM: { values: ["groups", "roles"], among: OIDC_GROUPS, observe: viaProvider, seen: ["x:jane", 401] },
  STOLOS_OIDC_GROUPS_PREFIX: { values: ["g:", "h:"], among: OIDC_GROUPS, observe: viaProvider, seen: ["x:jane", 401] },
  STOLOS_PROXY_HEADER: { values: ["X-Token", "X-Other"], among: PROXY, observe: viaProxy, seen: ["idp:jane", 401] },
  STOLOS_PROXY_PEERS: { values: ["127.0.0.1/32", "10.0.0.0/8"], among: PROXY, observe: viaProxy, seen: ["idp:jane", 403] },
  STOLOS_PROXY_ISSUER: { values: ["https://idp.example", "https://other.example"], among: PROXY, observe: viaProxy, seen: ["idp:jane", 401] },
  STOLOS_PROXY_AUDIENCE: { values: ["stolos", "shop"], among: PROXY, observe: viaProxy, seen: ["idp:jane", 401] },
  STOLOS_PROXY_JWKS_URL: {
    values: [`https://127.0.0.1:${listeners[0].port}/keys`, `https://127.0.0.1:${listeners[1].port}/keys`],
    among: { ...PROXY, STOLOS_PROXY_JWKS_FILE: "" },
    observe: (environment) => reached(environment, async ({ runtime }) => orRefused(viewerBy(runtime, await fromProxy()))),
    seen: [0, 1],
  },
  STOLOS_PROXY_JWKS_FILE: { values: [files.keys, files.otherKeys], among: PROXY, observe: viaProxy, seen: ["idp:jane", 401] },
  STOLOS_PROXY_USERNAME_CLAIM: { values: ["sub", "email"], among: PROXY, observe: viaProxy, seen: ["idp:jane", "idp:jane@shop"] },
  STOLOS_PROXY_USERNAME_PREFIX: {
    values: ["idp:", "x:"],
    among: { ...PROXY, STOLOS_IMPERSONATE_USERS: "idp:*,x:*" },
    observe: viaProxy,
    seen: ["idp:jane", "x:jane"],
  },
  STOLOS_PROXY_GROUPS_CLAIM: { values: ["groups", "roles"], among: PROXY_GROUPS, observe: proxiedGroups, seen: [["team-a", "team-b"], ["team-c"]] },
  STOLOS_PROXY_GROUPS_PREFIX: {
    values: ["g:", "h:"],
    among: { ...PROXY_GROUPS, STOLOS_IMPERSONATE_GROUPS: "g:*,h:*" },
    observe: proxiedGroups,
    seen: [
      ["g:team-a", "g:team-b"],
      ["h:team-a", "h:team-b"],
    ],
  },
  STOLOS_PROXY_SIGN_IN_URL: {
    values: ["https://login.example", "https://other.example"],
    among: PROXY,
    observe: (environment) => started(environment, ({ runtime }) => viewerBy(runtime).catch((refusal: Refusal) => /at (\S+)\./.exec(refusal.detail)?.[1])),
    seen: ["https://login.example", "https://other.example"],
  },
  STOLOS_PROXY_SIGN_OUT_URL: {
    values: ["https://login.example/out", "https://other.example/out"],
    among: PROXY,
    observe: (environment) =>
      started(environment, async ({ runtime }) => {
        page.headers = await fromProxy();
        await nameOf(runtime, page.headers);
        const { default: draw } = await import("./sign-in/page");
        return propertyIn(await draw({ searchParams: Promise.resolve({}) }), "signOutUrl");
      }),
    seen: ["https://login.example/out", "https://other.example/out"],
  },
  STOLOS_IMPERSONATE_USERS: { values: ["idp:*", "idp:joe"], among: PROXY, observe: viaProxy, seen: ["idp:jane", 403] },
  STOLOS_IMPERSONATE_GROUPS: { values: ["team-a", "team-b"], among: PROXY_GROUPS, observe: proxiedGroups, seen: [["team-a"], ["team-b"]] },
  STOLOS_KIOSK_NAMESPACES: {
    values: ["shop", "lab"],
    among: { STOLOS_SIGN_IN: "kiosk" },
    observe: (environment) => started(environment, ({ runtime }) => visibleNamespaces(runtime)),
    seen: [["shop"], ["lab"]],
  },
};

const settings: readonly (readonly [string, Setting])[] = Object.entries(SETTINGS);

describe("the behaviour of the server depends on each setting", () => {
  it("has two values for every setting of the list", () => {
    expect(Object.keys(EFFECTS).sort()).toEqual(settings.map(([name]) => name).sort());
  });

  it.each(settings)("%s", async (name, { secret }) => {
    const { values, among = {}, observe, seen } = EFFECTS[name as SettingName];
    expect(values[0]).not.toBe(values[1]);
    expect(seen[0]).not.toEqual(seen[1]);
    const observed: unknown[] = [];
    for (const value of values) {
      eu.requests.length = 0;
      us.requests.length = 0;
      observed.push(await observe({ ...among, [name]: value }));
    }
    expect(observed).toEqual(seen);
    if (secret === true) for (const value of [...values, ...values.map((text) => /:([^:@]+)@/.exec(text)?.[1] ?? text)]) expect(logged).not.toContain(value);
  });
});

/** Settings of which a start can have only one. */
const ALTERNATIVES: readonly string[] = [
  ...["STOLOS_OIDC_CLIENT_SECRET_FILE", "STOLOS_SESSION_KEY_FILE", "STOLOS_PROXY_JWKS_URL"],
  ...["STOLOS_DATABASE_URL", "STOLOS_DATABASE_URL_FILE"],
];

describe("the server starts with all settings of a sign-in at once", () => {
  const base: Readonly<Record<SignInKind, Environment>> = {
    local: {},
    token: PUBLIC,
    oidc: OIDC_GROUPS,
    proxy: PROXY_GROUPS,
    kiosk: { STOLOS_KIOSK_NAMESPACES: "shop" },
  };
  const environmentOf = (kind: SignInKind) =>
    Object.fromEntries(
      settings.flatMap(([name, { signIns = [kind] }]) => {
        const isWithout =
          !signIns.includes(kind) || ALTERNATIVES.includes(name) || (kind === "local" && ["STOLOS_PUBLIC_URL", "STOLOS_TRUSTED_PROXIES"].includes(name));
        return isWithout ? [] : [[name, EFFECTS[name as SettingName].values[0]]];
      }),
    );

  it.each(SIGN_INS)("%s", async (kind) => {
    const environment = { ...environmentOf(kind), ...base[kind], STOLOS_SIGN_IN: kind, STOLOS_CONTEXTS: "eu", STOLOS_VISIBLE_NAMESPACES: "shop" };
    await started(environment, async ({ runtime, ask }) => {
      expect([runtime.signIn.kind, (await ask("/api/healthz", { host: "localhost" })).text]).toEqual([kind, "ok\n"]);
    });
  });

  it("all settings are set by one of these starts, but for alternatives", () => {
    const all = new Set(SIGN_INS.flatMap((kind) => Object.keys(environmentOf(kind))));
    expect(settings.map(([name]) => name).filter((name) => !all.has(name))).toEqual(
      ALTERNATIVES.filter((name) => Object.hasOwn(SETTINGS, name)).sort(
        (a, b) => settings.findIndex(([one]) => one === a) - settings.findIndex(([one]) => one === b),
      ),
    );
  });
});
