import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupSummaryText } from "@/components/group/group-summary";
import { fleetSummary } from "@/components/trouble/fleet-summary";
import { type ReachableClustersQuery, reachableClustersQuery, reachableClustersQueryAt } from "@/components/trouble/reached-query";
import { lossesByGroup } from "@/components/trouble/use-fleet-losses";
import { worstGroupInput } from "@/components/trouble/use-fleet-trouble";
import type { LossesAnswer, StateChartAnswer } from "@/lib/contract/answers/history";
import type { RolloutsAnswer } from "@/lib/contract/answers/rollouts";
import { LossesQuery, RolloutsQuery, StateChartQuery } from "@/lib/contract/url/history-query";
import { formatMoment } from "@/lib/contract/url/history-window";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FleetHead, ShellHead } from "@/lib/contract/views/fleet";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import type { ServiceRow } from "@/lib/contract/views/services";
import type { VIEW_KINDS, ViewState } from "@/lib/contract/views/view";
import { quietTrouble, worstTrouble } from "@/lib/domain/statements/fleet-trouble";
import { serviceWithoutEndpoint } from "@/lib/domain/statements/services-without-endpoint";
import { summaryMoment } from "@/lib/format/summary-moment";
import type { SignedIn } from "@/lib/server/access/viewer";
import { exportList } from "@/lib/server/export/export-list";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { read } from "@/lib/server/history/answer-history";
import { createHistory } from "@/lib/server/history/create-history";
import { type HistoryDatabase, openDatabase } from "@/lib/server/history/open-database";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { pastView } from "@/lib/server/past-view";
import type { Runtime } from "@/lib/server/runtime";
import { hourOfTrouble } from "@/lib/testing/played-past/hour-of-trouble";
import { type PlayedMoment, type PlayedPast, playPast } from "@/lib/testing/played-past/play";
import type { PastScript, ScriptCluster } from "@/lib/testing/played-past/script";
import { situationFleet } from "@/lib/testing/played-past/situation-fleet";
import { serveFleet } from "./rendered-pages.fixture";

/**
 * A link with `?at=` shows the numbers that the page showed at that moment. An hour of random trouble is played, and each minute all pages, files and
 * summaries are kept. At the end each minute is requested with `?at=`. PAST_SEED=6 plays another hour.
 */
