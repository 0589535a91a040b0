import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transition } from "@/lib/domain/history/transition";
import { STATE_CODES } from "@/lib/domain/verdict/state-code";
import type { State } from "@/lib/domain/verdict/verdict";
import { systemClock } from "@/lib/server/clock";
import type { HistoryRecord, SeriesKey, SubjectKey } from "./history-record";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";

const series: SeriesKey = { cluster: "c", namespace: "shop", group: "checkout" };
const subjectOf = (uid: string): SubjectKey => ({ cluster: "c", kind: "entry", namespace: "shop", name: uid, uid });
const transitionAt = (at: number, type: Transition["type"]): Transition => ({ type, at, notBefore: null, from: "", to: "", detail: "" });
type VersionRecord = Extract<HistoryRecord, { kind: "version" }>;
const version = (uid: string, versionKey: string, at: number, { recounted = false, isFirst = false, number = versionKey } = {}): VersionRecord => ({
  kind: "version",
  subject: subjectOf(uid),
  series,
  version: {
    versionKey,
    recounted,
    isFirst,
    at,
    notBefore: null,
    shape: { zone: "a" },
    moving: { resourceVersion: number },
    state: 1,
    servingClass: 1,
    vouched: true,
    connection: "connected",
  },
  transitions: [transitionAt(at, "state")],
});
const ended = (uid: string, at: number): HistoryRecord => ({
  kind: "ended",
  subject: subjectOf(uid),
  series,
  moment: { at, notBefore: null },
  transitions: [transitionAt(at, "ended")],
});

let database: HistoryDatabase;
let writer: EndingWriter;

beforeEach(async () => {
  database = await openMemoryDatabase();
  writer = await recording(database);
});
afterEach(async () => {
  await writer.stop();
  await database.close();
});

async function recording(into: HistoryDatabase): Promise<EndingWriter> {
  const made = createHistoryWriter(into, systemClock());
  await new Promise<void>((resolve) => made.onStatus((status) => status.kind === "recording" && resolve()));
  return made;
}

/** The versions as "key from–to", in the order of time. */
async function written(): Promise<string[]> {
  const rows = await database.read.selectFrom("version").selectAll().orderBy("valid_from").orderBy("id").execute();
  return rows.map((row) => `${row.version_key} ${row.valid_from}–${row.valid_to ?? ""}`);
}

async function transitions(): Promise<string[]> {
  const rows = await database.read.selectFrom("transition").selectAll().orderBy("at").orderBy("id").execute();
  return rows.map((row) => `${row.at} ${row.type} ${row.version_key}`);
}

async function write(...records: HistoryRecord[]): Promise<void> {
  expect(writer.append(records)).toBe(true);
  await writer.flush();
}

