import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { lossesByGroup } from "@/components/trouble/use-fleet-losses";
import { worstGroupInput } from "@/components/trouble/use-fleet-trouble";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { ActivityQuery, LossesQuery, RolloutsQuery, StateChartQuery, TimelineQuery } from "@/lib/contract/url/history-query";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FleetHead, FleetStripRow } from "@/lib/contract/views/fleet";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import type { VIEW_KINDS } from "@/lib/contract/views/view";
import type { EndingCause } from "@/lib/domain/history/transition";
import { type FleetTrouble, worstTrouble } from "@/lib/domain/statements/fleet-trouble";
import { recoveryStatement } from "@/lib/domain/statements/recovery";
import type { SignedIn } from "@/lib/server/access/viewer";
import { exportList } from "@/lib/server/export/export-list";
import { read } from "@/lib/server/history/answer-history";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { pastView } from "@/lib/server/past-view";
import type { Runtime } from "@/lib/server/runtime";
import { type PlayedPast, playPast } from "@/lib/testing/played-past/play";
import type { PastScript, ScriptEvent } from "@/lib/testing/played-past/script";
import { serveFleet } from "./rendered-pages.fixture";

/**
 * Ten stories, each a script. The cause, moment and recovery of an event are equal on all pages and in all files, and agree with the raw objects.
 */
