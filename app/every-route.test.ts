import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { formatObjectFindingsQuery } from "@/lib/contract/views/findings";
import { selectedByQuery } from "@/lib/contract/views/selected-by";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type Scope, scopeFromPermissions, type UncheckedClusters, type Viewer, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { YAML_KINDS } from "@/lib/domain/source/source";
import { DeniedReads } from "@/lib/server/access/denied-reads";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { RefusedSignIns } from "@/lib/server/access/refused-sign-ins";
import type { SignIn } from "@/lib/server/access/viewer";
import { readConfig } from "@/lib/server/config";
import { Downloads } from "@/lib/server/export/downloads";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { PolicyReports } from "@/lib/server/http/policy-reports";
import { RateLimit, rateOf } from "@/lib/server/http/rate-limit";
import type { WritingClient } from "@/lib/server/kube/client";
import { beatOf } from "@/lib/server/live/beat-of";
import { Hub } from "@/lib/server/live/hub";
import { PageViews } from "@/lib/server/live/page-views";
import { CHECKED_VIEWS } from "@/lib/server/live/views/checked-views";
import type { Runtime } from "@/lib/server/runtime";
import { teamViewsReader } from "@/lib/server/team-views/read-team-views";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";

/**
 * Every route and page of `app`, asked by somebody who sees one namespace of two: what he gets is what he would get in a world where the
 * other does not exist, and not what somebody gets who sees nothing. A route or page that is not in the tables below fails the test.
 */
const CLUSTER = "prod-eu";
const OTHER_CLUSTER = "prod-us";
const NAMESPACES = ["legacy", "shop"] as const;
const MINUTE = 60_000;

/** Who asks, by name: what a page or route is asked with. */
const asking = await vi.hoisted(async () => new (await import("node:async_hooks")).AsyncLocalStorage<string>());
const headersOf = () => ({ authorization: `Bearer ${asking.getStore() ?? ""}` });
vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers(headersOf()) }));
/** A page waits for the recorder to write a loss. Here all losses are written before the first question. */
vi.mock("node:timers/promises", async (original) => ({ ...(await original<object>()), setTimeout: async () => undefined }));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));

type Search = Readonly<Record<string, string>>;

interface Place {
  readonly cluster: string;
  readonly namespace: string;
}

interface RouteQuestion {
  readonly params?: Search;
  readonly search?: string;
  readonly body?: unknown;
}

interface Route {
  readonly ask: readonly RouteQuestion[];
  /** True where it tells nothing of the fleet. */
  readonly tellsNothing?: true;
  /** True where only those who may write get an answer. */
  readonly mayWrite?: true;
}

const EVERYWHERE: readonly Place[] = [...NAMESPACES.map((namespace) => ({ cluster: CLUSTER, namespace })), { cluster: OTHER_CLUSTER, namespace: "legacy" }];
const places = EVERYWHERE.map((place) => ({ ...place }));
const objects = YAML_KINDS.flatMap((resource) =>
  places.map((place) => ({ params: { ...place, resource, name: resource === "workloadentries" ? "vm-1" : "checkout" } })),
);
const commands = places.map((place) => ({ params: { ...place, command: "set-expected-size", name: "checkout" } }));
const bundles = places.map((place) => ({ params: { ...place, name: "checkout" } }));
const uids = EVERYWHERE.map((place) => `id=${place.cluster}/${uidOf(place, 1)}`).join("&");
const at = `at=${NOW + 3 * MINUTE}`;
const selections = EVERYWHERE.flatMap(({ cluster, namespace }) => [
  { kind: "selected-by", query: selectedByQuery("entry", { cluster, namespace, name: "vm-1" }) },
  { kind: "selected-by", query: selectedByQuery("group", { cluster, namespace, name: "checkout" }) },
  ...(["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry"] as const).map((of) => ({
    kind: "findings-of",
    query: formatObjectFindingsQuery({ of, cluster, namespace, name: of === "WorkloadEntry" ? "vm-1" : "checkout" }),
  })),
  ...["Service", "ServiceEntry"].map((kind) => ({ kind: "service", query: `cluster=${cluster}&kind=${kind}&ns=${namespace}&name=checkout` })),
]);
/** What may be lost: the zone in which all machines stand, the network of one namespace, and what a filter chooses. */
const LOST = ["zone:eu-central-1/eu-central-1a", "network:net-shop", "set:vm-1"].map(encodeURIComponent);
const losses = LOST.flatMap((lost) => ["hosts", "groups"].map((of) => ({ kind: "what-if", query: `lost=${lost}&of=${of}` })));
const views = [
  ...[
    "shell",
    "fleet",
    "strip",
    "groups",
    "entries",
    "services",
    "services-without-endpoint",
    "unselected",
    "networks",
    "localities",
    "single-zone",
    "control-plane",
    "findings",
    "group-findings",
    "incidents",
  ].map((kind) => ({
    kind,
    query: "",
  })),
  { kind: "single-zone", query: "of=host" },
  ...["localities", "networks", "control-plane"].map((map) => ({ kind: "found-on", query: `map=${map}` })),
  ...selections,
  ...losses,
  ...EVERYWHERE.map((place) => ({ kind: "incident", query: `key=${uidOf(place, 0)}` })),
].map((view, id) => ({
  ...view,
  ...{ id, offset: 0, limit: 50 },
}));

