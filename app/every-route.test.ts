import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Scope, scopeOf, WATCHED_KINDS } from "@/lib/domain/scope";
import { readConfig } from "@/lib/server/config";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { rememberedFleet } from "@/lib/server/history/remembered-fleet";
import type { WritingClient } from "@/lib/server/kube/client";
import { beatOf } from "@/lib/server/live/beat-of";
import { Hub } from "@/lib/server/live/hub";
import type { Runtime } from "@/lib/server/runtime";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";

/**
 * Every route and page of `app`, asked by somebody who sees one namespace of two: what he gets is what he would get in a world where the
 * other does not exist, and not what somebody gets who sees nothing. A route or page that is not in the tables below fails the test.
 */
const CLUSTER = "prod-eu";
const NAMESPACES = ["legacy", "shop"] as const;
const MINUTE = 60_000;

vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }) }));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));

type Search = Readonly<Record<string, string>>;

interface RouteQuestion {
  readonly params?: Search;
  readonly search?: string;
  readonly body?: unknown;
}

interface Route {
  readonly ask: readonly RouteQuestion[];
  /** True where it tells nothing of the fleet. */
  readonly tellsNothing?: true;
}

const places = NAMESPACES.map((namespace) => ({ cluster: CLUSTER, namespace }));
const objects = ["workloadgroups", "workloadentries"].flatMap((resource) =>
  places.map((place) => ({ params: { ...place, resource, name: resource === "workloadgroups" ? "checkout" : "vm-1" } })),
);
const groups = places.map((place) => ({ params: { ...place, name: "checkout" } }));
const uids = NAMESPACES.map((namespace) => `id=${CLUSTER}/${namespace}-uid-1`).join("&");
const at = `at=${NOW + 3 * MINUTE}`;
const views = ["shell", "fleet", "strip", "groups", "entries"].map((kind, id) => ({ id, kind, query: "", offset: 0, limit: 50 }));

const ROUTES: Readonly<Record<string, Route>> = {
  "api/c/[cluster]/events/[resource]/[namespace]/[name]": { ask: objects },
  "api/c/[cluster]/expected-size/[namespace]/[name]": {
    ask: [...groups, ...groups.map((group) => ({ ...group, body: { size: "4", resourceVersion: "900" } }))],
  },
  "api/c/[cluster]/objects/[resource]/[namespace]/[name]": { ask: objects },
  "api/healthz": { ask: [{}], tellsNothing: true },
  "api/history/[what]": {
    ask: [
      ...["band", "losses", "activity"].map((what) => ({ params: { what }, search: "window=15m" })),
      { params: { what: "rows" }, search: `kind=entries&${uids}&window=15m` },
      { params: { what: "rows" }, search: `kind=groups&${NAMESPACES.map((namespace) => `id=${CLUSTER}/${namespace}/checkout`).join("&")}&window=15m` },
      ...NAMESPACES.map((namespace) => ({ params: { what: "entry" }, search: `cluster=${CLUSTER}&ns=${namespace}&name=vm-1&window=15m` })),
    ],
  },
  "api/history/export": {
    ask: ["entries", "groups", "losses", "activity"].flatMap((what) => [
      { search: `what=${what}&format=csv&window=15m` },
      { search: `what=${what}&format=json&${at}` },
    ]),
  },
  "api/live": { ask: [{ body: { views } }] },
  "api/readyz": { ask: [{}], tellsNothing: true },
  "api/search": { ask: ["vm", "shop", "legacy", "checkout", "10.0"].map((text) => ({ search: `q=${text}` })) },
  "api/strip/cell": {
    ask: NAMESPACES.flatMap((namespace) => [0, 1].map((index) => ({ search: `ribbon=${CLUSTER}/${namespace}/checkout&index=${index}` }))),
  },
  "api/view": { ask: views.map(({ kind }) => ({ search: `kind=${kind}&limit=50&${at}` })) },
};

interface Page {
  readonly ask: readonly { readonly params?: Search; readonly search?: Search }[];
  readonly tellsNothing?: true;
}

