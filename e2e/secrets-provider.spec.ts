import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { streamedViews } from "@/lib/testing/asked-views";
import { CookieJar } from "@/lib/testing/cookie-jar";
import { visitProvider } from "@/lib/testing/walk-provider";
import { type Answered, ask, askAsClient, eachOf, type Sent } from "./ask";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { WITHOUT_LIMITS } from "./house";
import { told } from "./proof-extent";
import { type ProviderWorld, startProviderWorld } from "./provider/world";
import { askedOf } from "./viewers/cells";
import { askedThings, questionsOf } from "./viewers/questions";

/*
 * What a sign-in at a provider is made of is looked for in all that leaves the server and all that it keeps: the client's secret, codes, ID, access and
 * refresh tokens, and the cookies, which only the answer may hold that sets them.
 */
/** Short enough that it is renewed meanwhile. */
const ID_TOKEN_SECONDS = 40;
/** As often as a page looks whether it is due. */
const RENEW_EVERY_MS = 8_000;
const SESSION_KEY = randomBytes(32);

let world: ProviderWorld;
let data: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  data = mkdtempSync(join(tmpdir(), "stolos-provider-data-"));
  const settings = { ...WITHOUT_LIMITS, STOLOS_DATA: data, STOLOS_SESSION_KEY: SESSION_KEY.toString("base64") };
  world = await startProviderWorld({ replicas: 1, idTokenSeconds: ID_TOKEN_SECONDS, settings });
});
test.afterAll(async () => {
  await world.end();
  rmSync(data, { recursive: true, force: true });
});

/** A browser that has every cookie it was ever given written down. */
class Visitor {
  readonly jar = new CookieJar();
  readonly cookies = new Set<string>();

  /** Asks behind the proxy, as the proxy hands it on. */
  async ask({ method, path, headers = {}, body }: Sent): Promise<Answered> {
    const host = new URL(world.address).host;
    const own = { host, origin: world.address, "sec-fetch-site": "same-origin", "content-type": "application/json", cookie: this.jar.header };
    const sent = { method, path, headers: { ...own, ...headers }, ...(body !== undefined && { body }) };
    const answered = method === "GET" ? await askAsClient(world.behindProxy, sent) : await ask(world.behindProxy, sent);
    const set = answered.headers["set-cookie"] ?? [];
    this.jar.take(set);
    for (const value of set.map((one) => /^[^=]*=([^;]*)/.exec(one)?.[1] ?? "").filter((one) => one.length > 20)) this.cookies.add(value);
    return answered;
  }

  post(path: string, body: object): Promise<Answered> {
    return this.ask({ method: "POST", path, body: JSON.stringify(body) });
  }
}

test("neither codes nor tokens, the client's secret or a cookie stand in any answer, file or line of the log", async () => {
  test.setTimeout(600_000);
  const visitor = new Visitor();
  const looked: { readonly where: string; readonly text: string }[] = [];
  /** The headers by which a browser is given its cookies are the one place for them. */
  const look = (where: string, { headers: { "set-cookie": _set, ...headers }, body }: Answered) => {
    looked.push({ where, text: JSON.stringify(headers) + body });
  };

  const begun = await visitor.post("/api/sign-in", { from: "/entries" });
  expect(begun.status, begun.body).toBe(200);
  look("the answer that begins the sign-in", begun);
  const atProvider = visitProvider(world.provider.ca, "jane");
  const back = await atProvider.goTo(JSON.parse(begun.body).address);
  await atProvider.close();
  // A browser that is led here comes from the provider's page.
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
  const returned = await visitor.ask({ method: "GET", path: `${back.pathname}${back.search}`, headers });
  expect(returned.headers.location).toMatch(/\/sign-in\?from=%2Fentries$/);
  look("the way back from the provider", returned);

  const admin = new Cluster(join(world.folder, "admin.kubeconfig"));
  const listed = async (kind: "entry" | "group", plural: string) => {
    const { items = [] } = await admin.get(`/apis/networking.istio.io/v1/${plural}`);
    return items.map(({ metadata: { namespace = "", name } }) => ({ kind, cluster: "sandbox", namespace, name }));
  };
  const [entries, groups] = await Promise.all([listed("entry", "workloadentries"), listed("group", "workloadgroups")]);
  const things = { entries, groups, namespaces: ["shop"] };
  const asked = askedOf(questionsOf(things), world.address, streamedViews(askedThings(things))).filter(({ of }) => of !== "/api/sign-out");
  const answered = new Map<number, number>();
  let renewed = 0;
  const renew = async () => {
    const answer = await visitor.post("/api/session/renewal", {});
    look("a renewal", answer);
    if (JSON.parse(answer.body).isRenewed === true) renewed++;
  };
  let renewAt = Date.now() + RENEW_EVERY_MS;
  await eachOf(
    asked.filter(({ of }) => of !== "/api/session/renewal"),
    4,
    async ({ sent }) => {
      if (Date.now() > renewAt) {
        renewAt = Date.now() + RENEW_EVERY_MS;
        await renew();
      }
      const answer = await visitor.ask(sent);
      answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
      look(`${sent.method} ${sent.path}`, answer);
    },
  );
  await expect(async () => {
    await renew();
    expect(renewed).toBeGreaterThan(0);
  }).toPass({ timeout: 2 * ID_TOKEN_SECONDS * 1_000, intervals: [2_000] });
  look("a page after a renewal", await visitor.ask({ method: "GET", path: "/entries" }));
  look("a foreign way back", await visitor.ask({ method: "GET", path: `${back.pathname}${back.search}`, headers }));
  look("a sign-out", await visitor.post("/api/sign-out", {}));

  looked.push({ where: "the log", text: world.log() });
  const kept = readdirSync(data, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(data, path)).isFile());
  for (const path of kept) looked.push({ where: `the file ${path}`, text: readFileSync(join(data, path), "latin1") });

  const secrets: (readonly [string, string])[] = [
    ...world.provider.given,
    ...[...visitor.cookies].map((cookie) => ["a cookie", cookie] as const),
    ["the client's secret", world.provider.clientSecret],
    ["the session key", SESSION_KEY.toString("base64")],
    ["the session key in hexadecimal", SESSION_KEY.toString("hex")],
  ];
  const found = looked.flatMap(({ where, text }) => secrets.filter(([, secret]) => text.includes(secret)).map(([what]) => `${what} stands in ${where}`));
  told("S6 places in which a secret of a sign-in at a provider was found", found.length, 0, looked.length, { secrets: secrets.length });
  expect(found).toEqual([]);
  // What was looked for and through is what it should be.
  expect(new Set(world.provider.given.map(([what]) => what))).toEqual(new Set(["code", "id_token", "access_token", "refresh_token"]));
  expect(world.provider.given.filter(([what]) => what === "refresh_token").length, "the refresh token was used").toBeGreaterThan(1);
  expect(visitor.cookies.size).toBeGreaterThan(2);
  expect(answered.get(200) ?? 0, "somebody was signed in meanwhile").toBeGreaterThan(100);
  expect(world.log()).toContain('"command":"sign-out"');
  expect(kept).toContain("history.db");
});
