import { cleanup } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { keepMemories } from "@/lib/server/history/keep-memories";
import type { Runtime } from "@/lib/server/runtime";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { answered, connectRoutes, copiedSummary, loadPages, serveFleet, shownPage, textOf } from "./rendered-pages.fixture";

/** Walks one machine of a group of three through its states. At the same second all pages, summaries and files show one word and one number. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const WORDS = ["Healthy", "Not checked", "Reconnecting", "Unhealthy", "Lost", "Unverified", "Draining", "Starting"] as const;
type Word = (typeof WORDS)[number];

const [REPLICA_A, REPLICA_B] = [aReplica({ name: "istiod-a" }), aReplica({ name: "istiod-b", uid: "bb01" })];
const WORLD = aWorld([REPLICA_A, REPLICA_B]);
const clock = new ManualClock(NOW);
let version = 0;

/** A machine as istiod writes it now. */
function machine(name: string, change: Partial<WorkloadEntry> = {}): WorkloadEntry {
  version += 1;
  return anEntry({ uid: `${name}-uid`, name, address: `10.0.0.${name.slice(-1)}`, resourceVersion: `${2_000 + version}`, controller: "istiod-b", ...change });
}

function timestamp(at: number): NonNullable<WorkloadEntry["connectedAt"]> {
  return { text: new Date(at).toISOString(), ms: at };
}

let played: Awaited<ReturnType<typeof rememberedFleet>>;
let runtime: Runtime;
let walker: WorkloadEntry;

/** istiod writes the walking machine. */
function write(change: Partial<WorkloadEntry>): void {
  version += 1;
  walker = { ...walker, resourceVersion: `${2_000 + version}`, ...change };
  played.upsert(walker);
}

const CONNECTED = {
  disconnectedAt: null,
  health: aReport("True"),
  gate: "true",
  metadataLabels: sortedLabelSet([["app", "checkout"]]),
  unreadable: null,
} as const;

/** istiod-b holds all connections from now on. */
function connect(): void {
  played.upsert(...["vm-2", "vm-3"].map((name) => machine(name, { connectedAt: timestamp(clock.now()) })));
  write({ ...CONNECTED, controller: "istiod-b", connectedAt: timestamp(clock.now()), address: "10.0.0.1", network: "vpc-2" });
}

interface Step {
  readonly event: string;
  readonly play: () => void;
  /** The time until the pages are compared. */
  readonly wait?: number;
  readonly exact: string;
  /** The word of the machine's row. It counts as `counted`. */
  readonly word: string;
  readonly counted?: Word;
}

const SERVING: readonly string[] = ["Healthy", "Not checked", "Reconnecting"];

