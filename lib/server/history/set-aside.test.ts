import { expect, it, onTestFinished, vi } from "vitest";
import type { Transition } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/source/scope";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import type { HistoryRecord, HistoryStatus } from "./history-record";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";
import { openPostgres } from "./postgres-database";
import { readCoverage } from "./queries/coverage";
import type { WriterSettings } from "./writer-settings";

const BATCH = 1_000;

/** A writer of a clock of its own, recording; every status it had. `broken` stands before each write. */
async function recording(own: OwnDatabase, settings: Partial<WriterSettings> = {}) {
  const url = await own();
  const database = url === null ? await openMemoryDatabase() : openPostgres(url);
  const clock = new ManualClock(NOW);
  const check = vi.fn(() => Promise.resolve());
  const prepare = vi.fn(() => database.prepare());
  const writer = createHistoryWriter({ ...database, check, prepare }, clock, { batchRecords: BATCH, ...settings });
  const statuses: HistoryStatus[] = [];
  writer.onStatus((status) => statuses.push(status));
  onTestFinished(async () => {
    await writer.stop();
    await database.close();
  });
  await vi.waitFor(() => expect(writer.status().kind).toBe("recording"), { timeout: 20_000 });
  return { database, clock, writer, statuses, check, prepare };
}

const subjectOf = (uid: string) => ({ cluster: "prod-eu", kind: "entry", namespace: "shop", name: uid, uid }) as const;

function version(uid: string, number: number, at: number, group = "checkout"): HistoryRecord {
  const transition: Transition = { type: "state", from: "", to: "", detail: "", at, notBefore: null };
  return {
    kind: "version",
    subject: subjectOf(uid),
    series: { cluster: "prod-eu", namespace: "shop", group },
    version: {
      ...{ versionKey: `${number}`, recounted: false, isFirst: false, at, notBefore: null, shape: { zone: "a" }, moving: { resourceVersion: `${number}` } },
      ...{ state: 1, servingClass: 1, vouched: true, connection: "connected" },
    },
    transitions: [transition],
  };
}

async function written({ read }: HistoryDatabase): Promise<string[]> {
  const rows = await read
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .select(["name", "version_key", "valid_from", "valid_to"])
    .execute();
  return rows
    .map(({ name, version_key, valid_from, valid_to }) => `${name} ${version_key} ${valid_from - NOW}–${valid_to === null ? "" : valid_to - NOW}`)
    .sort();
}

/** What no parser lets through: SQLite gives it back as another name, PostgreSQL refuses it. */
const POISON = "poi\0son";

onEachEngine("a record that the database does not take", (own) => {
  it("is set aside alone out of a thousand, with a notice, and nothing pauses", async () => {
    const { database, writer, statuses } = await recording(own);
    const records = Array.from({ length: BATCH }, (_, n) => version(n === 617 ? POISON : `vm-${n}`, n + 1, NOW));
    expect(writer.append(records)).toBe(true);
    await writer.flush();
    expect(await written(database)).toEqual(records.flatMap((_, n) => (n === 617 ? [] : [`vm-${n} ${n + 1} 0–`])).sort());
    expect(statuses.map(({ kind }) => kind)).toEqual(["recording", "recording"]);
    expect(writer.status()).toMatchObject({ notice: "1 change that the database refused is left out of the record; the server's log says what about." });
  });

  it("ends what was recorded of its machine before, which no longer holds, and keeps the others in their order", async () => {
    const { database, writer } = await recording(own);
    writer.append([version("vm-1", 1, NOW), version("vm-2", 2, NOW)]);
    await writer.flush();
    writer.append([version("vm-2", 3, NOW + 10), version("vm-1", 4, NOW + 10, "gr\0up"), version("vm-2", 5, NOW + 20)]);
    await writer.flush();
    writer.append([version("vm-1", 6, NOW + 30)]);
    await writer.flush();
    expect(await written(database)).toEqual(["vm-1 1 0–10", "vm-1 6 30–", "vm-2 2 0–10", "vm-2 3 10–20", "vm-2 5 20–"]);
  });

  it("is not tried again and again where there are more of its kind, and its machine is after a while", async () => {
    const { database, clock, writer } = await recording(own);
    const tries = vi.spyOn(database.write, "transaction");
    const triesFor = async (uid: string) => {
      const before = tries.mock.calls.length;
      writer.append([version(uid, clock.now() - NOW, clock.now())]);
      await writer.flush();
      clock.advance(1);
      return tries.mock.calls.length - before;
    };
    // Each refused version also ends what was before it.
    expect([await triesFor(POISON), await triesFor(POISON), await triesFor(POISON), await triesFor(POISON)]).toEqual([2, 2, 1, 1]);
    expect(writer.status()).toMatchObject({ kind: "recording", notice: expect.stringMatching(/^4 changes that the database refused are left out/) });
    clock.advance(10_000);
    expect(await triesFor(POISON)).toBe(2);
  });
});

onEachEngine("a pause", (own) => {
  it("is the reason of its gap", async () => {
    const { database, clock, writer } = await recording(own, { limits: { records: 2, bytes: 1e9 } });
    const window = { kind: "window", cluster: "prod-eu", watched: "workloadentries", namespace: "*", from: NOW, to: NOW + 60_000, endedBecause: null } as const;
    writer.append([window]);
    await writer.flush();
    expect(writer.append([window, window, window])).toBe(false);
    await writer.flush();
    expect(writer.status()).toMatchObject({ kind: "paused", reason: "more happens than can be written" });
    clock.advance(90_000);
    await goesOn(writer, clock);
    const [again, end] = [clock.now(), clock.now() + 30_000];
    writer.append([{ ...window, from: again, to: end }]);
    await writer.flush();
    const span = { from: NOW, to: end };
    const coverage = await readCoverage(database.read, span, writer.status(), end);
    const gap = { from: NOW + 60_000, to: again, reason: "the history was paused: more happens than can be written" };
    expect(coverage.gaps(span, entriesOf(ALL_IN_SIGHT))).toMatchObject([gap]);
  });

  it("that comes again as soon as it is over is longer each time, up to half a minute", async () => {
    const { clock, writer, statuses, check } = await recording(own);
    check.mockImplementation(() => Promise.reject(new Error("for whatever reason")));
    for (let half = 0; half < 240; half++) {
      clock.advance(500);
      await vi.waitFor(() => expect(clock.timers).toBeGreaterThan(0), { timeout: 10_000 });
      await writer.flush();
    }
    expect(statuses.filter(({ kind }) => kind === "paused").length).toBeLessThan(12);
  });
});

/** Lets time pass until it records. */
function goesOn(writer: EndingWriter, clock: ManualClock): Promise<void> {
  return vi.waitFor(
    () => {
      clock.advance(500);
      expect(writer.status().kind).toBe("recording");
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Who may see machines, and nothing else. */
function entriesOf(scope: Scope): Scope {
  return { ...scope, clusters: new Map([...scope.clusters].map(([cluster]) => [cluster, new Map([["workloadentries", "all"]])])) };
}