/** Edits of what is in a namespace: of a selector, of a machine's labels, and of a group's. */
function tries(namespace: string): readonly string[] {
  const metadata = (name: string) => `metadata: {name: ${name}, namespace: ${namespace}}`;
  const istio = "apiVersion: networking.istio.io/v1";
  return [
    `{${istio}, kind: ServiceEntry, ${metadata("checkout")}, spec: {hosts: [a.test], resolution: STATIC, ports: [{number: 80, name: http}], workloadSelector: {labels: {app: checkout}}}}`,
    `{apiVersion: v1, kind: Service, ${metadata("checkout")}, spec: {selector: {app: checkout}, ports: [{port: 80}]}}`,
    `{${istio}, kind: WorkloadEntry, ${metadata("vm-1")}, spec: {address: 10.0.0.1, labels: {app: other}}}`,
    `{${istio}, kind: WorkloadGroup, ${metadata("checkout")}, spec: {metadata: {labels: {app: other}}, template: {}}}`,
  ];
}

const ROUTES: Readonly<Record<string, Route>> = {
  "api/c/[cluster]/events/[resource]/[namespace]/[name]": { ask: objects },
  "api/[...path]": { ask: [{}, { body: {} }], tellsNothing: true },
  "api/c/[cluster]/commands/[command]/[namespace]/[name]": {
    ask: [...commands, ...commands.map((command) => ({ ...command, body: { dryRun: false, resourceVersion: "900", input: { size: "4" } } }))],
    mayWrite: true,
  },
  "api/c/[cluster]/accounts/[namespace]/[name]": { ask: places.map((place) => ({ params: { ...place, name: "checkout-vm" } })), mayWrite: true },
  "api/c/[cluster]/arrivals/[namespace]/[name]": { ask: bundles },
  "api/c/[cluster]/bundles/[namespace]/[name]": {
    ask: [...bundles, ...bundles.map((bundle) => ({ ...bundle, body: {} }))],
    mayWrite: true,
  },
  "api/c/[cluster]/impact/[resource]/[namespace]/[name]": {
    ask: objects.filter(({ params }) => params.resource.startsWith("workload")),
    mayWrite: true,
  },
  "api/c/[cluster]/leftovers/[namespace]/[name]": { ask: places.map((place) => ({ params: { ...place, name: "idle" } })), mayWrite: true },
  "api/c/[cluster]/objects/[resource]/[namespace]/[name]": { ask: objects },
  "api/c/[cluster]/group-places": { ask: [{ params: { cluster: CLUSTER } }, { params: { cluster: OTHER_CLUSTER } }], mayWrite: true },
  "api/c/[cluster]/preflight/[namespace]": { ask: places.map((place) => ({ params: { ...place } })), mayWrite: true },
  "api/healthz": { ask: [{}], tellsNothing: true },
  "api/history/[what]": {
    ask: [
      ...["band", "losses", "findings", "activity"].map((what) => ({ params: { what }, search: "window=15m" })),
      ...["", `baseline=${NOW + MINUTE}`].map((search) => ({ params: { what: "rollouts" }, search })),
      { params: { what: "rows" }, search: `kind=entries&${uids}&window=15m` },
      {
        params: { what: "rows" },
        search: `kind=groups&${EVERYWHERE.map(({ cluster, namespace }) => `id=${cluster}/${namespace}/checkout`).join("&")}&window=15m`,
      },
      ...EVERYWHERE.map(({ cluster, namespace }) => ({ params: { what: "entry" }, search: `cluster=${cluster}&ns=${namespace}&name=vm-1&window=15m` })),
      ...EVERYWHERE.flatMap(({ cluster, namespace }) =>
        ["Service", "ServiceEntry"].map((kind) => ({
          params: { what: "host" },
          search: `cluster=${cluster}&kind=${kind}&ns=${namespace}&name=checkout&window=15m`,
        })),
      ),
      ...EVERYWHERE.map((place) => ({ params: { what: "band" }, search: `incident=${uidOf(place, 0)}` })),
      ...["earlier-incidents", "incident-notes"].flatMap((what) => EVERYWHERE.map((place) => ({ params: { what }, search: `key=${uidOf(place, 0)}` }))),
    ],
  },
  "api/history/export": {
    ask: ["entries", "groups", "findings", "incidents", "services", "networks", "localities", "control-plane", "losses", "activity", "audit"].flatMap(
      (what) => [{ search: `what=${what}&format=csv&window=15m` }, { search: `what=${what}&format=json&${at}` }],
    ),
  },
  "api/incidents/[key]/post-mortem": {
    ask: EVERYWHERE.flatMap((place) => ["", at].map((search) => ({ params: { key: uidOf(place, 0) }, search }))),
  },
  "api/live": { ask: [{ body: { views } }] },
  "api/impact": { ask: [{ body: { entries: EVERYWHERE.map((place) => `${place.cluster}/${uidOf(place, 1)}`) } }], mayWrite: true },
  "api/policy-reports": { ask: [{ body: [] }], tellsNothing: true },
  "api/preview": { ask: EVERYWHERE.flatMap(({ cluster, namespace }) => tries(namespace).map((text) => ({ body: { cluster, text } }))) },
  "api/readyz": { ask: [{}], tellsNothing: true },
  "api/session": { ask: [{}, { body: { token: "abc" } }], tellsNothing: true },
  "api/session/renewal": { ask: [{ body: {} }], tellsNothing: true },
  "api/sign-in": { ask: [{ body: { from: "/" } }], tellsNothing: true },
  "api/sign-in/callback": { ask: [{ search: "code=a&state=b" }], tellsNothing: true },
  "api/sign-out": { ask: [{ body: {} }], tellsNothing: true },
  "api/search": { ask: ["vm", "shop", "legacy", "checkout", "10.0"].map((text) => ({ search: `q=${text}` })) },
  "api/strip/cell": {
    ask: EVERYWHERE.flatMap(({ cluster, namespace }) => [0, 1].map((index) => ({ search: `ribbon=${cluster}/${namespace}/checkout&index=${index}` }))),
  },
  "api/team-views": { ask: [{}] },
  "api/what-if": {
    ask: LOST.flatMap((lost) => ["csv", "json", "md"].map((format) => ({ search: `lost=${lost}&moment=after-grace&format=${format}` }))),
  },
  "api/view": { ask: views.map(({ kind, query }) => ({ search: `kind=${kind}&query=${encodeURIComponent(query)}&limit=50&${at}` })) },
};