/** One life of a machine. The states are written by hand from Istio's behaviour. */
const STEPS: readonly Step[] = [
  { event: "it connects", play: () => undefined, exact: "healthy", word: "Healthy" },
  { event: "its probe fails", play: () => write({ health: aReport("False", "connection refused") }), exact: "unhealthy", word: "Unhealthy" },
  { event: "its probe passes", play: () => write({ health: aReport("True") }), exact: "healthy", word: "Healthy" },
  {
    event: "its connection ends",
    play: () => write({ connectedAt: null, disconnectedAt: timestamp(clock.now()) }),
    exact: "reconnecting",
    word: "Reconnecting",
  },
  { event: "the grace period ends", play: () => undefined, wait: 9 * SECOND, exact: "reconnecting", word: "Reconnecting" },
  { event: "istiod does not clean up for 5 s", play: () => undefined, wait: 5 * SECOND, exact: "disconnected", word: "Unverified" },
  { event: "istiod deletes its entry", play: () => played.remove(walker), exact: "vanished", word: "Lost" },
  {
    event: "it registers again",
    play: () => write({ ...CONNECTED, uid: "vm-1-again", connectedAt: timestamp(clock.now()), health: null }),
    exact: "awaiting",
    word: "Starting",
  },
  { event: "its first report arrives", play: () => write({ health: aReport("True") }), exact: "healthy", word: "Healthy" },
  {
    event: "its replica is deleted in order",
    play: () => {
      write({ controller: "istiod-a" });
      const ended = new Map([["istiod-a", { revision: "default", at: clock.now(), inOrder: true }]]);
      played.world({ ...aWorld([REPLICA_B]), endedReplicas: ended });
    },
    ...{ exact: "reconnecting", word: "Reconnecting" },
  },
  { event: "it stays away for 60 s", play: () => undefined, wait: 59 * SECOND, exact: "unverified", word: "Unverified" },
  { event: "it connects to another replica", play: connect, exact: "healthy", word: "Healthy" },
  {
    event: "it is drained",
    play: () => write({ metadataLabels: sortedLabelSet([...CONNECTED.metadataLabels, ["istio.io/draining", "true"]]) }),
    ...{ exact: "draining", word: "Draining" },
  },
  {
    event: "it has neither an address nor a network",
    play: () => write({ ...CONNECTED, address: "", network: "" }),
    ...{ exact: "no-endpoint", word: "No endpoint", counted: "Unhealthy" },
  },
  {
    event: "its health checks are off",
    play: () => write({ address: "10.0.0.1", network: "vpc-2", gate: null, health: null }),
    ...{ exact: "unchecked", word: "Not checked" },
  },
  { event: "its object cannot be parsed", play: () => write({ unreadable: "spec.weight is not a number" }), exact: "unreadable", word: "Unverified" },
  {
    event: "it renews its connection too late",
    play: () => {
      connect();
      clock.advance(34 * MINUTE);
      played.upsert(...["vm-2", "vm-3"].map((name) => machine(name, { connectedAt: timestamp(clock.now()) })));
    },
    ...{ exact: "overdue", word: "Reconnecting" },
  },
  { event: "its connection is older than istiod allows", play: () => undefined, wait: 11 * MINUTE, exact: "unverified", word: "Unverified" },
];

const [GROUP_PAGE, ENTRY_PAGE] = ["c/[cluster]/groups/[namespace]/[name]/page", "c/[cluster]/entries/[namespace]/[name]/page"] as const;

beforeAll(() => loadPages("page", "oncall/page", "entries/page", GROUP_PAGE, ENTRY_PAGE));

beforeAll(async () => {
  played = await rememberedFleet(clock, WORLD);
  played.onLost(
    keepMemories({ ...played, writer: { status: () => ({ kind: "recording", since: NOW, notice: "" }), flush: () => Promise.resolve() }, timeScale: 1 }),
  );
  walker = machine("vm-1");
  await played.live([walker, machine("vm-2"), machine("vm-3")], [aGroup({ expectedSize: "3" })]);
  const status = (): ClusterStatus => {
    const freshness = { kind: "live", asOf: clock.now(), reason: "" } as const;
    const sources = ["workloadentries", "workloadgroups", ...CONNECTION_VERIFYING_SOURCES].map((source) => ({
      ...{ source, namespace: "*", freshness },
      ...{ proofMs: 60_000, objects: 1, unreadable: 0 },
    }));
    return { cluster: "prod-eu", freshness, sources, skewMs: null, version: "1.35", triedSince: NOW };
  };
  runtime = serveFleet({ played, scope: ALL_IN_SIGHT, statuses: () => [status()] });
});

afterAll(() => runtime.stop());

beforeEach(connectRoutes);

type Counts = Partial<Record<Word, number>>;

/** The word that counts a machine, by its exact state in a file. */
const COUNTED: Readonly<Record<string, Word>> = {
  ...{ unhealthy: "Unhealthy", "no-endpoint": "Unhealthy", vanished: "Lost", unverified: "Unverified", disconnected: "Unverified", unreadable: "Unverified" },
  ...{ draining: "Draining", awaiting: "Starting", overdue: "Reconnecting", reconnecting: "Reconnecting", unchecked: "Not checked", healthy: "Healthy" },
};

function summed(parts: readonly (readonly [word: string, count: number])[]): Counts {
  const counts: Counts = {};
  for (const word of WORDS) {
    const count = parts.reduce((sum, part) => sum + (part[0] === word ? part[1] : 0), 0);
    if (count > 0) counts[word] = count;
  }
  return counts;
}