const then = { at: new Date(NOW + 3 * MINUTE).toISOString() };
const lists: Page = { ask: [{}, { search: then }, ...NAMESPACES.map((ns) => ({ search: { ns } }))] };
const PAGES: Readonly<Record<string, Page>> = {
  "activity/page": { ask: [{}], tellsNothing: true },
  "c/[cluster]/entries/[namespace]/[name]/page": { ask: places.flatMap((place) => ["vm-1", "vm-2"].map((name) => ({ params: { ...place, name } }))) },
  "c/[cluster]/groups/[namespace]/[name]/page": {
    ask: places.flatMap((place) => [{}, then].map((search) => ({ params: { ...place, name: "checkout" }, search }))),
  },
  "entries/page": lists,
  "groups/page": lists,
  layout: { ask: [{}] },
  page: lists,
};

interface World {
  readonly runtime: Runtime;
  see(scope: Scope): void;
}

/** Two machines in each namespace: the first fails its probe, the second leaves. */
async function aWorldOf(namespaces: readonly string[]): Promise<World> {
  const clock = new ManualClock(NOW);
  const played = await rememberedFleet(clock, aWorld());
  const machine = (namespace: string, n: number) =>
    anEntry({ uid: `${namespace}-uid-${n}`, namespace, name: `vm-${n}`, address: `10.0.${namespace.length}.${n}`, network: `net-${namespace}` });
  await played.live(
    namespaces.flatMap((namespace) => [machine(namespace, 1), machine(namespace, 2)]),
    namespaces.map((namespace) => aGroup({ namespace, uid: `${namespace}-group`, expectedSize: String(namespace.length) })),
  );
  await played.wait(MINUTE);
  played.upsert(...namespaces.map((namespace) => ({ ...machine(namespace, 1), resourceVersion: "1201", health: aReport("False", `ill in ${namespace}`) })));
  await played.wait(MINUTE);
  played.remove(...namespaces.map((namespace) => machine(namespace, 2)));
  await played.wait(2 * MINUTE);
  const { fleet, history } = played;
  const standing = new StandingLists(fleet);
  let scope = sightOf();
  const freshness = { kind: "live" as const, asOf: NOW, reason: "" };
  const sources = namespaces.map((namespace) => ({ kind: "workloadentries", namespace, freshness, proofMs: 1, objects: 1, unreadable: 0 }));
  const statuses = () => [{ cluster: CLUSTER, freshness, sources, skewMs: null, version: "1.36" }];
  const viewer = () => ({ scope, mayWrite: false });
  const hub = new Hub({
    ...{ fleet, lists: standing, clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", newId: () => "stream" },
    beat: (of) => beatOf(clock.now(), statuses(), [], of.scope),
  });
  const watch = { cluster: CLUSTER, client: aClient(), clock, stop: async () => undefined };
  const runtime: Runtime = {
    ...{ config: readConfig({}), clock, fleet, lists: standing, hub, history, viewer, statuses, problems: () => [] },
    watchOf: (cluster) => (cluster === CLUSTER ? watch : undefined),
    stop: async () => {
      hub.closeAll();
      await played.database.close();
    },
  };
  const see = (next: Scope) => {
    scope = next;
  };
  return { runtime, see };
}

/** An API server that gives whoever asks an object of the place that he asks about. */
function aClient(): WritingClient {
  const value = (path: string) => ({
    apiVersion: "v1",
    kind: "Any",
    metadata: { uid: "any", annotations: { path } },
    versions: [{ version: "v1" }],
    items: [],
  });
  return {
    ...{ cluster: CLUSTER, server: "", skewMs: () => null, close: async () => undefined },
    get: async (path) => ({ ok: true, value: value(path) }),
    post: async () => ({ ok: true, value: { status: { allowed: true } } }),
    patch: async () => ({ ok: true, value: {} }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
  };
}

function sightOf(...namespaces: readonly string[]): Scope {
  return scopeOf(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, kind === "pods" ? "all" : namespaces] as const))]]));
}

function use(world: World, scope: Scope): void {
  world.see(scope);
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(world.runtime) });
}

const inApp = (path: string) => `${process.cwd()}/app/${path}`;
type Handler = (request: Request, context: { readonly params: Promise<Search> }) => Promise<Response> | Response;