interface Page {
  readonly ask: readonly { readonly params?: Search; readonly search?: Search }[];
  readonly tellsNothing?: true;
  readonly mayWrite?: true;
}

const then = { at: new Date(NOW + 3 * MINUTE).toISOString() };
const lists: Page = { ask: [{}, { search: then }, ...NAMESPACES.map((ns) => ({ search: { ns } }))] };
const hosts: Page = {
  ask: ["services", "serviceentries"].flatMap((resource) =>
    places.flatMap((place) => [{}, { from: "web//" }, { mode: "ambient" }].map((search) => ({ params: { ...place, resource, name: "checkout" }, search }))),
  ),
};
/** A draft stays in the browser: the server only says which one the address names. */
const newGroup: Page = { ask: [{}, ...places.map(({ cluster, namespace }) => ({ search: { cluster, namespace, draft: "d" } }))], tellsNothing: true };
const PAGES: Readonly<Record<string, Page>> = {
  "activity/page": { ask: [{}], tellsNothing: true },
  "audit/page": { ask: [{}, { search: { mode: "applied" } }, { search: { q: "legacy" } }, { search: { before: `${NOW * 2}.9` } }] },
  "c/[cluster]/entries/[namespace]/[name]/page": { ask: places.flatMap((place) => ["vm-1", "vm-2"].map((name) => ({ params: { ...place, name } }))) },
  "c/[cluster]/groups/[namespace]/[name]/page": {
    ask: places.flatMap((place) => [{}, then].map((search) => ({ params: { ...place, name: "checkout" }, search }))),
  },
  "c/[cluster]/groups/[namespace]/[name]/arrive/page": { ask: places.map((place) => ({ params: { ...place, name: "checkout" } })) },
  "c/[cluster]/groups/[namespace]/[name]/bundle/page": { ask: places.map((place) => ({ params: { ...place, name: "checkout" } })), mayWrite: true },
  "c/[cluster]/[resource]/[namespace]/[name]/page": hosts,
  "control-plane/page": lists,
  "entries/page": lists,
  "findings/page": lists,
  "incidents/page": lists,
  "incidents/[key]/page": { ask: places.flatMap((place) => [{}, then].map((search) => ({ params: { key: uidOf(place, 0) }, search }))) },
  "groups/page": lists,
  "groups/new/page": newGroup,
  "groups/new/describe/page": newGroup,
  "groups/new/reach/page": newGroup,
  "groups/new/review/page": newGroup,
  "localities/page": {
    ask: [
      ...lists.ask,
      { search: { show: "world" } },
      { search: { lost: "zone:eu-central-1/eu-central-1a", moment: "after-age" } },
      { search: { show: "table", q: "zone:none" } },
    ],
  },
  "networks/page": { ask: [...lists.ask, { search: { from: "net-shop" } }, { search: { mode: "ambient" } }] },
  "oncall/page": lists,
  "services/page": lists,
  layout: { ask: [{}] },
  "services/preview/page": { ask: [{}, ...places.map(({ cluster, namespace }) => ({ search: { from: `${cluster}/workloadgroups/${namespace}/checkout` } }))] },
  "sign-in/page": { ask: [{}], tellsNothing: true },
  page: lists,
};

