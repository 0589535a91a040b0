import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { shownText } from "@/lib/format/shown-text";
import { DeniedReads } from "@/lib/server/access/denied-reads";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { RefusedSignIns } from "@/lib/server/access/refused-sign-ins";
import type { SignedIn, SignIn } from "@/lib/server/access/viewer";
import { readConfig } from "@/lib/server/config";
import { Downloads } from "@/lib/server/export/downloads";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import { PolicyReports } from "@/lib/server/http/policy-reports";
import { RateLimit, rateOf } from "@/lib/server/http/rate-limit";
import { beatOf } from "@/lib/server/live/beat-of";
import { Hub } from "@/lib/server/live/hub";
import { PageViews } from "@/lib/server/live/page-views";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import type { Runtime } from "@/lib/server/runtime";
import { noTeamViews } from "@/lib/server/team-views/read-team-views";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aKubernetesService, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";

/** Every page and every exported file, with hostile characters in whatever a stranger may write: none comes through as it is. */
const CLUSTER = "prod-eu";
/** Without a NUL, which is taken out where text enters (lib/server/kube/parse). */
const HOSTILE = "\u202E\u202D\u2069\u200D\u0007\n\u001B";
const bad = (name: string) => `${name}${HOSTILE}end`;

vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers() }));
vi.mock("next/navigation", () => ({
  usePathname: () => "/entries",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ push: () => undefined, replace: () => undefined, prefetch: () => undefined, refresh: () => undefined }),
}));
// Folded rows are part of a page.
vi.mock("@/components/ui/details", () => ({
  Details: ({ children }: { readonly children: ReactNode }) => children,
  Detail: ({ line, children }: { readonly line: ReactNode; readonly children: ReactNode }) => (
    <>
      <p>{line}</p>
      {children}
    </>
  ),
}));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));

/** What people write at objects: reasons. */
const MUTED = JSON.stringify(["STL112", "STL115", "STL204"].map((code) => ({ code, until: "2100-01-01T00:00:00Z", reason: bad("why it is muted") })));
const PLANNED = {
  mutedFindings: MUTED,
  plannedLeaves: JSON.stringify(["vm-1", "vm-2", bad("vm")].map((entry) => ({ entry, reason: bad("why it goes") }))),
};

type Search = Readonly<Record<string, string>>;
type Draw = (props: { readonly params: Promise<Search>; readonly searchParams: Promise<Search>; readonly children: ReactNode }) => Promise<ReactNode>;

const place = { cluster: CLUSTER, namespace: "shop" };
const HOST_PAGE = "c/[cluster]/[resource]/[namespace]/[name]/page";
const PAGES: readonly (readonly [path: string, params: Search, search: Search])[] = [
  ["page", {}, {}],
  ["entries/page", {}, {}],
  ["groups/page", {}, {}],
  ["networks/page", {}, { from: bad("network"), of: bad("cluster") }],
  ["c/[cluster]/entries/[namespace]/[name]/page", { ...place, name: "vm-1" }, {}],
  ["c/[cluster]/entries/[namespace]/[name]/page", { ...place, name: "vm-2" }, {}],
  ["c/[cluster]/entries/[namespace]/[name]/page", { ...place, name: "vm-3" }, {}],
  [HOST_PAGE, { ...place, resource: "services", name: "checkout" }, { from: `${bad("web")}/${bad("zone")}/${bad("network")}` }],
  [HOST_PAGE, { ...place, resource: "serviceentries", name: "checkout" }, { mode: "ambient" }],
  ["c/[cluster]/groups/[namespace]/[name]/page", { ...place, name: encodeURIComponent(bad("group")) }, {}],
];

let runtime: Runtime;
let viewer: SignedIn;