describe("versions", () => {
  it("end where the next one begins, in one batch or in two", async () => {
    await write(version("a", "1", 10), version("a", "2", 20));
    await write(version("a", "3", 30));
    expect(await written()).toEqual(["1 10–20", "2 20–30", "3 30–"]);
  });

  it("written again change nothing, and bring no second transition", async () => {
    const records = [version("a", "1", 10), version("a", "2", 20), ended("a", 30)];
    await write(...records);
    await write(...records);
    await write(...records.slice(1));
    expect(await written()).toEqual(["1 10–20", "2 20–30"]);
    expect(await transitions()).toEqual(["10 state 1", "20 state 2", "30 ended ended:2"]);
  });

  it("of another recorder that comes later keep the first receipt time", async () => {
    await write(version("a", "1", 10), version("a", "2", 20));
    await write(version("a", "1", 13), version("a", "2", 24), version("a", "3", 33));
    expect(await written()).toEqual(["1 10–20", "2 20–33", "3 33–"]);
  });

  it("that one recorder missed are fitted in between", async () => {
    await write(version("a", "due:1", 10), version("a", "due:3", 30));
    await write(version("a", "due:2", 20));
    expect(await written()).toEqual(["due:1 10–20", "due:2 20–30", "due:3 30–"]);
  });

  it("never run backwards where the clock did: a greater resourceVersion is the newer one", async () => {
    await write(version("a", "1", 10), version("a", "2", 7));
    expect(await written()).toEqual(["1 10–10", "2 10–"]);
  });

  it("of a world that came back to what it was go under a key with the end of the first", async () => {
    await write(version("a", "world:1:none", 10), version("a", "world:1:pod", 20), version("a", "world:1:none", 30));
    expect(await written()).toEqual(["world:1:none 10–20", "world:1:pod 20–30", "world:1:none#20 30–"]);
    await write(version("a", "world:1:none", 11), version("a", "world:1:pod", 21), version("a", "world:1:none", 31));
    expect(await written()).toEqual(["world:1:none 10–20", "world:1:pod 20–30", "world:1:none#20 30–"]);
  });

  it("that a restored API server brings back after their end are open again, however often, and end again", async () => {
    const back = { recounted: true };
    await write(version("a", "7", 10), ended("a", 20), version("a", "7", 30, back), ended("a", 40));
    await write(version("a", "7", 50, back));
    await write(ended("a", 60), version("a", "7", 70, back));
    expect(await written()).toEqual(["7 10–20", "7#20 30–40", "7#40 50–60", "7#60 70–"]);
    expect((await transitions()).filter((line) => line.includes("ended"))).toEqual(["20 ended ended:7", "40 ended ended:7#20", "60 ended ended:7#40"]);
  });

  it("brought back are one version for every recorder, whoever sees it first", async () => {
    const back = { recounted: true };
    await write(version("a", "7", 10), version("a", "9", 20), version("a", "7", 30, back), version("a", "8", 40));
    await write(version("a", "7", 33, back), version("a", "8", 44));
    expect(await written()).toEqual(["7 10–20", "9 20–30", "7#20 30–40", "8 40–"]);
  });

  it("whose numbers are counted a second time are other versions than those that are over, also for a recorder that has just begun", async () => {
    await write(version("a", "7", 10), version("a", "8", 20), version("a", "9", 30), version("a", "7", 40, { recounted: true }));
    const next = await recording(database);
    next.append([version("a", "8", 50), version("a", "due:55", 55, { number: "8" }), version("a", "9", 60)]);
    await next.stop();
    expect(await written()).toEqual(["7 10–20", "8 20–30", "9 30–40", "7#20 40–50", "8#30 50–55", "due:55 55–60", "9#40 60–"]);
  });

  it("of before a restore that another recorder tells late change nothing, nor do their ends", async () => {
    await write(version("a", "7", 10), version("a", "9", 20), ended("a", 25), version("a", "7", 30, { recounted: true }));
    await write(version("a", "9", 23), ended("a", 27));
    expect(await written()).toEqual(["7 10–20", "9 20–25", "7#20 30–"]);
  });

  it("that were over at once leave their key to the next", async () => {
    const back = { recounted: true };
    await write(version("a", "7", 10), ended("a", 10), version("a", "7", 10, back), ended("a", 10), version("a", "7", 10, back));
    expect(await written()).toEqual(["7 10–10", "7#10 10–10", "7#10+ 10–"]);
  });

  it("keep what seldom changes once", async () => {
    await write(version("a", "1", 10), version("b", "2", 20), version("c", "3", 30));
    expect(await database.read.selectFrom("shape").select("body").execute()).toEqual([{ body: '{"zone":"a"}' }]);
  });

  it("are confirmed by a replay, also within the batch that opens them", async () => {
    await write(version("a", "1", 10), { kind: "confirmed", subject: subjectOf("a"), at: 15 });
    await write({ kind: "confirmed", subject: subjectOf("a"), at: 17 });
    expect(await database.read.selectFrom("version").select("confirmed_at").execute()).toEqual([{ confirmed_at: 17 }]);
  });
});