const SEED = Number(process.env.PAST_SEED ?? "5");
const NOW = Date.parse("2026-11-29T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The history is so old at the first minute that groups get their learned sizes during the hour. */
const BEFORE_MS = 12 * MINUTE + 17_300;
/** The second cluster is not reached for a while. */
const [AWAY_AT, AWAY_MS] = [20 * MINUTE, 15 * MINUTE];

const LISTS = ["shell", "fleet", "strip", "groups", "entries", "localities", "networks", "services", "services-without-endpoint", "control-plane"] as const;
const FILES = ["entries", "groups", "localities", "losses"];

/**
 * The parts of a page of the past that differ from those of the live page, with the reason. Everything else is equal, to the byte.
 */
const DIFFERENT: readonly (readonly [path: RegExp, because: string])[] = [
  [/^(losses.*|rollout board)\.recorded\.asOf$/, "the history goes on"],
  [/^chart .*\.(gaps|recorded)/, "a live chart ends some seconds before the page"],
  [/^rollout board\.board\.health\.confirmed/, "a report that repeats the last one is not recorded"],
  [
    /^services(-without-endpoint)?\.(rows\[\]\.(pods|addresses|share|status\.podsSeen)|head\.(summary\.(pods|addresses)Unseen|facets))/,
    "Pods are not recorded",
  ],
  [/^localities\.head\.podsUnseen$/, "Pods are not recorded"],
  [/^networks\.(rows\[\]\.pods|head\.(podsSeen|graph))/, "Pods are not recorded"],
  [/^networks\.head\.(passed|meshes\[\]\.(leavesOut|isOwnKnown|gateways|configured))/, "the mesh configuration and gateways are not recorded"],
  [/^shell\.head\.(incidents|servicesInTrouble|findingErrors)$/, "a past page has no number of incidents, services and findings in its navigation"],
  [/^fleet\.head\.incidents/, "a past page has no incidents, because the states that an incident had are not stored"],
  [/^networks\.head\.(policiesSeen|across\[\]\.resolves)/, "the policies of a cluster that was not known are not known"],
  [/^control-plane\.head\.clusters\[\]\.(flags|namespaces)/, "the settings of istiod and the names of namespaces are not recorded"],
  [/^shell\.head\.namespaces/, "namespaces without machines are not recorded"],
  [/^entry .*\.head\.detail\.(resourceVersion|lastWriter|health\.last(Probe|Transition)Time)/, "a report that repeats the last one is not recorded"],
];

interface Served {
  readonly runtime: Runtime;
  readonly viewer: SignedIn;
}

/** A page at a moment: now, or with `?at=`. */
interface Reader {
  readonly at: number;
  view(kind: (typeof VIEW_KINDS)[number], query?: string): Promise<ViewState>;
  losses(query: Readonly<Record<string, string>>): Promise<LossesAnswer>;
  band(query: Readonly<Record<string, string>>): Promise<StateChartAnswer>;
  rollouts(): Promise<RolloutsAnswer>;
  file(what: string): Promise<string>;
  /** The clusters that the total of the fleet counts; null = all. */
  reached(fleet: ViewState): ReachableClustersQuery | null;
}

function liveReader({ runtime, viewer }: Served, at: number): Reader {
  const { fleet, lists, history } = runtime;
  return {
    at,
    view: async (kind, query = "") => {
      const source = VIEWS[kind]({ fleet, lists, viewer, query, offset: 0, limit: 5_000, changed: () => undefined });
      const { head, rows } = source.compute();
      source.close();
      return { head, rows: [...rows] as ViewState["rows"] };
    },
    losses: (query) => history.losses(read(LossesQuery, new URLSearchParams(query)), viewer.scope),
    band: (query) => history.band(read(StateChartQuery, new URLSearchParams(query)), viewer.scope),
    // The limit differs in each minute: an answer of the minute before is not returned again.
    rollouts: () => history.rollouts(read(RolloutsQuery, new URLSearchParams({ limit: String((at / MINUTE) % 500) })), viewer.scope),
    file: async (what) => (await exportList(runtime, viewer, new URLSearchParams({ what, format: "csv" }))).text(),
    reached: () => reachableClustersQuery({ clusters: runtime.statuses(), problems: [] }, "", at),
  };
}

function pastReader(parts: Pick<Runtime, "history" | "fleet" | "lists" | "downloads" | "beat">, viewer: SignedIn, at: number): Reader {
  const { history } = parts;
  const moment = formatMoment(at);
  return {
    at,
    view: (kind, query = "") => pastView(parts, viewer, { kind, query, at, offset: 0, limit: 5_000 }),
    losses: (query) => history.losses(read(LossesQuery, new URLSearchParams({ ...query, at: moment })), viewer.scope),
    band: (query) => history.band(read(StateChartQuery, new URLSearchParams({ ...query, at: moment })), viewer.scope),
    rollouts: () => history.rollouts(read(RolloutsQuery, new URLSearchParams({ at: moment, limit: String((at / MINUTE) % 500) })), viewer.scope),
    file: async (what) => (await exportList(parts, viewer, new URLSearchParams({ what, format: "csv", at: moment }))).text(),
    reached: ({ clusters }) => reachableClustersQueryAt(clusters, "", at),
  };
}

type Shown = Record<string, unknown>;
const LIVE = { kind: "live", asOf: NOW } as const;

/** The page of the fleet: its numbers, its headline and its copied summary. */
async function shownFleet(reader: Reader): Promise<Shown> {
  const { at } = reader;
  const [fleet, services] = [await reader.view("fleet"), await reader.view("services-without-endpoint")];
  const reached = reader.reached(fleet);
  const { head, rows } = (reached === null ? fleet : await reader.view("fleet", reached.query)) as ViewState<FleetHead & Shown, GroupRow>;
  const clusters = reached === null ? {} : { cluster: reached.reached.join(",") };
  const losses = await reader.losses({ ...clusters, window: "24h", limit: "200" });
  const lost = (services.rows as unknown as ServiceRow[]).flatMap((row) => serviceWithoutEndpoint(row) ?? []);
  const isCounted = ({ cluster }: { readonly cluster: string }) => reached === null || reached.reached.includes(cluster);
  const input = worstGroupInput(head, rows, lossesByGroup(losses, "utc", false));
  const worst = worstTrouble({ ...input, services: lost.filter(isCounted), now: at, historyPaused: null });
  const quiet = quietTrouble({ fleet: head, historyPaused: null }, worst);
  const counted = { head, rows, reached: reached?.reached ?? [], notReached: reached?.notReached ?? [] };
  const summary = {
    counted,
    query: "",
    trouble: { worst, incidents: null, quiet },
    answer: losses,
    severalClusters: true,
    moment: summaryMoment(LIVE, at),
    origin: "",
  };
  return { "numbers of the fleet": head.rollUp, losses, headline: { worst, quiet, reached }, summary: fleetSummary(summary) };
}

/** The page of each group, with its losses and its copied summary. */
async function shownGroups(reader: Reader): Promise<Shown> {
  const shown: Shown = {};
  const { rows } = (await reader.view("groups")) as unknown as ViewState<Shown, GroupRow>;
  for (const { cluster, namespace, name } of rows) {
    const place = { cluster, ns: namespace };
    const page = await reader.view("group", `${new URLSearchParams({ ...place, name })}`);
    const { row, detail } = page.head as unknown as SingleGroupHead;
    const losses = await reader.losses({ ...place, group: name, window: "24h", limit: "100" });
    const told = { expectedSizeText: detail?.expectedSizeText ?? null, losses, hosts: [] };
    const summary = row === null ? null : groupSummaryText({ row, told, moment: summaryMoment(LIVE, reader.at), origin: "" });
    shown[`group ${namespace}/${name}`] = page;
    shown[`losses of ${namespace}/${name}`] = losses;
    shown[`summary of ${namespace}/${name}`] = summary;
  }
  return shown;
}

/** The pages of some entries: the first ones in trouble, and a healthy one. */
async function shownEntries(reader: Reader): Promise<Shown> {
  const { rows } = (await reader.view("entries")) as unknown as ViewState<Shown, EntryRow>;
  const some = [...rows.filter(({ state }) => state !== "healthy").slice(0, 8), ...rows.slice(0, 1)];
  const shown: Shown = {};
  for (const { cluster, namespace, name, uid } of some) {
    shown[`entry ${namespace}/${name}`] = await reader.view("entry", `${new URLSearchParams({ cluster, ns: namespace, name, uid })}`);
  }
  return shown;
}

async function shownLists(reader: Reader): Promise<Shown> {
  const shown: Shown = {};
  for (const kind of LISTS) {
    const { head, rows } = await reader.view(kind);
    shown[kind] = { head, rows };
  }
  for (const what of FILES) shown[`file of ${what}`] = await reader.file(what);
  return shown;
}

/** The charts of the fleet and, in turn, of one group, and the rollout board. */
async function shownCharts(reader: Reader): Promise<Shown> {
  const shown: Shown = { "chart of the fleet": await chartOf(reader, {}), "rollout board": await reader.rollouts() };
  const { rows } = (await reader.view("groups")) as unknown as ViewState<Shown, GroupRow>;
  for (const { cluster, namespace, name } of rows.filter((_, index) => index === (reader.at / MINUTE) % rows.length)) {
    shown[`chart of ${namespace}/${name}`] = await chartOf(reader, { cluster, ns: namespace, group: name });
  }
  return shown;
}

async function chartOf(reader: Reader, place: Readonly<Record<string, string>>): Promise<Shown> {
  const { points, expected, churn, markers, gaps, recorded } = await reader.band({ ...place, window: "1h", width: "3600" });
  return { points, expected, churn, markers, gaps, recorded };
}

/** Both charts until the end of the live one. A change of its last pixel may be in the next one. */
function untilLiveEnd(live: Shown, past: Shown): readonly [Shown, Shown] {
  const cut = ([name, chart]: [string, unknown]): [string, unknown] => {
    if (!name.startsWith("chart ")) return [name, chart];
    const end = (live[name] as StateChartAnswer).recorded.asOf - 1_000;
    const { points, ...rest } = chart as StateChartAnswer;
    return [name, { ...rest, points: points.filter(({ at }) => at <= end) }];
  };
  return [Object.fromEntries(Object.entries(live).map(cut)), Object.fromEntries(Object.entries(past).map(cut))];
}

/** The numbers of a page beside a chart: the serving machines and the total. */
function numbersBeside(name: string, page: Shown): readonly [serving: number, total: number] {
  const group = page[name.replace("chart of", "group")] as ViewState<SingleGroupHead & Shown> | undefined;
  const { serving = 0, fullTotal = 0 } = group === undefined ? (page["numbers of the fleet"] as FleetHead["rollUp"]) : (group.head.row?.rollUp ?? {});
  return [serving, fullTotal];
}

/** In a gap, a chart has no machines, and the page of a group those that were last known. At its end, the page of the fleet counts them again first. */
function isUnknown(name: string, { gaps }: Pick<StateChartAnswer, "gaps">, at: number): boolean {
  return gaps.some(({ from, to }) => (name === "chart of the fleet" ? Math.abs(to - at) < 5_000 : from <= at) && at <= to + 5_000);
}

/** The minutes at which the charts of the last page differ from what the pages showed then. */
async function otherMinutes(reader: Reader, pages: ReadonlyMap<number, Shown>): Promise<readonly string[]> {
  const { rows } = (await reader.view("groups")) as unknown as ViewState<Shown, GroupRow>;
  const places = rows.map(({ cluster, namespace, name }) => [`chart of ${namespace}/${name}`, { cluster, ns: namespace, group: name }] as const);
  const problems: string[] = [];
  for (const [name, place] of [["chart of the fleet", {}] as const, ...places]) {
    const { points, gaps } = await reader.band({ ...place, window: "1h", width: "3600" });
    for (const [at, page] of pages) {
      if (isUnknown(name, { gaps }, at)) continue;
      const point = points.findLast((one) => one.at < at);
      const [serving, total] = numbersBeside(name, page);
      const drawn = [point?.serving, (point?.total ?? 0) + (point?.missing ?? 0)];
      if (drawn.join() !== `${serving},${total}`) problems.push(`${minuteOf(at)} ${name} of ${minuteOf(reader.at)}: ${drawn}, page ${serving},${total}`);
    }
  }
  return problems;
}

/** The charts of a page of the past whose end differs from the numbers of the page. */
function otherEnds(past: Shown, at: number): readonly string[] {
  return Object.entries(past).flatMap(([name, chart]) => {
    if (!name.startsWith("chart ")) return [];
    const end = (chart as StateChartAnswer).points.at(-1);
    const found = [end?.serving, (end?.total ?? 0) + (end?.missing ?? 0)];
    const page = numbersBeside(name, past);
    return isUnknown(name, chart as StateChartAnswer, at) || found.join() === page.join() ? [] : [`${name}: ends with ${found}, page ${page}`];
  });
}

/** The numbers that the navigation of a past page has. It must have none: those of now would be wrong beside an old page. */
function numbersInNavigation(past: Shown): readonly string[] {
  const { incidents, servicesInTrouble, findingErrors } = (past.shell as ViewState<ShellHead & Shown>).head;
  const numbers = Object.entries({ incidents, servicesInTrouble, findingErrors });
  return numbers.flatMap(([name, number]) => (number === null ? [] : [`the navigation has ${name}: ${JSON.stringify(number)}`]));
}

const withoutMeta = (page: unknown) => {
  const { head, rows } = page as ViewState;
  return { head, rows };
};

/** Computes each view once: several pages have the same ones. */
function readOnce(reader: Reader): Reader {
  const views = new Map<string, Promise<ViewState>>();
  return {
    ...reader,
    view: (kind, query = "") => {
      const view = views.get(`${kind} ${query}`) ?? reader.view(kind, query);
      views.set(`${kind} ${query}`, view);
      return view;
    },
  };
}

async function everythingShown(moment: Reader): Promise<Shown> {
  const reader = readOnce(moment);
  // Each page requests the losses, and the live fleet then learns from the history. All pages of a minute are kept after that.
  await reader.losses({ window: "24h", limit: "1" });
  const shown = {
    ...(await shownLists(reader)),
    ...(await shownFleet(reader)),
    ...(await shownGroups(reader)),
    ...(await shownEntries(reader)),
    ...(await shownCharts(reader)),
  };
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, /^(group|entry) /.test(name) ? withoutMeta(value) : value]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;
const isRows = (value: unknown): value is readonly { readonly id: string }[] => Array.isArray(value) && value.every((one) => isObject(one) && "id" in one);

/** The paths at which two JSON values differ, with both values. Rows are compared by their ids, and in their order. */
function differencesIn(live: unknown, past: unknown, path: string): readonly string[] {
  if (JSON.stringify(live) === JSON.stringify(past)) return [];
  if (isRows(live) && isRows(past)) {
    const [ids, others] = [live.map(({ id }) => id), past.map(({ id }) => id)];
    if (ids.join() !== others.join()) return [`${path}: rows ${ids.filter((id) => !others.includes(id))} / ${others.filter((id) => !ids.includes(id))}`];
    return live.flatMap((row, index) => differencesIn(row, past[index], `${path}[]`));
  }
  if (Array.isArray(live) && Array.isArray(past) && live.length === past.length) {
    return live.flatMap((one, index) => differencesIn(one, past[index], `${path}[]`));
  }
  if (isObject(live) && isObject(past) && !Array.isArray(live) && !Array.isArray(past)) {
    return [...new Set([...Object.keys(live), ...Object.keys(past)])].flatMap((key) => differencesIn(live[key], past[key], `${path}.${key}`));
  }
  return [`${path}: ${JSON.stringify(live)} / ${JSON.stringify(past)}`];
}

/** The part of a page of the past that also differs if its moment is before an upgrade. */
const BEFORE_UPGRADE: typeof DIFFERENT = [[/^groups\.rows\[\]\.incident$/, "a history without incidents has no keys of them"]];

/** `live`: as it was kept. */
function unexpected(live: Shown, past: Shown, different = DIFFERENT): readonly string[] {
  const shown = JSON.parse(JSON.stringify(past)) as Shown;
  const names = [...new Set([...Object.keys(live), ...Object.keys(shown)])];
  const found = names.flatMap((name) => differencesIn(live[name], shown[name], name));
  return found.filter((difference) => !different.some(([path]) => path.test(difference.slice(0, difference.indexOf(": ")))));
}

/** A quarter of the machines of the situations. Half of the groups have no declared size. The second cluster is not reached for a while. */
function script(): PastScript {
  const whole = situationFleet();
  const groups = whole.groups.map((group, index) => {
    const size = group.name === "search" ? group.size : Math.ceil(group.size / 4);
    return { ...group, size, expected: group.name === "search" ? "10-60" : index % 2 === 0 ? null : String(size) };
  });
  const first: ScriptCluster = { ...whole, groups };
  const second: ScriptCluster = {
    name: "ap-1",
    istiods: [{ key: "x", zone: "ap-1a" }],
    groups: [{ namespace: "edge", name: "proxy", size: 9, zones: ["ap-1a"] }],
  };
  const { events } = hourOfTrouble(SEED, first);
  const away = { at: AWAY_AT, kind: "watch", cluster: second.name, source: "all", freshness: "stale", reason: "cut", forMs: AWAY_MS } as const;
  const shifted = [...events, away].map((event) => ({ ...event, at: event.at + BEFORE_MS })).sort((a, b) => a.at - b.at);
  return { lengthMs: BEFORE_MS, clusters: [first, second], events: shifted };
}

let past: PlayedPast;
let viewer: SignedIn;
const kept = new Map<number, string>();

beforeAll(async () => {
  let served: Served | null = null;
  const onMinute = async ({ fleet, history, scope, now }: PlayedMoment) => {
    if (now <= NOW - HOUR || now > NOW) return;
    // The play moves the clock. No timer of a view may change it.
    const clock = { now: () => fleet.now(), monotonic: () => fleet.now(), setTimer: () => () => undefined };
    if (served === null) {
      const runtime = serveFleet({ played: { fleet, history, clock, database: { close: () => Promise.resolve() } }, scope, statuses: () => statuses() });
      const signedIn = await runtime.signIn.viewerOf(new Request("http://localhost"));
      if (signedIn === null) throw new Error("No viewer is signed in.");
      viewer = signedIn;
      served = { runtime, viewer };
    }
    kept.set(now, JSON.stringify(await everythingShown(liveReader(served, now))));
  };
  let statuses: () => PlayedPast["statuses"] = () => [];
  past = await playPast(script(), { seed: SEED, now: NOW - HOUR, liveMs: HOUR + BEFORE_MS, onMinute });
  statuses = () => past.statuses;
  // A link is opened after its moment was recorded.
  await past.advance(HOUR + MINUTE / 2);
  await past.close();
}, 300_000);

afterAll(() => rmSync(past.folder, { recursive: true, force: true }));

/** The kept history, opened by a process of its own. `change`: applied before that. */
async function reopened(change: (database: HistoryDatabase) => Promise<unknown> = () => Promise.resolve()) {
  const folder = mkdtempSync(join(tmpdir(), "stolos-as-shown-"));
  copyFileSync(join(past.folder, "history.db"), join(folder, "history.db"));
  const before = await openDatabase({ url: null, folder });
  await before.prepare();
  await change(before);
  await before.close();
  const database = await openDatabase({ url: null, folder });
  await database.prepare();
  const fleet = liveFleet(["prod-eu", "ap-1"], () => NOW + HOUR);
  const history = createHistory({ database, status: () => ({ kind: "recording", since: NOW, notice: "" }), fleet });
  const clock = { now: () => NOW + HOUR, monotonic: () => 0, setTimer: () => () => undefined };
  const runtime = serveFleet({ played: { fleet, history, clock, database }, scope: viewer.scope, statuses: () => [] });
  const close = async () => {
    await runtime.stop();
    rmSync(folder, { recursive: true });
  };
  return { runtime, close };
}

const minuteOf = (at: number) => new Date(at).toISOString().slice(11, 16);

describe("a page of the past", () => {
  it("shows in each minute of an hour what the live page showed then", async () => {
    const { runtime, close } = await reopened();
    const problems: string[] = [];
    const pages = new Map<number, Shown>();
    const seen = { notReached: 0, learned: new Set<number>() };
    for (const [at, text] of kept) {
      const live = JSON.parse(text) as Shown;
      pages.set(at, live);
      const shown = await everythingShown(pastReader(runtime, viewer, at));
      const found = [...unexpected(...untilLiveEnd(live, shown)), ...otherEnds(shown, at), ...numbersInNavigation(shown)];
      problems.push(...found.map((difference) => `${minuteOf(at)} ${difference}`));
      if (/ap-1 is not reached since/.test(String(live.summary))) seen.notReached++;
      seen.learned.add((live.fleet as ViewState<FleetHead & Shown>).head.groupsLearned);
    }
    problems.push(...(await otherMinutes(pastReader(runtime, viewer, NOW), pages)));
    await close();
    expect(kept.size).toBe(60);
    expect(seen.notReached).toBeGreaterThan(10);
    expect(seen.learned.size).toBeGreaterThan(1);
    expect(problems.slice(0, 20)).toEqual([]);
  }, 300_000);

  it("shows the same numbers and summaries after an upgrade of a history without stored sizes, and states that they are computed", async () => {
    const { runtime, close } = await reopened(async ({ write }) => {
      const later = await sql<{ name: string }>`select name from sqlite_master where type = 'table' and (name = 'known_size' or name like 'incident%')`.execute(
        write,
      );
      for (const { name } of later.rows) await sql`drop table ${sql.table(name)}`.execute(write);
      await sql`alter table recorder drop column recording_since`.execute(write);
      await sql`delete from history_expansion where name >= '0012-known-sizes'`.execute(write);
    });
    const problems: string[] = [];
    let computed = 0;
    for (const [at, text] of kept) {
      const reader = pastReader(runtime, viewer, at);
      const page = await pastView(runtime, viewer, { kind: "groups", query: "", at, offset: 0, limit: 100 });
      const live = JSON.parse(text) as Shown;
      const shown = { ...(await shownFleet(reader)), groups: withoutMeta(page) };
      const found = unexpected(Object.fromEntries(Object.keys(shown).map((name) => [name, live[name]])), shown, [...DIFFERENT, ...BEFORE_UPGRADE]);
      problems.push(...found.map((difference) => `${minuteOf(at)} ${difference}`));
      const isLearned = (live.fleet as ViewState<FleetHead & Shown>).head.groupsLearned > 0;
      if (isLearned !== (page.sizesComputed ?? false)) problems.push(`${minuteOf(at)} learned sizes: ${isLearned}, computed: ${page.sizesComputed}`);
      if (page.sizesComputed) computed++;
    }
    await close();
    expect(computed).toBeGreaterThan(10);
    expect(problems.slice(0, 20)).toEqual([]);
  }, 300_000);
});
