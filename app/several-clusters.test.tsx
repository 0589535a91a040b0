import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import type { Runtime } from "@/lib/server/runtime";
import { aGroup, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aGatewayService, meshWorld } from "@/lib/testing/mesh-world";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { answered, connectRoutes, type Search, serveFleet, settled, shownPage, textOf, type Width } from "./rendered-pages.fixture";

/** Renders every page with the data of two clusters that have equal namespaces and names: no two rows may read alike. */
const CLUSTERS = ["prod-eu", "prod-us"] as const;
/** A third cluster, which Stolos never reached. */
const NEW_CLUSTER = "prod-ap";
const MINUTE = 60_000;

/** Clusters that were live until a moment, and clusters that were never live. */
const unreached = new Map<string, number>();
let neverReached: readonly string[] = [];
const NEVER = { kind: "stale", asOf: null, reason: "connection refused", failure: "unreachable" } as const;

/** `freshness`: the last live moment of a cluster that is lost, or why it was never live; a live cluster has none. */
function statusOf(cluster: string, lost?: number | typeof NEVER): ClusterStatus {
  const freshness =
    typeof lost === "object" ? lost : { kind: lost === undefined ? ("live" as const) : ("stale" as const), asOf: lost ?? NOW + 4 * MINUTE, reason: "" };
  const sources = [{ source: "workloadentries", namespace: "*", freshness, proofMs: 60_000, objects: 1, unreadable: 0 }];
  return { cluster, freshness, sources, skewMs: null, version: "1.35", triedSince: NOW - MINUTE };
}

let runtime: Runtime;
let played: Awaited<ReturnType<typeof rememberedFleet>>;