describe("versions of two replicas", () => {
  it("never go back when one replica lags behind the other", async () => {
    await write(version("a", "1", 10), version("a", "3", 30));
    // The lagging replica still judges version 1. It also reports version 2, which the other replica never saw.
    await write(version("a", "due:40", 40, { number: "1" }), version("a", "world:1:gone", 41, { number: "1" }), version("a", "2", 42), version("a", "3", 43));
    expect(await written()).toEqual(["1 10–30", "3 30–"]);
    expect(await transitions()).toEqual(["10 state 1", "30 state 3"]);
  });

  it("stay ended when a lagging replica judges the last version again", async () => {
    await write(version("a", "1", 10), ended("a", 20));
    await write(version("a", "due:21", 21, { number: "1" }), ended("a", 22));
    expect(await written()).toEqual(["1 10–20"]);
    expect(await transitions()).toEqual(["10 state 1", "20 ended ended:1"]);
  });

  it("give the same history at the end of the grace period for either order of writes", async () => {
    const begin = (uid: string) => appearing(version(uid, "1", 10), "reconnecting");
    // One replica sees the reconnect just before the period ends, the other one after it.
    const early = (uid: string) => [turning(version(uid, "2", 19), "reconnecting", "healthy")];
    const late = (uid: string) => [
      turning(version(uid, "due:20", 20, { number: "1" }), "reconnecting", "disconnected"),
      turning(version(uid, "2", 21), "disconnected", "healthy"),
    ];
    await write(begin("a"), ...early("a"), begin("b"), ...late("b"));
    await write(...late("a"), ...early("b"));
    await write(begin("c"), ...late("c").slice(0, 1));
    await write(...early("c"));
    expect(await statesOf("a")).toEqual(["10  → reconnecting", "19 reconnecting → healthy"]);
    expect(await statesOf("b")).toEqual(["10  → reconnecting", "20 reconnecting → disconnected", "21 disconnected → healthy"]);
    expect(await statesOf("c")).toEqual(["10  → reconnecting", "20 reconnecting → disconnected", "20 disconnected → healthy"]);
  });

  const FIRST = { recounted: true, isFirst: true };

  it("store the first sighting of a second replica once, although the first one has written newer versions meanwhile", async () => {
    await write(appearing(version("a", "7", 10, FIRST), "healthy"), version("a", "8", 20));
    await write(appearing(version("a", "7", 22, FIRST), "healthy"), version("a", "8", 23));
    expect(await written()).toEqual(["7 10–20", "8 20–"]);
    expect(await transitions()).toEqual(["10 appeared 7", "20 state 8"]);
  });

  it("begin with one appearance when a second replica first sees a later version", async () => {
    for (const uid of ["a", "b"]) await write(appearing(version(uid, "7", 10, FIRST), "reconnecting"));
    await write(appearing(version("a", "8", 20, FIRST), "healthy"), appearing(version("b", "8", 20, FIRST), "reconnecting"));
    expect(await written()).toEqual(["7 10–20", "7 10–20", "8 20–", "8 20–"]);
    expect(await transitions()).toEqual(["10 appeared 7", "10 appeared 7", "20 state 8"]);
    expect(await statesOf("a")).toEqual(["10  → reconnecting", "20 reconnecting → healthy"]);
    expect(await statesOf("b")).toEqual(["10  → reconnecting"]);
  });

  it("begin with one appearance when a second replica stores an earlier version later", async () => {
    await write(appearing(version("a", "8", 20, FIRST), "healthy"));
    await write(appearing(version("a", "7", 10, FIRST), "reconnecting"));
    expect(await written()).toEqual(["7 10–20", "8 20–"]);
    expect(await statesOf("a")).toEqual(["20  → healthy"]);
  });

  it("change from the stored state when a replica saw the change from another one", async () => {
    const judged = (uid: string, to: State) => turning(version(uid, "world:7:b", 20, { number: "7" }), "unverified", to);
    for (const uid of ["a", "b"]) await write(appearing(version(uid, "7", 10, FIRST), "unchecked"));
    await write(judged("a", "unchecked"), judged("b", "reconnecting"));
    expect(await statesOf("a")).toEqual(["10  → unchecked"]);
    expect(await statesOf("b")).toEqual(["10  → unchecked", "20 unchecked → reconnecting"]);
  });

  it("begin with the stored version when a replica judged an object before the other one saw it", async () => {
    for (const uid of ["a", "b"])
      await write(appearing(version(uid, "7", 10, FIRST), "reconnecting"), turning(version(uid, "8", 21), "reconnecting", "unchecked"));
    await write(turning(version("b", "due:30", 30, { number: "8" }), "unchecked", "overdue"));
    for (const uid of ["a", "b"])
      await write(
        turning(version(uid, "8", 19), "reconnecting", "unverified"),
        turning(version(uid, "world:8:b", 20, { number: "8" }), "unverified", "unchecked"),
      );
    expect((await written()).filter((line) => !line.startsWith("7"))).toEqual(["8 21–21", "8 21–30", "world:8:b 21–", "due:30 30–"]);
    expect(await statesOf("a")).toEqual(["10  → reconnecting", "21 reconnecting → unchecked"]);
    expect(await statesOf("b")).toEqual(["10  → reconnecting", "21 reconnecting → unchecked", "30 unchecked → overdue"]);
  });

  it("keep the state in the log that a replica reports, where its own version is stored", async () => {
    // The state of this version was not reported, because the kind on which it rests was not visible.
    await write(appearing(version("a", "7", 10, FIRST), "healthy"), { ...turning(version("a", "world:7:b", 20), "healthy", "unverified"), transitions: [] });
    const next = turning(version("a", "8", 30), "unverified", "unhealthy");
    await write({ ...next, transitions: [{ ...transitionAt(30, "state"), from: "healthy", to: "unhealthy" }] });
    expect(await statesOf("a")).toEqual(["10  → healthy", "30 healthy → unhealthy"]);
  });
});

