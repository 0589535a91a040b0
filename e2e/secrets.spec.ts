import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { streamedViews } from "@/lib/testing/asked-views";
import { type Answered, ask, askAsClient, eachOf, type Sent } from "./ask";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { startSandbox, WITHOUT_LIMITS } from "./house";
import type { Program } from "./programs";
import { told, waysOf } from "./proof-extent";
import { type SecondDashboard, startSecond } from "./second-dashboard";
import { askedOf } from "./viewers/cells";
import { askedThings, questionsOf } from "./viewers/questions";

/*
 * Secrets that are known by heart are looked for in all that leaves a server and all that it keeps: answers of every page and route with their headers,
 * files of the history, the log. What its memory holds of a machine's token is looked at in bundle.spec.ts.
 */
const SESSION_KEY = randomBytes(32);
const PASSWORD = `p4ss-${randomBytes(12).toString("hex")}`;

let sandbox: Program;
let folder: string;
let data: string;
let dashboard: SecondDashboard;
let withDatabase: SecondDashboard;
let asked: readonly Sent[];
/** Each by the name under which it is reported. */
let secrets: Map<string, string>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(join(tmpdir(), "stolos-secrets-"));
  data = join(folder, "data");
  ({ program: sandbox } = await startSandbox(folder, ["--scenario", "steady", "--seed", "1", "--speed", "4"]));
  const userOf = (name: string) => new Cluster(join(folder, `${name}.kubeconfig`));
  const own = { KUBECONFIG: join(folder, "dashboard.kubeconfig"), STOLOS_READ_ONLY: "false", ...WITHOUT_LIMITS };
  dashboard = await startSecond({ ...own, STOLOS_SIGN_IN: "token", STOLOS_SESSION_KEY: SESSION_KEY.toString("base64"), STOLOS_DATA: data });
  // Nothing listens there: what a server says of a database that it cannot reach is told as well.
  withDatabase = await startSecond({ ...own, STOLOS_DATABASE_URL: `postgres://stolos:${PASSWORD}@127.0.0.1:1/stolos` });
  const listed = async (kind: "entry" | "group", plural: string) => {
    const { items = [] } = await userOf("admin").get(`/apis/networking.istio.io/v1/${plural}`);
    return items.map(({ metadata: { namespace = "", name } }) => ({ kind, cluster: "sandbox", namespace, name }));
  };
  const [entries, groups] = await Promise.all([listed("entry", "workloadentries"), listed("group", "workloadgroups")]);
  const things = { entries, groups, namespaces: ["shop"] };
  asked = askedOf(questionsOf(things), dashboard.address, streamedViews(askedThings(things))).map(({ sent }) => sent);
  secrets = new Map([
    ["the viewer's token", userOf("team-shop").token],
    ["another viewer's token", userOf("viewer").token],
    ["the server's own token", userOf("dashboard").token],
    ["the session key", SESSION_KEY.toString("base64")],
    ["the session key in hexadecimal", SESSION_KEY.toString("hex")],
    ["the database's password", PASSWORD],
  ]);
});
test.afterAll(async () => {
  await Promise.all([dashboard.end(), withDatabase.end()]);
  await sandbox.end();
  rmSync(folder, { recursive: true, force: true });
});

/** How a question is asked. In a sample each of them is asked in one of the three ways. */
const ASKED_HOW = ["with a token", "with a cookie", "without the database"] as const;