/** Adds up "2 Healthy, 1 lost" by word. A missing machine counts as lost. */
function countsIn(text: string | null | undefined): Counts {
  const found = (text ?? "").matchAll(/(\d+) (Healthy|Not checked|Reconnecting|Unhealthy|Lost|lost|missing|Unverified|Draining|Starting)\b/g);
  return summed([...found].map(([, count, word = ""]) => [/lost|missing/.test(word) ? "Lost" : word, Number(count)]));
}

/** "2 of 3": serving machines and the total. */
function servingIn(root: Element, kind: string): string {
  const found = root.querySelector(`main [data-statement=${kind}]`);
  return `${found?.getAttribute("data-serving")} of ${found?.getAttribute("data-total")}`;
}

/** The counts in the third line of a summary. */
async function copiedCounts(root: Element): Promise<Counts> {
  return countsIn((await copiedSummary(root))?.split("\n")[2]);
}

/** The counts below the headline. */
function pageCounts(root: Element): Counts {
  const slots = [...root.querySelectorAll("[data-counts] li")].map((slot) => /^(.+) (\d+)$/.exec(textOf(slot, "desk")) ?? []);
  return summed(slots.map(([, word = "", count]) => [word, Number(count)]));
}

/** The visible text of the first state in an element. */
function wordIn(element: Element | null | undefined): string | null {
  const badge = element?.querySelector("[data-state-word]");
  return badge ? textOf(badge, "desk") : null;
}

/** The rows of a table of machines by name, with the word of their state. */
function machineRows(root: Element, caption: RegExp): ReadonlyMap<string, string | null> {
  const table = [...root.querySelectorAll("table")].find((one) => caption.test(one.caption?.textContent ?? ""));
  return new Map([...(table?.querySelectorAll("tbody tr") ?? [])].map((row) => [row.querySelector("[data-row-link]")?.textContent ?? "", wordIn(row)]));
}

function rowCounts(rows: ReadonlyMap<string, string | null>): readonly (readonly [string, number])[] {
  return [...rows.values()].map((word) => [word === "No endpoint" ? "Unhealthy" : (word ?? ""), 1]);
}

async function onPage<T>(path: string, search: Readonly<Record<string, string>>, read: (root: Element) => T | Promise<T>): Promise<T> {
  const params = { cluster: "prod-eu", namespace: "shop", name: path.includes("groups") ? "checkout" : "vm-1" };
  try {
    return await read(await shownPage(path, params, search));
  } finally {
    cleanup();
  }
}

function fleetPage() {
  return onPage("page", {}, async (root) => ({
    serving: servingIn(root, "fleet-serving"),
    counts: pageCounts(root),
    machines: summed(rowCounts(machineRows(root, /^Machines of the fleet/))),
    summary: await copiedCounts(root),
  }));
}

function groupPage() {
  return onPage(GROUP_PAGE, {}, async (root) => {
    const rows = machineRows(root, /^Machines of the group/);
    const trouble = root.querySelector("h1 [data-statement]");
    const away = Number(trouble?.getAttribute("data-lost") ?? 0) + Number(trouble?.getAttribute("data-not-registered") ?? 0);
    return {
      ...{ serving: servingIn(root, "group-serving"), word: rows.get("vm-1") ?? "Lost" },
      ...{ counts: summed([...rowCounts(rows), ["Lost", away]]), summary: await copiedCounts(root) },
    };
  });
}

function entryPage() {
  return onPage(ENTRY_PAGE, {}, async (root) => {
    const summary = await copiedSummary(root);
    // The headline begins with the word.
    const said = /^(Healthy|Not checked|Reconnecting|Unhealthy|No endpoint|Lost|Unverified|Draining|Starting)\b/.exec(
      textOf(root.querySelector("main h1") as Element, "desk"),
    )?.[1];
    return { word: said ?? wordIn(root.querySelector("main")), summary: summary?.split("\n")[1]?.replace(/ (for|since) .*/, "") ?? null };
  });
}

