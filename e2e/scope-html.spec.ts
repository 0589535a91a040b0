import type { APIRequestContext } from "@playwright/test";
import { EXPORTS, pastAddresses } from "@/lib/testing/asked-views";
import { expect, test } from "./fixtures";
import { entryPage, groupPage, writeEntry } from "./fleet";
import { someOf, waysOf } from "./proof-extent";
import { type Answer, answerOf, framesOf, sameInAll, startWorld, streamOf, TWIN_THINGS, unseenIn, VIEWS, type World } from "./twin-worlds";

/** Names that are in one world only, and outside of what may be seen. */
const FOREIGN = ["zz-foreign", "unseen-label", "203.0.113"];

const ANSWERS = [
  "/api/search?q=legacy",
  "/api/search?q=foreign",
  "/api/search?q=zz",
  "/api/search?q=203.0.113",
  "/api/strip/cell?ribbon=sandbox/legacy/sap-bridge&index=0",
  "/api/strip/cell?ribbon=sandbox/payments/ledger&index=0",
  "/api/strip/cell?ribbon=sandbox/payments/&index=0",
  "/api/strip/cell?ribbon=sandbox/legacy/&index=9999",
  "/api/c/sandbox/objects/workloadentries/payments/zz-foreign-0",
  "/api/c/sandbox/events/workloadentries/payments/zz-foreign-0",
  "/api/c/sandbox/objects/workloadgroups/payments/ledger",
  "/api/c/sandbox/events/workloadgroups/payments/ledger",
  "/api/c/sandbox/impact/workloadgroups/payments/ledger",
  "/api/c/sandbox/impact/workloadgroups/legacy/sap-bridge",
  "/api/c/sandbox/preflight/payments",
  "/api/c/sandbox/preflight/legacy",
  "/api/c/sandbox/bundles/payments/ledger",
  "/api/c/sandbox/bundles/legacy/sap-bridge",
  "/api/c/sandbox/arrivals/payments/ledger",
  "/api/c/sandbox/arrivals/legacy/sap-bridge",
  "/api/c/sandbox/accounts/payments/default",
  "/api/c/sandbox/accounts/legacy/default",
  "/api/c/sandbox/leftovers/payments/ledger",
  "/api/c/sandbox/leftovers/legacy/sap-bridge",
  "/api/c/sandbox/group-places",
  "/api/c/sandbox/commands/set-expected-size/payments/ledger",
  "/api/c/sandbox/commands/delete-workloadentry/payments/zz-foreign-0",
  // Without bands: each server divides them into parts by its own clock.
  ...pastAddresses(TWIN_THINGS).flatMap((address) => (address.startsWith("band") ? [] : [`/api/history/${address}`])),
  "/api/what-if?lost=zone:zz-foreign/zone&moment=after-grace&format=csv",
  "/api/what-if?lost=network:zz-foreign&moment=after-age&format=json",
  ...EXPORTS.flatMap((what) => ["csv", "json"].map((format) => `/api/history/export?what=${what}&format=${format}&window=1h`)),
];

const PAGES = [
  "/",
  "/groups",
  "/groups?ns=payments",
  "/entries",
  "/entries?ns=payments",
  "/entries?q=zz-foreign",
  "/entries?q=unseen-label=x",
  "/services",
  "/services?ns=payments",
  "/networks",
  "/networks?ns=payments",
  "/localities",
  "/localities?ns=payments",
  "/localities?lost=zone:zz-foreign/zone",
  "/control-plane",
  "/findings",
  "/findings?ns=payments",
  "/oncall",
  "/oncall?ns=payments",
  "/audit",
  "/activity",
  "/activity?ns=payments",
  "/groups/new",
  "/groups/new?cluster=sandbox&namespace=payments",
  "/groups/new/describe?cluster=sandbox&namespace=payments",
  "/groups/new/reach?cluster=sandbox&namespace=payments",
  "/groups/new/review?cluster=sandbox&namespace=payments",
  "/services/preview",
  "/services/preview?from=sandbox/workloadgroups/payments/ledger",
  "/services/preview?from=sandbox/workloadgroups/legacy/sap-bridge",
  groupPage("legacy", "sap-bridge"),
  groupPage("payments", "ledger"),
  ...["bundle", "arrive"].flatMap((step) => [`${groupPage("legacy", "sap-bridge")}/${step}`, `${groupPage("payments", "ledger")}/${step}`]),
  entryPage("payments", "zz-foreign-0"),
  entryPage("legacy", "oracle-primary"),
];

/** What somebody types into the page of previews: about what is in sight, and about what is not. */
const TYPED = ["legacy", "payments"].map((namespace) => ({
  cluster: "sandbox",
  text: `{apiVersion: v1, kind: Service, metadata: {name: typed, namespace: ${namespace}}, spec: {selector: {unseen-label: x}, ports: [{port: 80}]}}`,
}));

/** In a sample it is hidden in one of the two ways, and each answer, and each form of a page, has its turn in one of them, one or the other time. */
const HIDDEN = ["by a setting", "by the rights of a person"] as const;
const TIMES = ["this time", "another time"] as const;