async function routeAnswers(path: string, { ask }: Route): Promise<string> {
  const route: Readonly<Record<string, Handler | undefined>> = await import(/* @vite-ignore */ inApp(`${path}/route.ts`));
  const answers: string[] = [];
  for (const { params = {}, search = "", body } of ask) {
    const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const request = new Request(
      `http://localhost/${path}?${search}`,
      body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
    );
    const handler = route[body === undefined ? "GET" : "POST"];
    if (handler === undefined) throw new Error(`${path} answers nothing.`);
    const response = await handler(request, { params: Promise.resolve(params) });
    answers.push(
      `${response.status} ${response.headers.get("content-type")?.startsWith("text/event-stream") ? await streamed(response) : await response.text()}`,
    );
  }
  return answers.map(withoutNumbers).join("\n");
}

/** What a stream begins with: all of it comes at once. */
async function streamed(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  let text = "";
  while (reader !== undefined && !views.every(({ id }) => text.includes(`"t":"snapshot","v":${id},`))) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended after ${text}`);
    text += new TextDecoder().decode(value);
  }
  await reader?.cancel();
  return text;
}

/** The numbers that a database gave its rows are another matter. */
function withoutNumbers(text: string): string {
  return text.replace(/"id":"\d+"/g, '"id":""').replace(/"next":"[\d.]+"/g, '"next":""');
}

type Draw = (props: { readonly params: Promise<Search>; readonly searchParams: Promise<Search>; readonly children: null }) => unknown;

/** What a page says of an object that is nowhere; any other error is one. */
function notFoundPage(thrown: unknown): string {
  if (thrown instanceof Error && "digest" in thrown && thrown.digest === "NEXT_HTTP_ERROR_FALLBACK;404") return "404";
  throw thrown;
}

async function pageDrawn(path: string, { ask }: Page): Promise<string> {
  const page: { readonly default: Draw } = await import(/* @vite-ignore */ inApp(`${path}.tsx`));
  const drawn: unknown[] = [];
  for (const { params = {}, search = {} } of ask) {
    const drawing = page.default({ params: Promise.resolve(params), searchParams: Promise.resolve(search), children: null });
    drawn.push(await Promise.resolve(drawing).catch(notFoundPage));
  }
  return JSON.stringify(drawn);
}

const found = (ending: RegExp) =>
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => path.replaceAll("\\", "/"));

let whole: World;
let shopOnly: World;
let legacyOnly: World;

beforeAll(async () => {
  whole = await aWorldOf(NAMESPACES);
  shopOnly = await aWorldOf(["shop"]);
  legacyOnly = await aWorldOf(["legacy"]);
});

afterAll(async () => {
  await Promise.all([whole, shopOnly, legacyOnly].map((world) => world.runtime.stop()));
});

// A refused change leaves its line in the log.
beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

/** Asks the same in all worlds and scopes that must, or must not, make a difference. */
async function expectScoped(answer: () => Promise<string>, tellsNothing: boolean): Promise<void> {
  const seen = async (world: World, ...namespaces: readonly string[]) => {
    use(world, sightOf(...namespaces));
    return answer();
  };
  const shop = await seen(whole, "shop");
  const legacy = await seen(whole, "legacy");
  const nothing = await seen(whole);
  expect(shop).toBe(await seen(shopOnly, "shop"));
  expect(legacy).toBe(await seen(legacyOnly, "legacy"));
  if (tellsNothing) return expect([shop, legacy]).toEqual([nothing, nothing]);
  expect(shop).not.toBe(nothing);
  expect(shop).not.toBe(legacy);
  expect(await seen(whole, "legacy", "shop")).not.toBe(shop);
}

describe("every route, asked by somebody who sees one namespace of two", () => {
  it("is in the table of this test", () => {
    const routes = found(/(^|\/)route\.ts$/).map((path) => path.replace(/\/route\.ts$/, ""));
    expect(Object.keys(ROUTES).sort()).toEqual(routes.sort());
  });

  it.each(Object.entries(ROUTES))("%s tells of that one only, and all of it", async (path, route) => {
    await expectScoped(() => routeAnswers(path, route), route.tellsNothing === true);
  });
});

describe("every page, opened by somebody who sees one namespace of two", () => {
  it("is in the table of this test", () => {
    const pages = found(/(^|\/)(page|layout|default|template)\.tsx$/).map((path) => path.replace(/\.tsx$/, ""));
    expect(Object.keys(PAGES).sort()).toEqual(pages.sort());
  });

  it.each(Object.entries(PAGES))("%s is drawn of that one only, and all of it", async (path, page) => {
    await expectScoped(() => pageDrawn(path, page), page.tellsNothing === true);
  });
});
