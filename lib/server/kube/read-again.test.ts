import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { certificate } from "@/lib/testing/certificate";
import { ManualClock } from "@/lib/testing/manual-clock";
import { NO_KUBECONFIG } from "@/lib/testing/server/kubeconfig-settings";
import { createKubeClient, type KubeClient } from "./client";
import type { KubeconfigSettings } from "./cluster-context";
import { loadContexts } from "./contexts";
import { field, text } from "./parse/json";
import type { Problem } from "./problem";

const LATER = new Date("2100-01-01");
type Pair = { readonly key: string; readonly cert: string };

let folder = "";
let kubeconfig = "";
let clock: ManualClock;
let api: Server;
let port = 0;
/** Tokens that the API server accepts. */
let accepted = new Set<string>();
let requests = 0;
let clients: KubeClient[] = [];
let problems: (Problem | null)[] = [];
let [first, second]: Pair[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "stolos-read-again-"));
  kubeconfig = join(folder, "kubeconfig");
  clock = new ManualClock(1_800_000_000_000);
  [accepted, requests, problems, clients, port] = [new Set(["one"]), 0, [], [], 0];
  [first, second] = await Promise.all([certificate("127.0.0.1", LATER), certificate("127.0.0.1", LATER)]);
  await listen(first);
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await shut();
  rmSync(folder, { recursive: true, force: true });
});

/** An API server with a certificate, on the same port as before. */
async function listen(pair: Pair | undefined): Promise<void> {
  api = createServer({ key: pair?.key, cert: pair?.cert }, (request, response) => {
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    requests++;
    response.writeHead(accepted.has(token) ? 200 : 401, { "content-type": "application/json" }).end(JSON.stringify({ token }));
  });
  await new Promise<void>((resolve) => api.listen(port, "127.0.0.1", resolve));
  port = (api.address() as AddressInfo).port;
}

async function shut(): Promise<void> {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
}

const base64 = (text: string | undefined) => Buffer.from(text ?? "").toString("base64");

function yaml(change: { token?: string; ca?: string | undefined; at?: number; user?: string; authority?: string } = {}): string {
  const { token = "one", ca = first?.cert, at = port } = change;
  const { user = `{token: ${token}}`, authority = `certificate-authority-data: ${base64(ca)}` } = change;
  return `current-context: prod
contexts: [{name: prod, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "https://127.0.0.1:${at}", ${authority}}}]
users: [{name: u, user: ${user}}]
`;
}

async function client(settings: Partial<KubeconfigSettings> = { kubeconfig }): Promise<KubeClient> {
  const { contexts, problems: wrong } = await loadContexts({ ...NO_KUBECONFIG, ...settings });
  const [context] = contexts;
  if (context === undefined) throw new Error(JSON.stringify(wrong));
  const made = createKubeClient({ context, clock, onProblem: (problem) => problems.push(problem) });
  clients.push(made);
  return made;
}

/** Asks, and answers with the token that was accepted, or with what went wrong. */
async function ask(client: KubeClient): Promise<string> {
  const answer = await client.get("/api");
  return answer.ok ? text(field(answer.value, "token")) : answer.error.kind;
}

/** Lets time pass, five seconds at a time with a request each, until what was asked for holds. */
function eventually(client: KubeClient, check: (answered: string) => void): Promise<void> {
  return vi.waitFor(
    async () => {
      clock.advance(5_000);
      check(await ask(client));
    },
    { timeout: 15_000, interval: 30 },
  );
}