interface World {
  readonly runtime: Runtime;
}

/** A Service and a ServiceEntry of a place that take its machines, and one that claims the host of another place. */
function selectorsOf({ cluster, namespace }: Place) {
  const selector = sortedLabelSet([["app", "checkout"]]);
  const host = `checkout.${NAMESPACES.find((other) => other !== namespace) ?? ""}.svc.cluster.local`;
  return [
    selectingOf(aKubernetesService({ namespace, name: "checkout", selector }), { cluster, uid: `${cluster}/${namespace}/service` }),
    selectingOf(aServiceEntry({ namespace, name: "checkout", selector, hosts: ["checkout.example.com"] }), { cluster, uid: `${cluster}/${namespace}/outer` }),
    selectingOf(aServiceEntry({ namespace, name: "claims", selector, hosts: [host] }), { cluster, uid: `${cluster}/${namespace}/entry` }),
  ];
}

/** Somebody whom every world knows by name. */
interface Person {
  readonly subject: string;
  readonly scope: Scope;
  readonly mayWrite: boolean;
  readonly held?: UncheckedClusters;
}

const people = new Map<string, Person>();

function uidOf({ cluster, namespace }: Place, n: number): string {
  return `${cluster === CLUSTER ? "" : `${cluster}-`}${namespace}-uid-${n}`;
}