for (const hidden of someOf(HIDDEN, 1)) {
  test(`two worlds that differ only in what is hidden ${hidden} give the same bytes on every page and in every answer`, async ({ request }) => {
    const worlds = await Promise.all([startWorld(0, hidden), startWorld(7, hidden)]);
    const [plain, fuller] = worlds;
    const inTurn = (paths: readonly string[], ways: readonly string[]) =>
      paths.filter((_, at) => waysOf(at, ways).includes(hidden) && waysOf(Math.floor(at / ways.length), TIMES).includes("this time"));
    /** One world began a moment after the other: what is due by the clock differs for that long, what tells of the unseen for ever. */
    const expectEqual = async (path: string, parts: (answer: Answer) => unknown, headers: Readonly<Record<string, string>> = {}) => {
      let body = "";
      await expect(async () => {
        const [one, other] = await Promise.all([answerOf(request, plain, path, headers), answerOf(request, fuller, path, headers)]);
        body = other.body;
        expect(parts(other), path).toEqual(parts(one));
      }).toPass({ timeout: 20_000 });
      expect(body, `${path} has a body`).not.toBe("");
      return body;
    };
    try {
      for (const path of inTurn(ANSWERS, HIDDEN)) await expectEqual(path, ({ status, body }) => [status, body]);
      for (const path of inTurn(PAGES, HIDDEN)) {
        const body = await expectEqual(path, (answer) => [answer.status, ...answer.body.split(">")]);
        const asked = decodeURIComponent(path);
        for (const name of FOREIGN.filter((each) => !asked.includes(each))) expect(body, `${path} never names ${name}`).not.toContain(name);
      }
      for (const path of inTurn(PAGES, HIDDEN.toReversed()))
        await expectEqual(path, (answer) => [answer.status, answer.body], { rsc: "1", ...(path.includes("?") ? {} : { "next-router-prefetch": "1" }) });
      for (const typed of TYPED) {
        const [one, other] = await Promise.all(worlds.map((world) => previewOf(request, world, typed)));
        expect(other).toEqual(one);
      }
      await expect(async () => {
        const [one, other] = await Promise.all(worlds.map((world) => impactOf(request, world)));
        expect(other).toEqual(one);
        expect(one).toEqual([200, expect.stringContaining("oracle-primary")]);
      }).toPass({ timeout: 20_000 });
      await expect(async () => {
        const [one, other] = await Promise.all(worlds.map(framesOf));
        expect(other).toEqual(one);
        const unasked = (name: string) => other?.filter((_, at) => !decodeURIComponent(VIEWS[at]?.query ?? "").includes(name));
        for (const name of FOREIGN) expect(unasked(name)?.join(), `a stream never names ${name}`).not.toContain(name);
      }).toPass({ timeout: 20_000 });
      // What comes and goes out of sight is not told either, while what is in sight is: the comparison can fail.
      const stream = await streamOf(fuller);
      for (const name of ["zz-foreign-8", "zz-foreign-9"]) await writeEntry(fuller.cluster, "payments", name, { spec: { address: "203.0.113.99" } });
      await writeEntry(fuller.cluster, "legacy", "seen-by-all");
      await expect.poll(stream.since).toContain("seen-by-all");
      for (const name of FOREIGN) expect(stream.since(), `a stream never tells of ${name}`).not.toContain(name);
      stream.close();
      await expectUnseenAlike(request, worlds);
      await expect.poll(async () => (await answerOf(request, fuller, "/entries", {})).body).not.toBe((await answerOf(request, plain, "/entries", {})).body);
    } finally {
      await Promise.all(worlds.map((world) => world.end()));
    }
  });
}

/** What the servers did not see they tell alike, and of nothing that is out of sight: of sources that are watched while somebody reads, too. */
async function expectUnseenAlike(request: APIRequestContext, worlds: readonly World[]): Promise<void> {
  const readers = await Promise.all(worlds.map(streamOf));
  await expect(async () => {
    const [one, other] = await Promise.all(worlds.map((world) => unseenIn(request, world)));
    expect(one?.sources).toEqual(expect.arrayContaining(["sandbox/*/workloadentries", "sandbox/*/workloadgroups"]));
    expect(other?.sources).toEqual(one?.sources);
    for (const name of ["payments", ...FOREIGN]) expect(other?.body, `what was not seen never names ${name}`).not.toContain(name);
  }).toPass({ timeout: 60_000 });
  for (const { close } of readers) close();
}

async function previewOf(request: APIRequestContext, { dashboard: { address }, asking }: World, data: object): Promise<readonly [number, string]> {
  const answer = await request.post(`${address}/api/preview`, { headers: { ...asking, origin: address }, data });
  return [answer.status(), await answer.text()];
}

/** What would go with a machine in sight and one that is not: where it does not exist, it has a uid all the same. Versions are counted over a whole cluster. */
async function impactOf(request: APIRequestContext, { dashboard: { address }, asking, cluster }: World): Promise<readonly [number, string]> {
  const uidOf = async (namespace: string, name: string) => {
    const { items = [] } = await cluster.get(`/apis/networking.istio.io/v1/namespaces/${namespace}/workloadentries`);
    return items.find(({ metadata }) => metadata.name === name)?.metadata.uid;
  };
  const [seen, foreign = "00000000-0000-4000-8000-000000000000"] = await Promise.all([uidOf("legacy", "oracle-primary"), uidOf("payments", "zz-foreign-0")]);
  const data = { entries: [`sandbox/${seen}`, `sandbox/${foreign}`] };
  const answer = await request.post(`${address}/api/impact`, { headers: { ...asking, origin: address }, data });
  return [answer.status(), sameInAll(await answer.text()).replace(/"resourceVersion":"\d+"/g, '"resourceVersion":""')];
}