/** The word in the list of registered machines, or of the lost ones, and the counts beside both lists. */
async function entriesPage(isLost: boolean) {
  const wordOf = (root: Element) => machineRows(root, /^(Entries|Lost machines)/).get("vm-1");
  const registered = await onPage("entries/page", {}, (root) => {
    const facets = [...(root.querySelector("[data-facet=state]")?.querySelectorAll("button") ?? [])].map((one) => textOf(one, "desk"));
    const counts = facets.map((text) => /^(.*?) (\d+)(?:, (\d+) back)?$/.exec(text) ?? []);
    return { word: wordOf(root), counts: summed(counts.map(([, word = "", count, back = 0]) => [word, Number(count) - Number(back)])) };
  });
  return isLost ? { ...registered, word: await onPage("entries/page", { q: "state:vanished" }, wordOf) } : registered;
}

/** Only a group in trouble has a row. */
function onCallPage() {
  return onPage("oncall/page", {}, async (root) => {
    const row = root.querySelector("[data-group='shop/checkout']");
    return {
      ...{ serving: servingIn(root, "fleet-serving"), state: row?.querySelector("[data-state-word]")?.getAttribute("data-state-word") ?? null },
      ...{ size: row === null ? null : (/\d+ of \d+/.exec(textOf(row, "desk"))?.[0] ?? ""), counts: pageCounts(root), summary: await copiedCounts(root) },
    };
  });
}

type FileRow = Readonly<Record<string, unknown>>;

async function fileRows(what: string, format: "csv" | "json"): Promise<readonly FileRow[]> {
  const text = await (await answered(new URL(`/api/history/export?format=${format}&what=${what}`, "http://localhost"), {})).text();
  if (format === "json") return JSON.parse(text);
  const [head = "", ...lines] = text.trimEnd().split(/\r?\n/);
  return lines.map((line) => Object.fromEntries(head.split(",").map((name, at) => [name, line.split(",")[at]])));
}

/** The machine's state and the counts in the files of entries, of lost entries and of groups. */
async function files(format: "csv" | "json") {
  const registered = await fileRows("entries", format);
  const lost = (await fileRows("entries&q=state:vanished", format)).filter((row) => !registered.some(({ name }) => name === row.name));
  const [group = {}] = await fileRows("groups", format);
  const ofGroup = Object.entries(COUNTED).map(([state, word]): [string, number] => [word, Number(group[state])]);
  return {
    state: [...registered, ...lost].find(({ name }) => name === "vm-1")?.state,
    counts: summed([...registered, ...lost].map(({ state }) => [COUNTED[String(state)] ?? "", 1])),
    group: { serving: `${group.serving} of ${group.total}`, state: group.state, counts: summed([...ofGroup, ["Lost", Number(group.missing)]]) },
  };
}

describe("one machine through its states", () => {
  it.each(STEPS)("shows $word on each page and in each file when $event", async ({ play, wait = SECOND, exact, word, counted = word as Word }) => {
    play();
    await played.wait(wait);
    const isServing = SERVING.includes(word);
    // Draining is a decision and no trouble, so that On call has no row.
    const isCalm = isServing || word === "Draining";
    // A starting machine is no trouble, so the row of its group has no size.
    const size = word === "Starting" ? "" : "1 of 3";
    const serving = isServing ? "3 of 3" : "2 of 3";
    const counts = summed([
      ["Healthy", 2],
      [counted, 1],
    ]);
    const summary = counts;
    const file = { state: exact, counts, group: { serving, state: exact, counts } };
    expect({
      ...{ fleet: await fleetPage(), group: await groupPage(), entry: await entryPage(), entries: await entriesPage(word === "Lost") },
      ...{ onCall: await onCallPage(), csv: await files("csv"), json: await files("json") },
    }).toEqual({
      fleet: { serving, counts, machines: counts, summary },
      group: { serving, word, counts, summary },
      entry: { word, summary: word },
      entries: { word, counts },
      onCall: { serving, state: isCalm ? null : exact, size: isCalm ? null : size, counts, summary },
      ...{ csv: file, json: file },
    });
  });
});
