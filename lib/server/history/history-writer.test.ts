import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transition } from "@/lib/domain/history/transition";
import { systemClock } from "@/lib/server/clock";
import type { HistoryRecord, SeriesKey, SubjectKey } from "./history-record";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";

const series: SeriesKey = { cluster: "c", namespace: "shop", group: "checkout" };
const subjectOf = (uid: string): SubjectKey => ({ cluster: "c", kind: "entry", namespace: "shop", name: uid, uid });
const transitionAt = (at: number, type: Transition["type"]): Transition => ({ type, at, notBefore: null, from: "", to: "", detail: "" });
const version = (uid: string, versionKey: string, at: number, moving: unknown = {}): HistoryRecord => ({
  kind: "version",
  subject: subjectOf(uid),
  series,
  version: { versionKey, at, notBefore: null, shape: { zone: "a" }, moving, state: 1, servingClass: 1, vouched: true, connection: "connected" },
  transitions: [transitionAt(at, "state")],
});
const ended = (uid: string, versionKey: string, at: number): HistoryRecord => ({
  kind: "ended",
  subject: subjectOf(uid),
  series,
  moment: { at, notBefore: null },
  versionKey,
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
    const records = [version("a", "1", 10), version("a", "2", 20), ended("a", "2", 30)];
    await write(...records);
    await write(...records);
    await write(...records.slice(1));
    expect(await written()).toEqual(["1 10–20", "2 20–30"]);
    expect(await transitions()).toEqual(["10 state 1", "20 state 2", "30 ended 2"]);
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
    const window = { kind: "window", cluster: "c", watched: "pods", namespace: "*", from: 5, endedBecause: "" } as const;
    await write({ ...window, to: 10 }, { ...window, to: 12 });
    await write({ ...window, to: 14, endedBecause: "stopped" });
    const rows = await database.read.selectFrom("watch_window").select(["from_at", "to_at", "ended_because"]).execute();
    expect(rows).toEqual([{ from_at: 5, to_at: 14, ended_because: "stopped" }]);
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

  it("takes nothing before its database is there, and says why", async () => {
    const absent: HistoryDatabase = { ...database, prepare: () => Promise.reject(Object.assign(new Error("nobody"), { code: "ECONNREFUSED" })) };
    const waiting = createHistoryWriter(absent, systemClock());
    await new Promise<void>((resolve) => waiting.onStatus(() => resolve()));
    expect(waiting.status()).toEqual({ kind: "starting", reason: "PostgreSQL does not answer (ECONNREFUSED)" });
    expect(waiting.append([version("a", "1", 1)])).toBe(false);
    await waiting.stop();
  });
});
