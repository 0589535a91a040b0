import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { createHistory } from "@/lib/server/history/create-history";
import { createHistoryWriter } from "@/lib/server/history/history-writer";
import { openDatabase } from "@/lib/server/history/open-database";
import { openVersionReader } from "@/lib/server/history/read-open-versions";
import { createRecorder } from "@/lib/server/history/recorder";
import { aWorld, NOW } from "@/lib/testing/entries";
import { atMost, mustBe, print, told } from "@/lib/testing/figures";
import { ManualClock } from "@/lib/testing/manual-clock";
import { FleetHour } from "./fleet-hour";
import { askHistory } from "./history-questions";

const CLUSTER = "prod-eu";
const CHANGES_PER_SECOND = 100;
const SECONDS = Number(process.env.HISTORY_SECONDS ?? 3_600);
/** Goals: a page's question on a warm database, the whole fleet of a moment (it is read once and kept), and two points per pixel. */
const ANSWER_MS = 300;
const PAST_FLEET_MS = 3_000;
const WIDTH = 1_200;

/** P11: an hour of a fleet through feed, recorder and history in one process, on a clock that the bench moves; then what pages ask. */
export async function historyHour(entries: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-bench-"));
  const base = { part: "P11", entries };
  const recorded = await startRecorded(folder);
  const { clock, sink, database, writer, fleet } = recorded;
  try {
    const hour = new FleetHour(entries, clock.now());
    let began = performance.now();
    sink.world(aWorld(hour.replicas));
    await loadAll(recorded, hour);
    print(told({ ...base, metric: "versions a second while the fleet is first read", value: entries / secondsSince(began), unit: "1/s" }));
    const before = await rowsOf(database);
    began = performance.now();
    const cpu = process.cpuUsage();
    await play(recorded, hour);
    const { user, system } = process.cpuUsage(cpu);
    const after = await rowsOf(database);
    const changes = SECONDS * CHANGES_PER_SECOND;
    const rows = after.version + after.transition - before.version - before.transition;
    print(mustBe({ ...base, metric: "recorded without a pause", value: writer.status().kind === "recording" && after.window > 0 }));
    print(told({ ...base, metric: "changes", value: changes, unit: "" }));
    for (const name of ["version", "transition", "roll_up", "shape"] as const)
      print(told({ ...base, metric: `rows in ${name}`, value: after[name], unit: "" }));
    print(told({ ...base, metric: "rows inserted a second, feed and recorder on the same core", value: rows / secondsSince(began), unit: "1/s" }));
    print(atMost(1_000, { ...base, metric: "CPU per change, all threads", value: (user + system) / changes, unit: "µs" }));
    const bytes = (await database.size()) ?? 0;
    print(atMost(600, { ...base, metric: "bytes on disk per version or transition", value: bytes / (after.version + after.transition), unit: "B" }));
    print(told({ ...base, metric: "file with its log", value: (bytes + logBytes(folder)) / 1e6, unit: "MB" }));
    const history = createHistory({ database, status: () => writer.status(), fleet });
    for (const { name, ms, points, wholeFleet } of await askHistory(history, hour, { now: clock.now(), width: WIDTH })) {
      print(atMost(wholeFleet ? PAST_FLEET_MS : ANSWER_MS, { ...base, metric: `answer: ${name}`, value: ms, unit: "ms" }));
      if (points !== null) print(atMost(2, { ...base, metric: `points per pixel: ${name}`, value: points / WIDTH, unit: "" }));
    }
  } finally {
    await recorded.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Recorded = Awaited<ReturnType<typeof startRecorded>>;

/** The product from the sink to the file. What is measured lives by the bench's clock; the writer waits for a real disk. */
async function startRecorded(folder: string) {
  const clock = new ManualClock(NOW);
  const fleet = liveFleet([CLUSTER], clock.now);
  const database = await openDatabase({ url: null, folder });
  const writer = createHistoryWriter(database, { ...systemClock(), now: clock.now });
  await new Promise<void>((resolve) => writer.onStatus(({ kind }) => kind === "recording" && resolve()));
  const recorder = createRecorder({ fleet, writer, history: openVersionReader(database.read, false), clock });
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined, sources: recorder });
  const end = async () => {
    sink.stop();
    recorder.stop();
    await writer.stop();
    await database.close();
  };
  return { clock, fleet, database, writer, recorder, sink, entries: sink.entries(CLUSTER, "*"), groups: sink.groups(CLUSTER, "*"), end };
}

async function loadAll({ clock, entries, groups, writer, database }: Recorded, hour: FleetHour): Promise<void> {
  groups.beginReplace();
  for (const group of hour.groups) groups.upsert(group);
  groups.endReplace();
  entries.beginReplace();
  for (const entry of hour.entries) entries.upsert(entry);
  entries.endReplace();
  groups.freshness({ kind: "live", asOf: clock.now() });
  entries.freshness({ kind: "live", asOf: clock.now() });
  // The recorder compares with what it knows, in slices between which the clock has to move.
  while (!(await isWindowOpen(database))) {
    clock.advance(10);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    await writer.flush();
  }
}

async function isWindowOpen({ read }: Recorded["database"]): Promise<boolean> {
  return (await read.selectFrom("watch_window").select("id").where("kind", "=", "workloadentries").execute()).length > 0;
}

async function play({ clock, entries, groups, writer }: Recorded, hour: FleetHour): Promise<void> {
  for (let second = 1; second <= SECONDS; second++) {
    clock.advance(1_000);
    for (const happened of hour.second(clock.now(), CHANGES_PER_SECOND)) {
      if ("entry" in happened) entries.upsert(happened.entry);
      else entries.remove(happened.gone);
    }
    entries.freshness({ kind: "live", asOf: clock.now() });
    groups.freshness({ kind: "live", asOf: clock.now() });
    if (second % 5 === 0) await writer.flush();
  }
  await writer.flush();
}

async function rowsOf({ read }: Recorded["database"]) {
  const count = async (table: "version" | "transition" | "roll_up" | "shape" | "watch_window") => {
    const row = await read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    return row.n;
  };
  return {
    version: await count("version"),
    transition: await count("transition"),
    roll_up: await count("roll_up"),
    shape: await count("shape"),
    window: await count("watch_window"),
  };
}

function logBytes(folder: string): number {
  return statSync(join(folder, "history.db-wal"), { throwIfNoEntry: false })?.size ?? 0;
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000;
}
