import { banner, expectAlive, freshness } from "./alive";
import { withoutRequestId } from "./ask";
import { expect, test } from "./fixtures";
import { BUTTON, DIALOG, FIELD, LINK } from "./labels";
import { isWhole, SEED, someOf } from "./proof-extent";
import { expectHeading } from "./statements";
import { openStream, type Stream, setViews } from "./streams";
import { type Question, questionsOf } from "./viewers/questions";
import { type Sights, sightsOf } from "./viewers/sights";
import { CLUSTERS, type Person, startViewersWorld, type ViewersWorld } from "./viewers/world";

/*
 * Eight people with accounts of two embedded clusters, at once on one server (viewers/world.ts).
 * What is asked comes from the build: a route or page that is new is asked too. `npm test` has some addresses of each asked, each by one of them in turn.
 */

let world: ViewersWorld;
let questions: readonly Question[];
/** Names of clusters, namespaces and things that a text holds. */
let namesIn: (text: string) => ReadonlySet<string>;
let leakedTo: Sights["leakedTo"];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await startViewersWorld();
  questions = questionsOf(world);
  ({ namesIn, leakedTo } = sightsOf(world));
});
test.afterAll(() => world.end());

/** Who has no need to sign in, and what they are answered without: nobody is told anything of a cluster there. */
const OPEN: Readonly<Record<string, number>> = {
  "/api/healthz": 200,
  "/api/policy-reports": 405,
  "/api/preview": 405,
  "/api/readyz": 200,
  "/api/session/renewal": 405,
  "/api/sign-in": 405,
  // Nobody signs in through a provider there.
  "/api/sign-in/callback": 404,
  "/api/sign-out": 405,
  "/sign-in": 200,
};