/** The first version that a replica knows. */
function appearing(record: VersionRecord, to: State): VersionRecord {
  const { at } = record.version;
  return { ...record, version: { ...record.version, state: STATE_CODES[to] }, transitions: [{ ...transitionAt(at, "appeared"), to }] };
}

/** A version whose state a replica saw change. */
function turning(record: VersionRecord, from: State, to: State): VersionRecord {
  const { at } = record.version;
  const states = { state: STATE_CODES[to], stateBefore: STATE_CODES[from] };
  return { ...record, version: { ...record.version, ...states }, transitions: [{ ...transitionAt(at, "state"), from, to }] };
}

/** The changes of state of one subject, in the order in which they were stored. */
async function statesOf(uid: string): Promise<string[]> {
  const rows = await database.read
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "subject_id")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("transition.id")
    .execute();
  return rows.map((row) => `${row.at} ${row.from_word} → ${row.to_word}`);
}

describe("texts of strangers", () => {
  it("hold no character that PostgreSQL refuses, and have a length", async () => {
    const detail = `bad\0${"x".repeat(100_000)}`;
    await write({ ...version("a", "1", 10), transitions: [{ ...transitionAt(10, "health"), detail }] } as HistoryRecord);
    const row = await database.read.selectFrom("transition").select("detail").executeTakeFirstOrThrow();
    expect(row.detail.slice(0, 5)).toBe("bad\uFFFDx");
    expect(row.detail.length).toBe(16_000);
  });
});

describe("a writer", () => {
  it("moves a window on, one row for all of it", async () => {
    const window = { kind: "window", cluster: "c", watched: "pods", namespace: "*", from: 5, endedBecause: null } as const;
    await write({ ...window, to: 10 }, { ...window, to: 12 });
    await write({ ...window, to: 14, endedBecause: { code: "stopped" } });
    const rows = await database.read.selectFrom("watch_window").select(["from_at", "to_at", "ended_because", "facts"]).execute();
    expect(rows).toEqual([{ from_at: 5, to_at: 14, ended_because: "the recorder was stopped", facts: '{"format":1,"code":"stopped"}' }]);
  });

  it("that is given more than it may hold pauses and says so, and goes on by itself", async () => {
    const small = createHistoryWriter(database, systemClock(), { limits: { records: 2, bytes: 1e9 } });
    const seen: string[] = [];
    await new Promise<void>((resolve) => {
      small.onStatus((status) => {
        seen.push(status.kind === "paused" ? status.reason : status.kind);
        if (seen.length === 1) expect(small.append([version("a", "1", 1), version("a", "2", 2), version("a", "3", 3)])).toBe(false);
        if (seen.length === 3) resolve();
      });
    });
    expect(seen).toEqual(["recording", "more happens than can be written", "recording"]);
    await small.stop();
    expect(await written()).toEqual([]);
  });

  it("deletes what is too old also while records never cease to come", async () => {
    let isWritten = false;
    let meanwhile = 0;
    const tidy = () => {
      if (!isWritten) meanwhile++;
      return Promise.resolve(1);
    };
    const busy = createHistoryWriter(database, systemClock(), { batchRecords: 1, gatherMs: 1, tidy });
    await new Promise<void>((resolve) => busy.onStatus((status) => status.kind === "recording" && resolve()));
    busy.append(Array.from({ length: 200 }, (_, at) => version(`m${at}`, "1", 1_000)));
    await busy.flush();
    isWritten = true;
    expect(meanwhile).toBeGreaterThan(3);
    await busy.stop();
  });

  it("takes nothing before its database is there, and says why", async () => {
    const absent: HistoryDatabase = { ...database, prepare: () => Promise.reject(Object.assign(new Error("nobody"), { code: "ECONNREFUSED" })) };
    const waiting = createHistoryWriter(absent, systemClock());
    await new Promise<void>((resolve) => waiting.onStatus(() => resolve()));
    expect(waiting.status()).toEqual({ kind: "starting", reason: "PostgreSQL does not answer (ECONNREFUSED)" });
    expect(waiting.append([version("a", "1", 1)])).toBe(false);
    await waiting.stop();
  });
});