/** Lets a minute pass, with requests. */
async function aMinute(client: KubeClient): Promise<void> {
  for (let asked = 0; asked < 12; asked++) {
    clock.advance(5_000);
    await ask(client);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The ways in which a file is replaced under its path. */
const WAYS: readonly (readonly [string, (path: string, text: string) => void])[] = [
  ["written in place", (path, text) => writeFileSync(path, text)],
  [
    "renamed over",
    (path, text) => {
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    },
  ],
  [
    "a link in a folder that Kubernetes mounts",
    (path, text) => {
      const version = mkdtempSync(join(folder, "..version-"));
      writeFileSync(join(version, "file"), text);
      const data = `${path}..data`;
      symlinkSync(version, `${data}_tmp`);
      renameSync(`${data}_tmp`, data);
      symlinkSync(join(data, "file"), `${path}_tmp`);
      renameSync(`${path}_tmp`, path);
    },
  ],
];

describe.each(WAYS)("a kubeconfig that is replaced: %s", (_way, put) => {
  it("is read again when its token is refused, within the same request", async () => {
    put(kubeconfig, yaml());
    const prod = await client();
    expect(await ask(prod)).toBe("one");
    put(kubeconfig, yaml({ token: "two" }));
    accepted = new Set(["two"]);
    expect(await ask(prod)).toBe("two");
  });

  it("is read again by itself, while what it said before still works", async () => {
    put(kubeconfig, yaml());
    const prod = await client();
    expect(await ask(prod)).toBe("one");
    put(kubeconfig, yaml({ token: "two" }));
    accepted = new Set(["one", "two"]);
    await eventually(prod, (answered) => expect(answered).toBe("two"));
    expect(problems).toEqual([]);
  });
});

describe("a certificate authority", () => {
  it("that is new in the kubeconfig is trusted once the server shows it, within the same request", async () => {
    writeFileSync(kubeconfig, yaml());
    const prod = await client();
    expect(await ask(prod)).toBe("one");
    await shut();
    await listen(second);
    writeFileSync(kubeconfig, yaml({ ca: second?.cert }));
    expect(await ask(prod)).toBe("one");
  });

  it.each(WAYS)("in a file of its own that is replaced: %s", async (_way, put) => {
    const [authority, token] = [join(folder, "ca.crt"), join(folder, "token")];
    put(authority, first?.cert ?? "");
    put(token, "one");
    writeFileSync(kubeconfig, yaml({ authority: "certificate-authority: ca.crt", user: "{tokenFile: token}" }));
    const prod = await client();
    expect(await ask(prod)).toBe("one");
    await shut();
    await listen(second);
    accepted = new Set(["two"]);
    put(authority, second?.cert ?? "");
    put(token, "two");
    expect(await ask(prod)).toBe("two");
  });
});

it("another address is used once it answers", async () => {
  writeFileSync(kubeconfig, yaml());
  const prod = await client();
  expect(await ask(prod)).toBe("one");
  const before = port;
  const old = api;
  port = 0;
  await listen(second);
  writeFileSync(kubeconfig, yaml({ ca: second?.cert }));
  await eventually(prod, () => expect(prod.server).toBe(`https://127.0.0.1:${port}`));
  expect(port).not.toBe(before);
  old.closeAllConnections();
  await new Promise((resolve) => old.close(resolve));
});

describe("what works stays in use while what replaced it is broken, and that is said", () => {
  it.each<[string, () => void, string, RegExp]>([
    ["no YAML", () => writeFileSync(kubeconfig, "a: ["), "The kubeconfig was changed, and cannot be used", /The kubeconfig is not YAML.*stays in use/],
    ["half of it", () => writeFileSync(kubeconfig, yaml().slice(0, 40)), "The kubeconfig was changed, and cannot be used", /stays in use/],
    ["deleted", () => unlinkSync(kubeconfig), "The kubeconfig was changed, and cannot be used", /does not exist.*stays in use/],
    [
      "another context",
      () => writeFileSync(kubeconfig, yaml().replace("name: prod", "name: test")),
      "The kubeconfig was changed, and cannot be used",
      /no context "prod"/,
    ],
    [
      "a token that is refused",
      () => writeFileSync(kubeconfig, yaml({ token: "wrong" })),
      "The kubeconfig was changed, and does not work",
      /401.*stays in use/,
    ],
    [
      "an authority that has not signed",
      () => writeFileSync(kubeconfig, yaml({ ca: second?.cert })),
      "The kubeconfig was changed, and does not work",
      /does not trust|self-signed/,
    ],
    ["an authority that is none", () => writeFileSync(kubeconfig, yaml({ ca: "nonsense" })), "The kubeconfig was changed, and does not work", /stays in use/],
    ["an address where nobody is", () => writeFileSync(kubeconfig, yaml({ at: 1 })), "The kubeconfig was changed, and does not work", /refuses the connection/],
  ])("%s", async (_what, breakIt, title, detail) => {
    writeFileSync(kubeconfig, yaml());
    const prod = await client();
    expect(await ask(prod)).toBe("one");
    breakIt();
    await eventually(prod, (answered) => {
      expect(answered).toBe("one");
      expect(problems.at(-1)).toMatchObject({ context: "prod", title, detail: expect.stringMatching(detail) });
    });
    expect(JSON.stringify(problems)).not.toContain("wrong");

    writeFileSync(kubeconfig, yaml({ token: "two" }));
    accepted = new Set(["one", "two"]);
    await eventually(prod, (answered) => expect(answered).toBe("two"));
    expect(problems.at(-1)).toBeNull();
  });

  it("a file that it names and that is missing for a while", async () => {
    const token = join(folder, "token");
    writeFileSync(token, "one");
    writeFileSync(kubeconfig, yaml({ user: "{tokenFile: token}" }));
    const prod = await client();
    expect(await ask(prod)).toBe("one");
    unlinkSync(token);
    await eventually(prod, () => expect(problems.at(-1)).toMatchObject({ detail: expect.stringMatching(/The file of the token cannot be read/) }));
    expect(await ask(prod)).toBe("one");
    writeFileSync(token, "two");
    accepted = new Set(["one", "two"]);
    await eventually(prod, (answered) => expect(answered).toBe("two"));
    expect(problems.at(-1)).toBeNull();
  });

  it("a server that is away is no fault of the files", async () => {
    writeFileSync(kubeconfig, yaml());
    const prod = await client();
    await aMinute(prod);
    await shut();
    writeFileSync(kubeconfig, yaml({ token: "two" }));
    await aMinute(prod);
    expect(await ask(prod)).toBe("unreachable");
    expect(problems).toEqual([]);
    await listen(first);
    accepted = new Set(["two"]);
    expect(await ask(prod)).toBe("two");
  });
});

it("a service account whose token and authority are rotated is read again", async () => {
  const account = join(folder, "account");
  mkdirSync(account);
  const rotate = (name: string, token: string, pair: Pair | undefined) => {
    const version = join(account, name);
    mkdirSync(version);
    writeFileSync(join(version, "token"), token);
    writeFileSync(join(version, "ca.crt"), pair?.cert ?? "");
    symlinkSync(name, join(account, "..data_tmp"));
    renameSync(join(account, "..data_tmp"), join(account, "..data"));
  };
  rotate("..1", "one", first);
  for (const name of ["token", "ca.crt"]) symlinkSync(join("..data", name), join(account, name));
  const inside = await client({ serviceHost: "127.0.0.1", servicePort: `${port}`, serviceAccountFolder: account });
  expect(await ask(inside)).toBe("one");
  rotate("..2", "two", first);
  accepted = new Set(["one", "two"]);
  await eventually(inside, (answered) => expect(answered).toBe("two"));
  await shut();
  await listen(second);
  rotate("..3", "three", second);
  accepted = new Set(["three"]);
  expect(await ask(inside)).toBe("three");
  expect(problems).toEqual([]);
});

it("files that are touched and say the same change nothing", async () => {
  writeFileSync(kubeconfig, yaml());
  const prod = await client();
  await aMinute(prod);
  copyFileSync(kubeconfig, `${kubeconfig}.copy`);
  renameSync(`${kubeconfig}.copy`, kubeconfig);
  await aMinute(prod);
  expect([requests, problems]).toEqual([24, []]);
});