function ask(address: string, token: string | null): Promise<Response> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${world.dashboard.address}${address}`, { headers, redirect: "manual" });
}

/** The files of every machine, and of those that have gone since. */
const TELLS_ALL = /^\/api\/history\/export\?what=(entries|activity|losses)&/;

/** Every question; in a sample so many of each route and page, and those that tell of every machine. */
function someOfEach(count: number): readonly Question[] {
  const routes = [...new Set(questions.map(({ of }) => of))];
  return routes.flatMap((route) => {
    const [always, others] = [true, false].map((tells) => questions.filter(({ of, address }) => of === route && TELLS_ALL.test(address) === tells));
    return [...(always ?? []), ...someOf(others ?? [], count)];
  });
}

/** Those who ask the question at this place: all; in a sample one of the eight in turn, but for what tells of every machine. */
function askersOf({ address }: Question, at: number): readonly Person[] {
  return world.people.filter((_, row) => isWhole || TELLS_ALL.test(address) || (at + Math.floor(at / 8) + row + SEED) % 8 === 0);
}

/** The text of an answer. A stream never ends: of one, what it begins with. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return answer.text();
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader !== undefined && !text.includes("event: beat")) text += decoder.decode((await reader.read()).value, { stream: true });
  await reader?.cancel();
  return text;
}

test("answers no visitor without a sign-in on any route or page of the build", async () => {
  const headers = { "content-type": "application/json", origin: world.dashboard.address };
  const typed = await fetch(`${world.dashboard.address}/api/preview`, { method: "POST", headers, body: "{}" });
  expect(typed.status, "a preview is for viewers").toBe(401);
  for (const { of, address, isRoute } of someOfEach(3)) {
    const answer = await ask(address, null);
    const text = await answer.text();
    const expected = OPEN[of] ?? (isRoute ? 401 : 307);
    expect([address, answer.status], text.slice(0, 300)).toEqual([address, expected]);
    if (expected === 307) expect(answer.headers.get("location")).toMatch(/^\/sign-in\?from=/);
    for (const cluster of CLUSTERS) expect(address.includes(cluster) || !text.includes(cluster), `${address} names a cluster`).toBe(true);
  }
});

test("shows each of eight users on every route and page of the build what they may see, and nothing else", async () => {
  const told = new Map(world.people.map((person) => [person, new Set<string>()]));
  for (const [at, question] of someOfEach(8).entries()) {
    const { address } = question;
    const textFor = async (person: Person) => textOf(await ask(address, person.token));
    // A file breaks off where its viewer's rights could not be renewed in time, as on a busy machine: it is asked for once more.
    const answers = await Promise.all(askersOf(question, at).map(async (person) => ({ person, text: await textFor(person).catch(() => textFor(person)) })));
    for (const { person, text } of answers) {
      const names = namesIn(text);
      expect(leakedTo(person, names, address), `${person.who} at ${address}`).toEqual([]);
      for (const name of names) told.get(person)?.add(name);
    }
  }
  // The same questions do tell what is in sight.
  for (const person of world.people) {
    const names = world.entries.filter((thing) => person.sees(thing)).map(({ name }) => name);
    const missing = names.filter((name) => !told.get(person)?.has(name));
    expect(missing, `${person.who} is told of every machine in sight`).toEqual([]);
  }
});

test("answers a request for an object that the user may not see as for one that does not exist", async () => {
  const [shopOnly] = world.people.filter(({ who }) => who === "one namespace");
  const hidden = world.entries.find((thing) => shopOnly !== undefined && !shopOnly.sees(thing));
  if (shopOnly === undefined || hidden === undefined) throw new Error("There is nothing out of sight.");
  const { cluster, namespace, name } = hidden;
  for (const [path, other] of [
    [`/api/c/${cluster}/objects/workloadentries/${namespace}/${name}`, `/api/c/${cluster}/objects/workloadentries/${namespace}/no-such-machine`],
    [`/api/c/${cluster}/events/workloadentries/${namespace}/${name}`, `/api/c/nowhere/events/workloadentries/${namespace}/${name}`],
    [`/api/strip/cell?ribbon=${cluster}/${namespace}/x&index=0`, "/api/strip/cell?ribbon=nowhere/none/x&index=0"],
  ] as const) {
    const [there, nowhere] = await Promise.all([path, other].map((address) => ask(address, shopOnly.token)));
    const [told, toldOfNothing] = await Promise.all([there, nowhere].map(async (one) => [one?.status, withoutRequestId((await one?.text()) ?? "")]));
    expect(told).toEqual(toldOfNothing);
  }
});

/** A stream of somebody, with what it has brought so far. */
async function streamOf(person: Person): Promise<{ readonly stream: Stream; readonly heard: () => string }> {
  let text = "";
  const headers = { authorization: `Bearer ${person.token}` };
  const stream = await openStream(world.dashboard.address, headers);
  stream.listen(({ data }) => {
    text += data;
  });
  const views = ["shell", "fleet", "strip", "groups", "entries"].map((kind, id) => ({ id, kind, query: "", offset: 0, limit: 100 }));
  expect(await setViews(world.dashboard.address, stream.name, views, headers)).toBe(204);
  // Where rights could not be renewed in time, as on a busy machine, a view begins anew.
  await expect.poll(() => new Set(text.match(/"t":"snapshot","v":\d+/g)).size).toBe(views.length);
  return { stream, heard: () => text };
}

test("streams to eight users at once what each may see; none changes the stream of another, and lost rights end one stream", async () => {
  const open = await Promise.all(world.people.map(async (person) => ({ person, ...(await streamOf(person)) })));
  for (const { person, heard } of open) expect(leakedTo(person, namesIn(heard()), ""), person.who).toEqual([]);
  for (const { person } of open)
    for (const { stream, person: owner } of open) {
      const status = await setViews(world.dashboard.address, stream.name, [], { authorization: `Bearer ${person.token}` });
      expect([person.who, owner.who, status]).toEqual([person.who, owner.who, person === owner ? 204 : 404]);
    }
  const ended = new Map<string, string>();
  for (const { person, stream } of open) void stream.ended.then((how) => ended.set(person.who, how));
  await world.revoke();
  await expect.poll(() => [...ended], { timeout: 15_000 }).toEqual([["one cluster of two", "politely"]]);
  const [auditor] = world.people.filter(({ who }) => who === "one cluster of two");
  const after = await (await ask("/entries", auditor?.token ?? "")).text();
  expect(after).not.toContain("onyx-eu");
  for (const { stream } of open) stream.close();
});

test("shows each of two users in one browser their own data, at once and one after the other", async ({ page, context, browser, complaints }) => {
  // The server refuses visitors without a sign-in, and the browser logs that.
  complaints.claim(/401 \(Unauthorized\)/);
  const { address } = world.dashboard;
  const [everything, shopOnly] = world.people;
  // One that stays: others of its namespace are swept by themselves while the journeys go on.
  const hidden = world.entries.find(({ namespace, name }) => namespace === "legacy" && name.startsWith("sap-bridge"))?.name ?? "";
  await page.goto(`${address}/entries`);
  await expectHeading(page, "sign-in", { through: "token" });
  await page.getByLabel(FIELD.token).fill("no-token-of-this-cluster");
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(page.getByRole("alert").and(page.locator("[data-refusal=not-signed-in]"))).toBeVisible();
  await page.getByLabel(FIELD.token).fill(everything?.token ?? "");
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(page).toHaveURL(`${address}/entries`);
  await expect(freshness(page, "live")).toBeVisible();
  await expect(page.locator("button[data-viewer=viewer]")).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.filter(({ name, value }) => name.startsWith("stolos-session") && value !== "").map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
    [true, "Strict"],
  ]);
  expect(JSON.stringify([cookies, await page.content()])).not.toContain(everything?.token ?? "");

  const other = await context.newPage();
  await other.goto(`${address}/entries?q=${hidden}`);
  await expect(other.getByRole("row").filter({ hasText: hidden }).first()).toBeVisible();

  // Another profile of the same browser has its own worker and stream.
  const profile = await browser.newContext();
  const theirs = await profile.newPage();
  await theirs.goto(`${address}/entries`);
  await theirs.getByLabel(FIELD.token).fill(shopOnly?.token ?? "");
  await theirs.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(freshness(theirs, "live")).toBeVisible();
  await expect(theirs.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await expect(theirs.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  await expect(other.getByRole("row").filter({ hasText: hidden }).first()).toBeVisible();

  await page.locator("button[data-viewer=viewer]").click();
  await page.getByRole("menuitem", { name: BUTTON.signOut }).click();
  await expectHeading(page, "sign-in", { through: "token" });
  await expectHeading(other, "sign-in", { through: "token" });
  await expect(other.getByText(hidden)).toHaveCount(0);

  // A sign-out in one profile does not change the other.
  await expect(freshness(theirs, "live")).toBeVisible();
  await profile.close();

  await page.getByLabel(FIELD.token).fill(shopOnly?.token ?? "");
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(page.locator("button[data-viewer=team-shop]")).toBeVisible();
  // The other tab is signed in with it.
  await expect(other.locator("button[data-viewer=team-shop]")).toBeVisible();
  await other.goto(`${address}/entries?q=${hidden}`);
  await expect(freshness(other, "live")).toBeVisible();
  await expect(other.getByRole("row").filter({ hasText: hidden })).toHaveCount(0);
});

test("shows no rows and keeps typed text after the sign-in ends, and continues when the same user signs in in another tab", async ({
  page,
  context,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|ERR_INCOMPLETE_CHUNKED_ENCODING/);
  const { address } = world.dashboard;
  const [everything] = world.people;
  const signIn = async (at: typeof page) => {
    await at.getByLabel(FIELD.token).fill(everything?.token ?? "");
    await at.getByRole("button", { name: BUTTON.signIn }).click();
  };
  await page.goto(`${address}/entries`);
  await signIn(page);
  await expectAlive(page);
  await page.getByLabel(FIELD.filter, { exact: true }).first().fill("storefro");
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await expect(page).toHaveURL(/storefro/);
  await page.getByRole("button", { name: BUTTON.views }).click();
  const viewName = page.getByRole("dialog", { name: DIALOG.views }).getByLabel(FIELD.viewName);
  await viewName.fill("Night shift");

  // This sign-out deletes the cookie without a message to the tab.
  await page.request.post(`${address}/api/sign-out`, { data: {}, headers: { origin: address } });
  await expect(banner(page, "signed-out")).toBeVisible();
  await expect(freshness(page, "live")).toHaveCount(0);
  await expect(page.locator("[data-notice=denied][data-subject=withdrawn]")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(0);

  const [tab] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name: LINK.signInAgainInANewTab }).click()]);
  await signIn(tab);
  await expect(freshness(tab, "live")).toBeVisible();
  await expect(freshness(page, "live")).toBeVisible();
  await expect(banner(page, "signed-out")).toHaveCount(0);
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await expect(page.getByLabel(FIELD.filter, { exact: true }).first()).toHaveValue("storefro");
  await page.getByRole("button", { name: BUTTON.views }).click();
  await expect(viewName, "the text typed into a form").toHaveValue("Night shift");
});