const NOW = Date.parse("2026-11-29T12:00:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LENGTH = 9 * MINUTE;
const FROM = NOW - LENGTH;
const AT = 4 * MINUTE;
const CLUSTER = "prod-eu";

interface Story {
  readonly name: string;
  readonly group: string;
  readonly events: readonly ScriptEvent[];
  readonly istiod?: PastScript["istiod"];
  /** The cause of each end; null = no entry ends. */
  readonly cause: EndingCause | null;
  /** Entries that end, and machines of the group that count as lost when the play ends. */
  readonly ended: number;
  readonly lost: number;
  /** The kind of Fleet's trouble; null = none. */
  readonly trouble: FleetTrouble["kind"] | null;
  readonly isBack?: true;
  readonly isUnseen?: true;
  readonly isDeleted?: true;
  /** A machine whose state changed; its entry does not end. */
  readonly unverified?: string;
}

/** All machines of the script at its beginning. */
const MACHINES = 20;
const ONE = { groups: ["shop/cart"], numbers: [2] };
const ENTRY = "cart-10.20.0.16";
const PLANNED = { "stolos.dev/planned-leaves": JSON.stringify([{ entry: ENTRY, reason: "moved" }]) };
const CART = { group: "shop/cart", ended: 1, lost: 1, trouble: "fleet-worst-group" } as const;

const STORIES: readonly Story[] = [
  {
    ...{ name: "deleted namespace", group: "old/app", cause: "group-deleted", ended: 4, lost: 4, trouble: "group-deleted", isDeleted: true },
    events: [{ at: AT, kind: "delete-namespace", namespace: "old" }],
  },
  {
    ...{ ...CART, name: "deleted group", cause: "group-deleted", ended: 6, lost: 6, trouble: "group-deleted", isDeleted: true },
    events: [{ at: AT, kind: "delete-group", group: "shop/cart", with: "kubectl" }],
  },
  {
    ...{ ...CART, name: "drained", cause: "drained", lost: 0, trouble: null },
    events: [
      { at: AT - MINUTE, kind: "drain", machines: ONE },
      { at: AT, kind: "delete-entry", machines: ONE, with: "kubectl" },
    ],
  },
  {
    ...{ ...CART, name: "expected leave", cause: "planned", lost: 0, trouble: null },
    events: [
      { at: AT - MINUTE, kind: "edit-group", group: "shop/cart", annotations: PLANNED },
      { at: AT, kind: "lose", machines: ONE, how: "stopped" },
    ],
  },
  {
    ...{ ...CART, name: "crash", cause: "left", lost: 0, trouble: null, isBack: true },
    events: [{ at: AT, kind: "lose", machines: ONE, how: "silent", backMs: 2 * MINUTE }],
  },
  {
    ...{ ...CART, name: "silent node", cause: null, ended: 0, lost: 0, trouble: "fleet-worst-machine", unverified: ENTRY },
    events: [
      { at: AT, kind: "silence-node", replica: "a" },
      { at: AT, kind: "lose", machines: ONE, how: "silent" },
    ],
  },
  {
    ...{ ...CART, name: "rollout", cause: null, ended: 0, lost: 0, trouble: "unverified-since-rollout", unverified: ENTRY },
    events: [{ at: AT, kind: "rollout", version: "1.31.1", everyMs: 0, stuck: ONE, written: 0 }],
  },
  {
    ...{ ...CART, name: "clock skew", cause: "swept", istiod: { maxAgeMs: 30 * MINUTE } },
    events: [{ at: AT, kind: "skew", machines: ONE, aheadMs: 10 * MINUTE }],
  },
  {
    ...{ ...CART, name: "restart of Stolos", cause: "found-missing", isUnseen: true },
    events: [
      { at: AT - 10 * SECOND, kind: "stolos-away", how: "killed", forMs: MINUTE },
      { at: AT, kind: "lose", machines: ONE, how: "stopped" },
    ],
  },
  {
    ...{ ...CART, name: "a watch that was away", cause: "found-missing", isUnseen: true },
    events: [
      { at: AT - 10 * SECOND, kind: "watch", source: "workloadentries", freshness: "stale", reason: "connection reset", forMs: MINUTE },
      { at: AT, kind: "lose", machines: ONE, how: "stopped" },
    ],
  },
];

function scriptOf({ events, istiod = { maxAgeMs: null } }: Story): PastScript {
  const group = (namespace: string, name: string, size: number) => ({
    ...{ namespace, name, size, zones: ["eu-1a", "eu-1b"] },
    machine: (number: number) => ({ replica: number === 2 ? "a" : "b" }),
  });
  const istiods = [
    { key: "a", zone: "eu-1a" },
    { key: "b", zone: "eu-1b" },
  ];
  const groups = [group("shop", "pay", 10), group("shop", "cart", 6), group("old", "app", 4)];
  return { lengthMs: LENGTH, clusters: [{ name: CLUSTER, istiods, groups }], events, istiod };
}

interface Told {
  readonly story: Story;
  readonly past: PlayedPast;
  readonly runtime: Runtime;
  readonly viewer: SignedIn;
}

/** The end of one entry, as a place shows it. */
interface End {
  readonly cause: string;
  readonly at: number;
  readonly notBefore: number | null;
}

const ask = (values: Readonly<Record<string, string>>) => new URLSearchParams({ window: "1h", limit: "200", ...values });
const placeOf = ({ group }: Story) => ({ ns: group.split("/")[0] ?? "", group: group.split("/")[1] ?? "" });
const inOrder = (ends: readonly End[]) => ends.map(({ cause, at, notBefore }) => `${cause} ${at} ${notBefore}`).sort();

function viewOf<Head, Row>({ runtime, viewer }: Told, kind: (typeof VIEW_KINDS)[number], query = "") {
  const { fleet, lists } = runtime;
  const source = VIEWS[kind]({ fleet, lists, viewer, query, offset: 0, limit: 500, changed: () => undefined });
  const { head, rows } = source.compute();
  source.close();
  return { head: head as unknown as Head, rows: rows as readonly Row[] };
}

async function happened({ past }: Told, types: readonly string[], values: Readonly<Record<string, string>> = {}): Promise<readonly ActivityRow[]> {
  const query = ask(values);
  for (const type of types) query.append("type", type);
  return (await past.history.activity(read(ActivityQuery, query), past.scope)).rows.filter(({ at }) => at > FROM + MINUTE);
}

async function fileOf({ runtime, viewer }: Told, what: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return JSON.parse(await (await exportList(runtime, viewer, ask({ what, format: "json" }))).text());
}

const msOf = (cell: unknown) => (cell === null ? null : Date.parse(String(cell)));

async function lossesIn({ past }: Told, values: Readonly<Record<string, string>>) {
  return (await past.history.losses(read(LossesQuery, ask(values)), past.scope)).rows;
}

/** Ends in each place: the same number of entries, causes and moments. */
async function endsIn(told: Told): Promise<Readonly<Record<string, readonly string[]>>> {
  const { story, past } = told;
  const { ns, group } = placeOf(story);
  const fromRows = (rows: Awaited<ReturnType<typeof lossesIn>>) => rows.map(({ cause, endedAt: at, notBefore }) => ({ cause, at, notBefore }));
  const rows = await lossesIn(told, { cluster: CLUSTER, ns, group });
  const entryPages = await Promise.all(
    rows.map(async ({ row: { name, uid } }) => {
      const timeline = await past.history.timeline(read(TimelineQuery, ask({ cluster: CLUSTER, ns, name, uid })), past.scope);
      return timeline.incarnations.flatMap(({ cause, endedAt, notBefore }) => (endedAt === null ? [] : [{ cause, at: endedAt, notBefore }]));
    }),
  );
  const activity = (await happened(told, ["ended"])).flatMap(({ to, at, notBefore, count }) => Array<End>(count).fill({ cause: to, at, notBefore }));
  const ofFile = (await fileOf(told, "losses")).map((row) => ({
    ...{ cause: String(row.cause), at: msOf(row["ended at"]) ?? 0, notBefore: msOf(row["not before"]) },
  }));
  return {
    "page of the group": inOrder(fromRows(rows)),
    "pages of entries": inOrder(entryPages.flat()),
    Fleet: inOrder(fromRows(await lossesIn(told, {}))),
    Activity: inOrder(activity),
    file: inOrder(ofFile),
  };
}

/** The moments at which the raw entries of the group were gone. */
function rawEnds({ past, story }: Told): readonly number[] {
  const { ns, group } = placeOf(story);
  const entriesAt = (at: number) =>
    new Set(
      past
        .objectsAt(CLUSTER, "WorkloadEntry", at)
        .flatMap(({ metadata }) => (metadata.namespace === ns && metadata.name.startsWith(`${group}-`) ? [metadata.uid ?? ""] : [])),
    );
  const gone = [...entriesAt(FROM)].filter((uid) => !entriesAt(NOW).has(uid));
  return gone.map((uid) => {
    let [there, away] = [FROM, NOW];
    while (away - there > 1) {
      const middle = Math.floor((there + away) / 2);
      if (entriesAt(middle).has(uid)) there = middle;
      else away = middle;
    }
    return away;
  });
}

function groupRow(told: Told, rows: readonly GroupRow[]): GroupRow | undefined {
  return rows.find(({ namespace, name }) => `${namespace}/${name}` === told.story.group);
}

/** Lost machines of the group in each place. */
async function lostIn(told: Told): Promise<Readonly<Record<string, number>>> {
  const { story, runtime, viewer, past } = told;
  const { ns, group } = placeOf(story);
  const { head } = viewOf<FleetHead, GroupRow>(told, "fleet");
  const page = viewOf<SingleGroupHead, never>(told, "group", `${new URLSearchParams({ cluster: CLUSTER, ns, name: group })}`).head.row;
  const band = await past.history.band(read(StateChartQuery, ask({ cluster: CLUSTER, ns, group })), past.scope);
  const then = await pastView(runtime, viewer, { kind: "fleet", query: "", at: NOW, offset: 0, limit: 500 });
  const inFile = (await fileOf(told, "groups")).find((row) => row.namespace === ns && row.name === group);
  return {
    Fleet: head.lost,
    groups: groupRow(told, viewOf<object, GroupRow>(told, "groups").rows)?.lost ?? 0,
    "page of the group": page?.lost ?? 0,
    strip: viewOf<object, FleetStripRow>(told, "strip").rows.reduce((sum, { lost }) => sum + lost, 0),
    chart: band.points.at(-1)?.missing ?? 0,
    past: (then.head as unknown as FleetHead).lost,
    file: Number(inFile?.lost ?? 0),
    total: head.rollUp.fullTotal - MACHINES + story.ended - (story.isBack ? 1 : 0),
  };
}

/** The trouble of Fleet, and the row of the group there. */
async function troubleOf(told: Told) {
  const { head, rows } = viewOf<FleetHead, GroupRow>(told, "fleet");
  const answer = await told.past.history.losses(read(LossesQuery, ask({})), told.past.scope);
  const input = worstGroupInput(head, rows, lossesByGroup(answer, "utc", false));
  const worst = worstTrouble({ ...input, services: [], now: NOW, historyPaused: null });
  return { worst, row: groupRow(told, rows) };
}

async function recoveryOf(told: Told) {
  const { ns, group } = placeOf(told.story);
  const row = groupRow(told, viewOf<object, GroupRow>(told, "groups").rows);
  const band = await told.past.history.band(read(StateChartQuery, ask({ cluster: CLUSTER, ns, group })), told.past.scope);
  return row === undefined ? null : recoveryStatement(row, band);
}

async function expectEnds(told: Told): Promise<void> {
  const { story } = told;
  const raw = rawEnds(told);
  expect(raw).toHaveLength(story.ended);
  const ends = await endsIn(told);
  const [first = []] = Object.values(ends);
  expect(ends).toEqual(Object.fromEntries(Object.keys(ends).map((place) => [place, first])));
  expect(first).toHaveLength(story.ended);
  for (const [index, text] of first.entries()) {
    const [cause, at, notBefore] = text.split(" ");
    expect(cause).toBe(story.cause);
    const gone = raw.toSorted()[index] ?? 0;
    if (story.isUnseen)
      expect([Number(notBefore) <= gone, gone <= Number(at), Number(at) - Number(notBefore)]).toEqual([true, true, expect.closeTo(MINUTE, -4)]);
    else expect([Number(at), notBefore]).toEqual([gone, "null"]);
  }
}

/** Trouble, row and history name one moment. */
async function expectMoments(told: Told): Promise<void> {
  const { story } = told;
  const { worst, row } = await troubleOf(told);
  expect(worst?.kind ?? null).toBe(story.trouble);
  if (story.trouble === null) return;
  const states = story.unverified === undefined ? [] : await happened(told, ["state"], { name: story.unverified });
  const change = states.find(({ to }) => to === "unverified");
  const [end] = await happened(told, ["ended"]);
  const began = story.unverified === undefined ? (end?.at ?? 0) : (change?.at ?? 0);
  expect(row?.since).toBe(began);
  if (worst?.kind === "unverified-since-rollout") {
    const came = await happened(told, ["replica-came"]);
    // The start of a container has no milliseconds.
    const started = Math.floor(Math.min(...came.map(({ at }) => at)) / SECOND) * SECOND;
    const { board, rollouts } = await told.past.history.rollouts(read(RolloutsQuery, new URLSearchParams()), told.past.scope);
    expect({ Fleet: worst.since, "Control plane": board?.rolledAt, choice: rollouts[0]?.rolledAt }).toEqual({
      ...{ Fleet: started, "Control plane": started, choice: started },
    });
    // The first replica ends later.
    expect(board?.began).toBeGreaterThan(started);
  } else expect(worst).toMatchObject({ since: began });
  if (story.isDeleted) {
    const [deletion] = await happened(told, ["group-deleted"]);
    expect([deletion?.at, row?.deleted?.at, FROM + AT]).toEqual([began, began, began]);
    expect(worst).toMatchObject({ machines: story.ended });
  }
  if (story.unverified === undefined) return;
  const entry = viewOf<object, EntryRow>(told, "entries").rows.find(({ name }) => name === story.unverified);
  const [inFile] = (await fileOf(told, "entries")).filter((one) => one.name === story.unverified);
  expect([entry?.state, entry?.since, msOf(inFile?.since)]).toEqual(["unverified", began, began]);
}

/** A recovery needs a recorded loss that is undone. */
async function expectRecovery(told: Told): Promise<void> {
  const { story } = told;
  const { ns, group } = placeOf(story);
  const recovery = await recoveryOf(told);
  const [loss] = await lossesIn(told, { cluster: CLUSTER, ns, group });
  if (!story.isBack) {
    expect([recovery?.kind === "group-recovered", loss?.backAt ?? null]).toEqual([false, null]);
    return;
  }
  const [appeared] = await happened(told, ["appeared"], { name: loss?.row.name ?? "" });
  const raw = told.past.objectsAt(CLUSTER, "WorkloadEntry", appeared?.at ?? 0).some(({ metadata }) => metadata.uid === loss?.replacedBy);
  expect([raw, loss?.backAt]).toEqual([true, appeared?.at]);
  const healthy = (await happened(told, ["serving"], { name: loss?.row.name ?? "" })).find(({ to }) => to === "yes-checked");
  expect(recovery).toMatchObject({ kind: "group-recovered", before: 6, serving: 6, since: healthy?.at });
  const { timeToRecover } = await told.past.history.band(read(StateChartQuery, ask({ cluster: CLUSTER, ns, group })), told.past.scope);
  const timeMs = (healthy?.at ?? 0) - (loss?.endedAt ?? 0);
  expect(timeToRecover).toEqual({ medianMs: timeMs, longestMs: timeMs, recovered: 1, notRecovered: 0, notMeasured: 0 });
}

it.each(STORIES)(
  "shows one cause, moment and recovery on all pages: $name",
  async (story) => {
    const past = await playPast(scriptOf(story), { seed: 40, now: NOW });
    try {
      const { fleet, history, clock, scope } = past;
      const runtime = serveFleet({ played: { fleet, history, clock, database: past }, scope, statuses: () => past.statuses });
      const viewer = await runtime.signIn.viewerOf(new Request("http://localhost"));
      if (viewer === null) throw new Error("No viewer is signed in.");
      const told = { story, past, runtime, viewer };
      await expectEnds(told);
      const lost = await lostIn(told);
      expect(lost).toEqual(Object.fromEntries(Object.keys(lost).map((place) => [place, story.lost])));
      await expectMoments(told);
      await expectRecovery(told);
      await runtime.stop();
    } finally {
      await past.close();
      rmSync(past.folder, { recursive: true });
    }
  },
  60_000,
);