/** A server that watches the clusters of these places (or one that is empty and that nobody knows). Two machines in each place: the first fails its probe, the second leaves. */
async function aWorldOf(there: readonly Place[]): Promise<World> {
  const clock = new ManualClock(NOW);
  const held = [...new Set(there.map(({ cluster }) => cluster))];
  const clusters = held.length === 0 ? [CLUSTER] : held;
  const played = await rememberedFleet(clock, aWorld(), null, "test", clusters);
  const machine = (place: Place, n: number) => {
    const octets = `${place.cluster.length + place.namespace.length}.${n}`;
    return anEntry({
      ...place,
      uid: uidOf(place, n),
      name: `vm-${n}`,
      address: `10.${place.cluster === CLUSTER ? 0 : 1}.${octets}`,
      network: `net-${place.namespace}`,
    });
  };
  await played.live(
    there.flatMap((place) => [machine(place, 1), machine(place, 2)]),
    there.flatMap((place) => [
      aGroup({ ...place, uid: `${uidOf(place, 0)}-group`, expectedSize: String(place.namespace.length) }),
      // One that has no machines any more.
      aGroup({ ...place, uid: `${uidOf(place, 0)}-idle`, name: "idle" }),
    ]),
  );
  played.select(...there.flatMap(selectorsOf));
  await played.wait(MINUTE);
  played.upsert(...there.map((place) => ({ ...machine(place, 1), resourceVersion: "1201", health: aReport("False", `ill in ${place.namespace}`) })));
  await played.wait(MINUTE);
  played.remove(...there.map((place) => machine(place, 2)));
  await played.wait(2 * MINUTE);
  const { fleet, history } = played;
  for (const place of there) history.keepAudit(commandIn(place));
  const member = (place: Place, n: number) => {
    const { machine: facts, ...rest } = aMember(n, { ...place, group: "checkout" });
    return { ...rest, machine: { ...facts, id: `${place.cluster}/${uidOf(place, n)}` } };
  };
  const incidents = there.map((place) => anIncident({ key: uidOf(place, 0), clusters: [place.cluster], members: [member(place, 1), member(place, 2)] }));
  fleet.incidentMemory.begin(fleet.now());
  fleet.incidentMemory.update(incidents);
  const store = new IncidentStore(played.database);
  for (const incident of incidents)
    await store.save({ cluster: incident.clusters[0] ?? "", asOf: fleet.now(), incidents: [incident], engine: { format: 1, body: "" } });
  // What the tests ask of commands is not in every world.
  Object.assign(history, { keepAudit: () => undefined });
  const standing = new StandingLists(fleet);
  const statuses = () => clusters.map((cluster) => statusOf(cluster, there));
  const clients = new Map(clusters.map((cluster) => [cluster, aClient(cluster)]));
  const signIn = aSignIn(async ({ headers }) => {
    const person = people.get(headers.get("authorization")?.slice("Bearer ".length) ?? "");
    if (person === undefined) throw new Error("Nobody is asking.");
    const clientOf = (cluster: string) => (person.scope.clusters.has(cluster) ? clients.get(cluster) : undefined);
    return { ...person, identity: { signIn: "local", name: null }, clientOf };
  });
  const problems = clusters.includes(OTHER_CLUSTER) ? [{ context: OTHER_CLUSTER, title: "Old", detail: "Its file is old.", fix: "" }] : [];
  const beat = (viewer: Viewer) => beatOf(clock.now(), statuses(), problems, viewer.scope);
  let streams = 0;
  const hub = new Hub({
    ...{ fleet, lists: standing, views: CHECKED_VIEWS, clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", newId: () => `stream-${++streams}` },
    beat,
  });
  const runtime: Runtime = {
    ...{
      requests: new RateLimit(rateOf(100_000), clock.monotonic),
      policyReports: new PolicyReports(clock.monotonic),
      deniedReads: new DeniedReads(clock.monotonic),
      refusedChanges: new RefusedChanges(clock.monotonic),
      refusedSignIns: new RefusedSignIns({ history: { keepAudit: () => undefined }, clock }),
      downloads: new Downloads(signIn.follow),
      ownClientOf: (cluster: string) => clients.get(cluster),
      readRails: noRails,
      readTeamViews: teamViewsReader({ teamViews: { namespace: "platform", name: "views" }, ownClientOf: () => viewsOf(there) }),
      config: readConfig({}),
      clock,
      fleet,
      lists: standing,
      hub,
      pageViews: new PageViews({ fleet, lists: standing, views: CHECKED_VIEWS, clock }),
      history,
      signIn,
      beat,
      statuses,
      readiness: { state: "ready" as const, missing: () => [] },
    },
    stop: async () => {
      hub.closeAll();
      await played.database.close();
    },
  };
  return { runtime };
}

/** The views that a team keeps in every cluster: some of each place that there is, and one of all. */
function viewsOf(there: readonly Place[]) {
  const views = there.flatMap((place) =>
    [`/oncall?cluster=${place.cluster}&n%73=${place.namespace}`, `/entries?cluster=${place.cluster}&q=group:${place.namespace}/checkout`].map((address) => ({
      ...{ name: `${place.namespace} by ${address}`, address },
    })),
  );
  const text = JSON.stringify({ views: [...views, { name: "Wall", address: "/oncall?display=wall" }] });
  return { get: async () => ({ ok: true as const, value: { data: { "views.yaml": text } } }) };
}

/** A command that somebody gave there. */
function commandIn({ cluster, namespace }: Place): AuditLine {
  const what = { command: "set-expected-size", verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", mode: "applied" } as const;
  return { ...what, who: `ann of ${namespace}`, cluster, namespace, name: "checkout", fields: "metadata", result: "done", audit_id: "" };
}

function statusOf(cluster: string, there: readonly Place[]): ClusterStatus {
  const freshness = { kind: "live" as const, asOf: NOW, reason: "" };
  const namespaces = there.filter((place) => place.cluster === cluster).map(({ namespace }) => namespace);
  const sources = namespaces.map((namespace) => ({ source: "workloadentries", namespace, freshness, proofMs: 1, objects: 1, unreadable: 0 }));
  return { cluster, freshness, sources, skewMs: cluster === CLUSTER ? null : 90_000, version: cluster === CLUSTER ? "1.36" : "1.35" };
}

/** A sign-in by which whoever asks is known. */
function aSignIn(viewerOf: SignIn["viewerOf"]): SignIn {
  return { kind: "local", cookies: null, viewerOf, follow: () => () => undefined, signOut: () => undefined, stop: () => undefined };
}

/** An API server that gives whoever asks an object of the place that he asks about. */
function aClient(cluster: string): WritingClient {
  const value = (path: string) => ({
    apiVersion: "v1",
    kind: "Any",
    metadata: { uid: "any", annotations: { path } },
    versions: [{ version: "v1" }],
    items: [],
  });
  return {
    ...{ cluster, server: "", skewMs: () => null, close: async () => undefined },
    get: async (path) => ({ ok: true, value: value(path) }),
    post: async () => ({ ok: true, value: { status: { allowed: true } } }),
    write: async () => ({ ok: true, value: {} }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
  };
}

function sightOf(...namespaces: readonly string[]): Scope {
  return sightIn(new Map([[CLUSTER, namespaces]]));
}

/** What of each cluster is in sight; istiod's Pods are, of every cluster that is known at all. */
function sightIn(clusters: ReadonlyMap<string, readonly string[] | "all">): Scope {
  return scopeFromPermissions(
    new Map([...clusters].map(([cluster, seen]) => [cluster, new Map(WATCHED_KINDS.map((kind) => [kind, kind === "pods" ? "all" : seen] as const))])),
  );
}

function use(world: World): void {
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(world.runtime) });
}

const inApp = (path: string) => `${process.cwd()}/app/${path}`;
type Handler = (request: Request, context: { readonly params: Promise<Search> }) => Promise<Response> | Response;

async function routeAnswers(path: string, { ask }: Route): Promise<string> {
  const route: Readonly<Record<string, Handler | undefined>> = await import(/* @vite-ignore */ inApp(`${path}/route.ts`));
  const answers: string[] = [];
  for (const { params = {}, search = "", body } of ask) {
    const headers = { ...headersOf(), "sec-fetch-site": "same-origin", "content-type": "application/json" };
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

/** The numbers that a database gave its rows, and a server its streams, are another matter. */
function withoutNumbers(text: string): string {
  return text
    .replace(/"id":"\d+"/g, '"id":""')
    .replace(/"next":"[\d.]+"/g, '"next":""')
    .replace(/"stream":"stream-\d+"/g, '"stream":""');
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
let euOnly: World;
let usOnly: World;
let empty: World;

const inCluster = (cluster: string) => EVERYWHERE.filter((place) => place.cluster === cluster);

beforeAll(async () => {
  whole = await aWorldOf(EVERYWHERE);
  shopOnly = await aWorldOf([{ cluster: CLUSTER, namespace: "shop" }]);
  legacyOnly = await aWorldOf([{ cluster: CLUSTER, namespace: "legacy" }]);
  euOnly = await aWorldOf(inCluster(CLUSTER));
  usOnly = await aWorldOf(inCluster(OTHER_CLUSTER));
  empty = await aWorldOf([]);
});

afterAll(async () => {
  await Promise.all([whole, shopOnly, legacyOnly, euOnly, usOnly, empty].map((world) => world.runtime.stop()));
});

// A refused change leaves its line in the log.
beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

/** Asks the same in all worlds and scopes that must, or must not, make a difference. */
async function expectScoped(
  answer: () => Promise<string>,
  { tellsNothing = false, mayWrite = false }: { readonly tellsNothing?: boolean; readonly mayWrite?: boolean },
): Promise<void> {
  const seen = async (world: World, ...namespaces: readonly string[]) => {
    use(world);
    people.set("somebody", { subject: "somebody", scope: sightOf(...namespaces), mayWrite });
    return asking.run("somebody", answer);
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
    await expectScoped(() => routeAnswers(path, route), route);
  });
});

describe("every page, opened by somebody who sees one namespace of two", () => {
  it("is in the table of this test", () => {
    const pages = found(/(^|\/)(page|layout|default|template)\.tsx$/).map((path) => path.replace(/\.tsx$/, ""));
    expect(Object.keys(PAGES).sort()).toEqual(pages.sort());
  });

  it.each(Object.entries(PAGES))("%s is drawn of that one only, and all of it", async (path, page) => {
    await expectScoped(() => pageDrawn(path, page), page);
  });
});

/** Four people, each with the world in which there is only what is in sight. */
const FOUR = [
  ["everything", sightIn(new Map([CLUSTER, OTHER_CLUSTER].map((cluster) => [cluster, "all"]))), () => whole],
  ["one namespace", sightIn(new Map([[CLUSTER, ["shop"]]])), () => shopOnly],
  ["one cluster of two", sightIn(new Map([[CLUSTER, "all"]])), () => euOnly],
  ["nothing", scopeFromPermissions(new Map()), () => empty],
] as const;

/** All four ask the same server at once; each is then asked again in the world of his own. */
async function expectOwnBytes(answer: () => Promise<string>, mayWrite: boolean): Promise<void> {
  for (const [who, scope] of FOUR) people.set(who, { subject: who, scope, mayWrite });
  use(whole);
  const together = await Promise.all(FOUR.map(([who]) => asking.run(who, answer)));
  for (const [at, [who, , own]] of FOUR.entries()) {
    use(own());
    expect(together[at], who).toBe(await asking.run(who, answer));
  }
}

describe("four people at once, who see everything, one namespace, one cluster of two, nothing", () => {
  it.each(Object.entries(ROUTES))("have each exactly their own bytes of %s", async (path, route) => {
    await expectOwnBytes(() => routeAnswers(path, route), route.mayWrite === true);
  });

  it.each(Object.entries(PAGES))("have each exactly their own bytes of the page %s", async (path, page) => {
    await expectOwnBytes(() => pageDrawn(path, page), false);
  });
});

/** Whoever sees one cluster of two, while it cannot be checked what may be seen of the other. */
const UNCHECKED: Person = {
  subject: "unchecked",
  scope: sightIn(new Map([[OTHER_CLUSTER, "all"]])),
  mayWrite: true,
  held: { clusters: new Set([CLUSTER]), key: sightIn(new Map([CLUSTER, OTHER_CLUSTER].map((cluster) => [cluster, "all"]))).key },
};

describe("somebody of whom it cannot be checked what he may see of one cluster", () => {
  const answersIn = (world: World, answer: () => Promise<string>) => {
    use(world);
    people.set("unchecked", UNCHECKED);
    return asking.run("unchecked", answer);
  };

  it.each(Object.entries(ROUTES))("is told by %s exactly what he would be if it did not exist, but that it could not be checked", async (path, route) => {
    const answer = () => routeAnswers(path, route);
    expect(await answersIn(whole, answer)).toBe(await answersIn(usOnly, answer));
  });

  const ofCluster = Object.entries(ROUTES).filter(([, { ask }]) => ask.some(({ params }) => params?.cluster === CLUSTER));
  it.each(ofCluster)("is answered 503 by %s where he asks about that cluster, and about no other", async (path, route) => {
    for (const question of route.ask) {
      const told = await answersIn(whole, () => routeAnswers(path, { ...route, ask: [question] }));
      expect([question.params, told.startsWith("503 ")]).toEqual([question.params, question.params?.cluster === CLUSTER]);
      if (told.startsWith("503 ")) expect(JSON.parse(told.slice("503 ".length))).toMatchObject({ title: "Could not be checked", status: 503 });
    }
  });
});