beforeAll(async () => {
  const clock = new ManualClock(NOW);
  played = await rememberedFleet(clock, meshWorld([aGatewayService("vpc-2"), aGatewayService("vpc-3", { addresses: [] })]), null, "test", CLUSTERS);
  const machine = (cluster: string, n: number) =>
    anEntry({ cluster, uid: `${cluster}-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, ...(n === 4 ? { registrationGroup: "", owner: null } : {}) });
  const all = (n: number) => CLUSTERS.map((cluster) => machine(cluster, n));
  await played.live(
    [1, 2, 3, 4].flatMap(all),
    CLUSTERS.flatMap((cluster) => [aGroup({ cluster, uid: `${cluster}-group`, expectedSize: "4" }), aGroup({ cluster, uid: `${cluster}-idle`, name: "idle" })]),
  );
  const selector = sortedLabelSet([["app", "checkout"]]);
  played.select(
    ...CLUSTERS.flatMap((cluster) => [
      selectingOf(aKubernetesService({ name: "checkout", selector }), { cluster, uid: `${cluster}/service` }),
      selectingOf(aServiceEntry({ name: "outer", selector, hosts: ["checkout.example.com"] }), { cluster, uid: `${cluster}/outer` }),
      selectingOf(aKubernetesService({ name: "typo", selector: sortedLabelSet([["app", "chekout"]]) }), { cluster, uid: `${cluster}/typo` }),
    ]),
  );
  await played.wait(MINUTE);
  played.upsert(...all(1).map((one) => ({ ...one, resourceVersion: "1201", health: aReport("False", "connection refused") })));
  await played.wait(MINUTE);
  played.remove(...all(2));
  await played.wait(2 * MINUTE);
  for (const cluster of CLUSTERS) {
    const what = { command: "set-expected-size", verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", mode: "applied" } as const;
    played.history.keepAudit({ ...what, who: "ann", cluster, namespace: "shop", name: "checkout", fields: "metadata", result: "done", audit_id: "" });
  }
  const scope = scopeFromPermissions(new Map(CLUSTERS.map((cluster) => [cluster, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))])), {
    known: [NEW_CLUSTER],
  });
  const statuses = () => [
    ...CLUSTERS.map((cluster) => statusOf(cluster, unreached.get(cluster))),
    ...neverReached.map((cluster) => ({ ...statusOf(cluster, NEVER), sources: [] })),
  ];
  runtime = serveFleet({ played, scope, statuses });
});

afterAll(() => runtime.stop());

beforeEach(connectRoutes);

function nameOf(element: Element, width: Width): string {
  return element.getAttribute("aria-label") ?? (textOf(element, width) || (element.getAttribute("title") ?? ""));
}

const ROWS = "tbody tr, li, option, [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], svg [aria-label]";
const LISTS = "tbody, ul, ol, select, [role=listbox], [role=menu], svg";

function twice(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text, at) => text !== "" && texts.indexOf(text) !== at))];
}

/** The outermost row around an element: it names the place of a nested list. */
function outermost(element: Element): Element | null {
  const row = element.closest(ROWS);
  return row === null ? null : (outermost(row.parentElement ?? row) ?? row);
}

/** Every row, link and enumerated name of a page that reads like another one. */
function alike(root: Element, width: Width): readonly string[] {
  const lists = [...root.querySelectorAll(LISTS)].flatMap((list) => {
    const rows = [...list.querySelectorAll(ROWS)].filter((row) => row.parentElement?.closest(LISTS) === list);
    return twice(rows.map((row) => nameOf(row, width))).map((text) => `row: ${text}`);
  });
  const links = new Map<string, string>();
  const confused = [...root.querySelectorAll("a[href]")].flatMap((link) => {
    const row = outermost(link);
    const text = `${nameOf(link, width)} | ${row === null ? "" : textOf(row, width)}`;
    const href = link.getAttribute("href") ?? "";
    const other = links.get(text) ?? href;
    links.set(text, other);
    return other === href || textOf(link, width) === "" ? [] : [`link: ${text} -> ${other} and ${href}`];
  });
  const blocks = [...root.querySelectorAll("*")].flatMap((element) => {
    const own = Array.from(element.childNodes, (child) => (child.nodeType === Node.TEXT_NODE ? (child.textContent ?? "") : ""));
    return [...own, element.getAttribute("title") ?? "", element.getAttribute("aria-label") ?? ""];
  });
  const listed = blocks.flatMap((text) =>
    twice(text.split(/[;,\n]\s*/))
      .filter((part) => NAMES.test(part))
      .map((part) => `listed: ${part} in ${text}`),
  );
  return [...new Set([...lists, ...confused, ...listed])];
}

const NAMES = /checkout|outer|typo|idle|vm-\d|vpc-\d|istiod-/;
const place = { cluster: "prod-eu", namespace: "shop" };
const then = { at: new Date(NOW + 3 * MINUTE).toISOString() };
const HOST = "c/[cluster]/[resource]/[namespace]/[name]/page";
const GROUP = "c/[cluster]/groups/[namespace]/[name]";
const LOST = "zone:eu-central-1/eu-central-1a";
const FILES: readonly string[] = [
  ...["entries", "groups", "findings", "services", "networks", "control-plane", "losses", "activity", "audit"].flatMap((what) =>
    ["csv", "json"].map((format) => `what=${what}&format=${format}`),
  ),
  ...["entries", "groups", "services", "networks"].map((what) => `what=${what}&format=csv&at=${then.at}`),
  ...["csv", "json"].map((format) => `what=entries&format=${format}&q=state:vanished`),
  ...["csv", "md"].map((format) => `lost=${LOST}&format=${format}`),
];
const PAGES: readonly (readonly [path: string, params: Search, search: Search])[] = [
  ...["page", "oncall/page", "groups/page", "entries/page", "services/page", "findings/page", "localities/page", "networks/page", "control-plane/page"].flatMap(
    (path) => [[path, {}, {}] as const, [path, {}, then] as const],
  ),
  ["oncall/page", {}, { display: "wall" }],
  ["groups/page", {}, { columns: "name" }],
  ["groups/page", {}, { q: "trouble:new" }],
  ["entries/page", {}, { columns: "name" }],
  ["entries/page", {}, { q: "state:vanished" }],
  ["entries/page", {}, { q: "state:vanished", ...then }],
  ["services/page", {}, { columns: "name" }],
  ["findings/page", {}, { show: "table" }],
  ["localities/page", {}, { show: "world" }],
  ["localities/page", {}, { show: "table" }],
  ["localities/page", {}, { lost: LOST }],
  ["localities/page", {}, { lost: LOST, moment: "after-age" }],
  ["localities/page", {}, { lost: LOST, ...then }],
  ["activity/page", {}, {}],
  ["activity/page", {}, then],
  ["audit/page", {}, {}],
  ["services/preview/page", {}, {}],
  ["groups/new/page", {}, {}],
  ["c/[cluster]/entries/[namespace]/[name]/page", { ...place, name: "vm-1" }, {}],
  ["c/[cluster]/entries/[namespace]/[name]/page", { ...place, name: "vm-2" }, {}],
  ["c/[cluster]/entries/[namespace]/[name]/page", { ...place, name: "vm-1" }, then],
  [HOST, { ...place, resource: "services", name: "checkout" }, {}],
  [HOST, { ...place, resource: "services", name: "checkout" }, then],
  [HOST, { ...place, resource: "serviceentries", name: "outer" }, {}],
  [`${GROUP}/page`, { ...place, name: "checkout" }, {}],
  [`${GROUP}/page`, { ...place, name: "checkout" }, then],
  [`${GROUP}/arrive/page`, { ...place, name: "checkout" }, {}],
  [`${GROUP}/bundle/page`, { ...place, name: "checkout" }, {}],
];

/** Controls that list objects. Each opens one on its page. */
const CONTROLS: Readonly<Record<string, readonly [path: string, press: (user: UserEvent) => Promise<void>]>> = {
  "the search": ["page", (user) => searched(user, "vm")],
  "the search for a service": ["page", (user) => searched(user, "checkout")],
  "the search for a namespace": ["page", (user) => searched(user, "shop")],
  "the search for a group without machines": ["page", (user) => searched(user, "idle")],
  "the search for a network": ["page", (user) => searched(user, "vpc")],
  "the search for a zone": ["page", (user) => searched(user, "eu-central")],
  "the clusters": ["page", (user) => user.click(screen.getByRole("button", { name: "all clusters" }))],
  "the namespaces": ["page", (user) => user.click(screen.getByRole("button", { name: /all namespaces/ }))],
  "the fleet strip as a table": ["page", (user) => user.click(screen.getAllByRole("button", { name: "as table" }).at(-1) as Element)],
  "the band as a table": ["page", (user) => user.click(screen.getAllByRole("button", { name: "as table" })[0] as Element)],
};

async function searched(user: UserEvent, text: string): Promise<void> {
  await user.click(screen.getAllByRole("button", { name: /Find a machine/ })[0] as Element);
  await settled();
  await user.type(await screen.findByRole("combobox"), text);
}

/** Texts outside of rows that name an object and not its cluster. The page of one object names it above all of them. */
function unnamed(root: Element): readonly string[] {
  const crumbs = root.querySelector("nav[aria-label='Where this is']");
  if (crumbs !== null) return [textOf(crumbs, "phone")].filter((text) => !text.startsWith("prod-eu / shop / "));
  const texts = [...root.querySelectorAll("h1, [data-statement]")].filter((element) => outermost(element) === null).map((element) => textOf(element, "phone"));
  return texts.filter((text) => NAMES.test(text) && !CLUSTERS.some((cluster) => text.includes(cluster)));
}

describe("two clusters with equal names", () => {
  /** The search loads its list on demand, which takes longer than a query waits if the machine is busy. */
  beforeAll(() => import("@/components/shell/palette-list"), 60_000);

  it.each(PAGES)("%s %j %j has no two rows that read alike", async (path, params, search) => {
    const root = await shownPage(path, params, search);
    expect({ phone: alike(root, "phone"), desk: alike(root, "desk"), unnamed: unnamed(root) }).toEqual({ phone: [], desk: [], unnamed: [] });
  });

  it.each(Object.entries(CONTROLS))("%s has no two rows that read alike", async (_, [path, press]) => {
    const root = await shownPage(path, {}, {});
    await press(userEvent.setup());
    await settled();
    expect({ phone: alike(root, "phone"), desk: alike(root, "desk") }).toEqual({ phone: [], desk: [] });
  });

  it.each(["page", "oncall/page"])("the summary that is copied on %s names each cluster", async (path) => {
    const user = userEvent.setup();
    await shownPage(path, {}, {});
    await user.click(screen.getByRole("button", { name: "Copy summary" }));
    const text = await navigator.clipboard.readText();
    expect(twice(text.split(/[;\n]\s*/).filter((part) => NAMES.test(part)))).toEqual([]);
    expect(text.split("\n").filter((line) => /^(hurt|lost): /.test(line) && !CLUSTERS.some((cluster) => line.includes(cluster)))).toEqual([]);
  });

  it.each([
    ["c/[cluster]/entries/[namespace]/[name]/page", "vm-1"],
    ["c/[cluster]/groups/[namespace]/[name]/page", "checkout"],
  ])("the summary that is copied on %s differs between the clusters", async (path, name) => {
    const texts: string[] = [];
    for (const cluster of CLUSTERS) {
      const user = userEvent.setup();
      await shownPage(path, { ...place, cluster, name }, {});
      await user.click(screen.getAllByRole("button", { name: "Copy summary" })[0] as Element);
      texts.push((await navigator.clipboard.readText()).replaceAll(/https?:\S+/g, ""));
      cleanup();
    }
    expect(texts.map((text, at) => text.includes(CLUSTERS[at] ?? "none"))).toEqual([true, true]);
  });

  it.each([
    ["now", {}],
    ["in the past", { at: new Date(NOW + 4 * MINUTE).toISOString() }],
  ])("the markers of the band name the cluster of each loss %s", async (_, search) => {
    const root = await shownPage("page", {}, search);
    const lines = [...root.querySelectorAll("[data-marks] title")].flatMap((title) => title.textContent.split(/[;\n]\s*/)).filter((line) => NAMES.test(line));
    expect(CLUSTERS.map((cluster) => lines.some((line) => line.includes(cluster)))).toEqual([true, true]);
    expect(lines.filter((line) => !CLUSTERS.some((cluster) => line.includes(cluster)))).toEqual([]);
  });

  it.each(FILES)("the file of %s has no two rows that read alike", async (search) => {
    const address = search.startsWith("lost=") ? "/api/what-if" : "/api/history/export";
    const text = await (await answered(new URL(`${address}?${search}&window=1h`, "http://localhost"), {})).text();
    const rows = text.replaceAll(/prod-\w\w[-/][\w-]+/g, "uid").split("\n");
    expect(rows.filter((row) => NAMES.test(row)).length, "rows with names").toBeGreaterThan(1);
    expect(twice(rows.filter((row) => NAMES.test(row)))).toEqual([]);
  });
});

/** The sentences about the total on a page. */
const TOTALS: readonly (readonly [path: string, search: Search, where: string])[] = [
  ["page", {}, "h1"],
  ["oncall/page", {}, "main"],
  ["oncall/page", { display: "wall" }, "main"],
];

describe("a cluster that is not reached", () => {
  afterEach(() => {
    unreached.clear();
    neverReached = [];
  });

  it.each(TOTALS)("is named beside the total on %s %j if Stolos never reached it", async (path, search, where) => {
    neverReached = [NEW_CLUSTER];
    const text = textOf((await shownPage(path, {}, search)).querySelector(where) as Element, "desk");
    expect(text).toMatch(/4 of 10 machines are serving in prod-eu and prod-us\b/);
    expect(text).toContain("prod-ap is not reached since 04:15:12");
  });

  it.each(TOTALS)("is left out of the total on %s %j once its API server is silent", async (path, search, where) => {
    unreached.set("prod-us", NOW + 3 * MINUTE);
    const text = textOf((await shownPage(path, {}, search)).querySelector(where) as Element, "desk");
    expect(text).toMatch(/2 of 5 machines are serving in prod-eu\b/);
    expect(text).toContain("prod-us is not reached since 04:19:12");
  });

  it.each(["page", "oncall/page"])("is in the summary that is copied on %s", async (path) => {
    unreached.set("prod-us", NOW + 3 * MINUTE);
    const user = userEvent.setup();
    await shownPage(path, {}, {});
    await user.click(screen.getByRole("button", { name: "Copy summary" }));
    const text = await waitFor(async () => {
      const copied = await navigator.clipboard.readText();
      expect(copied).not.toBe("");
      return copied;
    });
    expect(text).toContain(
      "\n2 of 5 machines are serving in prod-eu. prod-us is not reached since 04:19:12. 3 of 4 checkout machines in prod-eu are in trouble",
    );
    expect(text).not.toContain("not confirmed");
  });

  it.each(["page", "oncall/page"])("keeps its groups on %s below those of reached clusters", async (path) => {
    unreached.set("prod-eu", NOW + 3 * MINUTE);
    const root = await shownPage(path, {}, {});
    const groups = [...root.querySelectorAll("[data-section=trouble] [data-row-link]")].map((link) => link.getAttribute("href"));
    expect(groups).toEqual(["/c/prod-us/groups/shop/checkout", "/c/prod-eu/groups/shop/checkout"]);
    expect(root.querySelector("[data-stale-rows]")?.textContent).toBe("The last group is in prod-eu, as last seen.");
  });

  it("is in the picker if Stolos never reached it", async () => {
    neverReached = [NEW_CLUSTER];
    await shownPage("page", {}, {});
    await userEvent.setup().click(screen.getByRole("button", { name: "all clusters" }));
    const shown = await screen.findAllByRole("menuitemcheckbox");
    expect(shown.map(({ textContent }) => textContent)).toEqual(["prod-eu", "prod-us", "prod-ap · not read yet"]);
  });
});

/** The title of the browser's tab. */
async function titleOf(path: string, params: Search): Promise<string> {
  const { generateMetadata } = await import(/* @vite-ignore */ `${process.cwd()}/app/${path}.tsx`);
  return (await generateMetadata({ params: Promise.resolve(params), searchParams: Promise.resolve({}) })).title;
}

describe("the title of the page of one object", () => {
  const objects = PAGES.filter(([path, , search]) => path.startsWith("c/") && Object.keys(search).length === 0);

  it.each(objects)("names the cluster on %s %j", async (path, params) => {
    const [title, other] = [await titleOf(path, params), await titleOf(path, { ...params, cluster: "prod-us" })];
    expect([title, other]).toEqual([expect.stringMatching(/shop\/\S+ in prod-eu$/), title.replace("prod-eu", "prod-us")]);
  });

  it.each(objects)("names no cluster on %s %j if the viewer has one", async (path, params) => {
    serveFleet({
      played,
      scope: scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]])),
      statuses: () => [],
    });
    expect(await titleOf(path, params)).toMatch(new RegExp(`^(Arrival in |Bundle of )?shop/${params.name}$`));
  });
});