const secretsIn = (text: string) => [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
const wholeOf = ({ headers, body }: Answered) => JSON.stringify(headers) + body;
const secretOf = (name: string) => secrets.get(name) ?? "";

/** Tokens that are none, and addresses and bodies that carry one where none belongs. */
function misplaced(address: string, token: string): readonly Sent[] {
  const headers = { "content-type": "application/json", origin: address, "sec-fetch-site": "same-origin" };
  const typed = [token, `${token}x`, `${token}\n`, ` ${token}\u0000`, `Bearer ${token}`, token.repeat(200)];
  const bodies = [...typed.map((text) => JSON.stringify({ token: text })), `{"token":"${token}`, token, JSON.stringify({ tokens: [token] })];
  return [
    ...bodies.map((body): Sent => ({ method: "POST", path: "/api/session", headers, body })),
    ...["/api/preview", "/api/live", "/api/sign-out"].map((path): Sent => ({ method: "POST", path, headers, body: JSON.stringify({ token }) })),
    { method: "GET", path: "/api/nothing", headers: { authorization: `Basic ${token}` } },
    { method: "GET", path: "/entries", headers: { cookie: `stolos-session=${token}; __Host-stolos-session=${token}` } },
    { method: "TRACE", path: "/", headers: { authorization: `Bearer ${token}` } },
  ];
}

function signInWith(address: string, token: string): Sent {
  const headers = { "content-type": "application/json", origin: address, "sec-fetch-site": "same-origin" };
  return { method: "POST", path: "/api/session", headers, body: JSON.stringify({ token }) };
}

/** The files of a machine, with its token. */
function askForBundle(address: string, token: string): Promise<Answered> {
  const machine = { name: "m-1", internalIp: "10.20.99.7", externalIp: "", labels: "", locality: "" };
  const mesh = { revision: "", clusterId: "Kubernetes", trustDomain: "cluster.local", meshId: "", rootCertificate: "", account: "" };
  const gateway = { address: "192.0.2.1", way: "own-resolver", resolved: "" };
  const wish = { ...mesh, gateway, captureDns: true, autoRegister: true, machines: [machine], seconds: 3_600, form: "files" };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", origin: address, "sec-fetch-site": "same-origin" };
  return ask(address, { method: "POST", path: "/api/c/sandbox/bundles/shop/storefront", headers, body: JSON.stringify(wish) });
}

test("no secret stands in any answer, file or line of the log, but a machine's token in the one that gives it", async () => {
  test.setTimeout(900_000);
  const found: string[] = [];
  let looked = 0;
  const look = (where: string, text: string) => {
    looked++;
    found.push(...secretsIn(text).map((name) => `${name} stands in ${where}`));
  };
  const viewer = secretOf("the viewer's token");
  const given = await askForBundle(dashboard.address, viewer);
  expect(given.status, given.body.slice(0, 300)).toBe(200);
  look("the headers of a bundle", JSON.stringify(given.headers));
  const { token } = JSON.parse(given.body) as { token: string };
  expect(token.length).toBeGreaterThan(100);
  secrets.set("a machine's token", token);

  const authorization = { authorization: `Bearer ${viewer}` };
  const askedBy = (how: (typeof ASKED_HOW)[number]) => asked.filter((_, at) => waysOf(at, ASKED_HOW).includes(how));
  await eachOf(askedBy("with a token"), 4, async (sent) => {
    const answered = await askAsClient(dashboard.address, { ...sent, headers: { ...sent.headers, ...authorization } });
    look(`${sent.method} ${sent.path}`, wholeOf(answered));
  });
  // In a browser the token is a cookie, which no answer says again.
  const signedIn = await ask(dashboard.address, signInWith(dashboard.address, viewer));
  expect(signedIn.status, signedIn.body).toBe(200);
  const cookie = (signedIn.headers["set-cookie"] ?? []).map((one) => one.split(";", 1)[0] ?? "").filter((one) => !one.endsWith("="));
  expect(cookie.length).toBeGreaterThan(0);
  for (const one of cookie) secrets.set(`the cookie ${one.split("=", 1)}`, one.slice(one.indexOf("=") + 1));
  look("the answer to a sign-in", signedIn.body);
  await eachOf(askedBy("with a cookie"), 4, async (sent) => {
    const answered = await askAsClient(dashboard.address, { ...sent, headers: { ...sent.headers, cookie: cookie.join("; ") } });
    // Where the cookie is taken away or set anew, a browser is told so in this header alone.
    const { "set-cookie": _set, ...headers } = answered.headers;
    look(`${sent.method} ${sent.path} with a cookie`, JSON.stringify(headers) + answered.body);
  });
  const typed = misplaced(dashboard.address, secretOf("another viewer's token"));
  await eachOf(typed, 4, async (sent) => look(`${sent.method} ${sent.path} with a token`, wholeOf(await ask(dashboard.address, sent))));
  const reads = askedBy("without the database").filter(({ method }) => method === "GET");
  await eachOf(reads, 4, async (sent) => look(`${sent.path} without the database`, wholeOf(await askAsClient(withDatabase.address, sent))));

  for (const server of [dashboard, withDatabase]) look("the log", server.log());
  const kept = readdirSync(data, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(data, path)).isFile());
  for (const path of kept) look(`the file ${path}`, readFileSync(join(data, path), "latin1"));

  told("S6 places in which a secret was found", found.length, 0, looked);
  expect(found).toEqual([]);
  // What was looked through is what it should be: somebody signed in, a token was made, the database was missed, and the history is kept.
  expect(dashboard.log()).toContain('"command":"sign-in"');
  expect(dashboard.log()).toContain('"command":"issue-token"');
  expect(withDatabase.log()).toMatch(/history/i);
  expect(kept).toContain("history.db");
  expect(looked).toBeGreaterThan(300);
});