beforeAll(async () => {
  const clock = new ManualClock(NOW);
  const replica = aReplica({ name: bad("istiod"), zone: bad("zone"), revision: bad("revision"), phase: bad("phase") });
  const played = await rememberedFleet(clock, aWorld([replica]));
  const machine = (n: number) =>
    anEntry({
      ...{ uid: `uid-${n}`, name: `vm-${n}`, address: bad("address"), network: bad("network"), locality: `${bad("region")}/${bad("zone")}` },
      ...{ serviceAccount: bad("account"), registrationGroup: bad("group"), controller: bad("istiod"), managedBy: bad("tool"), gate: bad("gate") },
      ...{ specLabels: sortedLabelSet([[bad("key"), bad("value")]]), metadataLabels: sortedLabelSet([["hostname", bad("host")]]), ports: [[bad("port"), 80]] },
      health: aReport(n === 1 ? "False" : bad("status"), bad("message")),
      mutedFindings: MUTED,
      connectedAt: n === 2 ? parseTimestamp(bad("when")) : parseTimestamp(new Date(NOW - 60_000).toISOString()),
      unreadable: n === 3 ? bad("reason") : null,
      owner: { apiVersion: bad("version"), kind: bad("kind"), name: bad("owner"), uid: bad("uid") },
      lastWriter: { manager: bad("manager"), operation: bad("operation"), at: NOW, subresource: "" } as never,
    });
  const template = {
    address: bad("a"),
    ports: [[bad("p"), 80]] as const,
    labels: [],
    network: bad("n"),
    locality: bad("l"),
    weight: null,
    serviceAccount: bad("s"),
  };
  const group = aGroup({
    name: bad("group"),
    template,
    entryLabels: sortedLabelSet([[bad("key"), bad("value")]]),
    managedBy: bad("tool"),
    expectedSize: bad("9"),
    ...PLANNED,
  });
  await played.live([1, 2, 3, 4].map(machine), [group]);
  const selector = sortedLabelSet([[bad("key"), bad("value")]]);
  const ports = [{ name: bad("port"), number: 80, protocol: bad("TCP"), target: bad("target") }];
  const { services, serviceentries } = played.fleet.tables;
  services.upsert(selectingOf(aKubernetesService({ name: "checkout", selector, ports, exportTo: [bad("web")] })) as never);
  serviceentries.upsert(
    selectingOf(aServiceEntry({ name: "checkout", selector: sortedLabelSet([[bad("key"), "other"]]), hosts: [bad("a"), bad("b")] })) as never,
  );
  const named = { namespace: "shop", name: bad("object") };
  const takers = [
    aServiceEntry({ ...named, selector, hosts: [bad("host")], ports: [anEntryPort({ name: bad("port") })] }),
    aKubernetesService({ ...named, selector }),
  ];
  const policy = { ...named, createdAt: 0, labels: [], selector: [], targets: [], action: bad("ACTION"), rules: 1 };
  played.select(...takers.map((taker) => selectingOf(taker)), {
    cluster: CLUSTER,
    kind: "authorizationpolicies",
    uid: "policy",
    resourceVersion: "1",
    unreadable: null,
    ...policy,
    ...{ fields: [], parsed: policy },
  });
  await played.wait(60_000);
  played.upsert({ ...machine(2), resourceVersion: "1201", health: aReport("False", bad("another message")) });
  played.remove(machine(4));
  await played.wait(60_000);
  const { fleet, history } = played;
  const lists = new StandingLists(fleet);
  const scope = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
  const freshness = { kind: "stale" as const, asOf: NOW, reason: bad("reason") };
  const statuses = () => [{ cluster: CLUSTER, freshness, sources: [], skewMs: null, version: bad("version") }];
  const problems = () => [{ context: bad("context"), title: bad("title"), detail: bad("detail"), fix: bad("fix") }];
  viewer = { subject: "somebody", identity: { signIn: "token", name: bad("name") }, scope, mayWrite: true, clientOf: () => undefined };
  const signIn: SignIn = {
    ...{ kind: "token", cookies: null, viewerOf: async () => viewer },
    ...{ follow: () => () => undefined, signOut: () => undefined, stop: () => undefined },
  };
  const beat = () => beatOf(clock.now(), statuses(), problems(), scope);
  const hub = new Hub({ fleet, lists, clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", newId: () => "stream", beat });
  runtime = {
    requests: new RateLimit(rateOf(100_000), clock.monotonic),
    policyReports: new PolicyReports(clock.monotonic),
    deniedReads: new DeniedReads(clock.monotonic),
    refusedChanges: new RefusedChanges(clock.monotonic),
    refusedSignIns: new RefusedSignIns({ history: { keepAudit: () => undefined }, clock }),
    downloads: new Downloads(signIn.follow),
    ...{
      ownClientOf: () => undefined,
      readRails: noRails,
      readTeamViews: noTeamViews,
      config: readConfig({}),
      clock,
      fleet,
      lists,
      hub,
      pageViews: new PageViews({ fleet, lists, views: VIEWS, clock }),
      history,
      statuses,
      readiness: { state: "ready" as const, missing: () => [] },
      beat,
      signIn,
    },
    stop: async () => {
      hub.closeAll();
      await played.database.close();
    },
  };
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(runtime) });
});

afterAll(() => runtime.stop());

async function drawn(path: string, params: Search, search: Search): Promise<Element> {
  const load = async (file: string): Promise<{ readonly default: Draw }> => import(/* @vite-ignore */ `${process.cwd()}/app/${file}.tsx`);
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(search) };
  const children = await (await load(path)).default({ ...props, children: null });
  const page = await (await load("layout")).default({ ...props, children });
  const html = renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>);
  const frame = document.createElement("div");
  frame.innerHTML = html.replace(/<\/?(html|body|head)[^>]*>/g, "");
  return frame;
}

/** What a person sees or hears of a page, a text each: text nodes, and attributes but for addresses and values. */
function textsOf(root: Element): readonly string[] {
  const texts: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof HTMLScriptElement) return;
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? "");
    if (node instanceof Element) for (const { name, value } of node.attributes) if (!/^(href|value|id|class|data-.*|for)$/.test(name)) texts.push(value);
    for (const child of node.childNodes) walk(child);
  };
  walk(root);
  return texts;
}

describe("hostile characters in the texts of objects", () => {
  it("are in the reasons that people write, where a page shows those", async () => {
    const group = await drawn("c/[cluster]/groups/[namespace]/[name]/page", { ...place, name: encodeURIComponent(bad("group")) }, {});
    expect(textsOf(group).join("")).toContain(`why it goes${shownText(HOSTILE)}`);
  });

  it.each(PAGES)("are spelled wherever they are seen on %s %j", async (path, params, search) => {
    const texts = textsOf(await drawn(path, params, search));
    expect(texts.filter((text) => shownText(text) !== text)).toEqual([]);
    expect(texts.join(""), "there are some on this page").toContain("‹U+202E›");
  });

  it.each(["entries", "groups", "losses", "activity"].flatMap((what) => ["csv", "json"].map((format) => [what, format] as const)))(
    "are spelled in the file of %s as %s",
    async (what, format) => {
      const { exportList } = await import("@/lib/server/export/export-list");
      const text = await (await exportList(runtime, viewer, new URLSearchParams({ what, format, window: "15m" }))).text();
      const lines = text.split(/\r?\n/);
      expect(lines.filter((line) => shownText(line) !== line)).toEqual([]);
      expect(text, "there are some in this file").toMatch(/‹U\+202E›|\\u202e/);
    },
  );
});
