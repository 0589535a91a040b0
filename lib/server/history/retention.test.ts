import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import { systemClock } from "@/lib/server/clock";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import type { HistoryRecord } from "./history-record";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { openMemoryDatabase } from "./memory-database";
import type { HistoryDatabase } from "./open-database";
import { createTidy } from "./retention";
import { IncidentStore } from "./store-incidents";

const DAY_MS = 86_400_000;
let database: HistoryDatabase;
let writer: EndingWriter;

beforeEach(async () => {
  database = await openMemoryDatabase();
  writer = createHistoryWriter(database, systemClock());
  await new Promise<void>((resolve) => writer.onStatus((status) => status.kind === "recording" && resolve()));
});
afterEach(async () => {
  await writer.stop();
  await database.close();
});

const subjectOf = (uid: string) => ({ cluster: "c", kind: "entry", namespace: "shop", name: uid, uid }) as const;
const series = { cluster: "c", namespace: "shop", group: "checkout" };

function version(uid: string, day: number, shape: string): HistoryRecord {
  const at = day * DAY_MS;
  const versionKey = `${uid}-${day}`;
  return {
    kind: "version",
    subject: subjectOf(uid),
    series,
    version: {
      versionKey,
      recounted: false,
      isFirst: false,
      at,
      notBefore: null,
      shape: { shape },
      moving: {},
      state: 1,
      servingClass: 1,
      vouched: true,
      connection: "",
    },
    transitions: [{ type: "state", at, notBefore: null, from: "", to: "", detail: "" }],
  };
}

function ended(uid: string, day: number): HistoryRecord {
  const moment = { at: day * DAY_MS, notBefore: null };
  return {
    kind: "ended",
    subject: subjectOf(uid),
    series,
    moment,
    transitions: [{ type: "ended", ...moment, from: "", to: "", detail: "" }],
  };
}

/** Tidies until there is nothing to do; gives the number of slices. */
async function tidyAll(tidy: ReturnType<typeof createTidy>, now: number): Promise<number> {
  for (let slices = 1; ; slices++) if ((await tidy(database, now)) >= 60_000 || slices > 200) return slices;
}

const MEMBERS = 1_200;

/** Stores an incident with many machines for each day of `endedOn`, an open one since the first day, and one that became part of the open one. */
async function withIncidents(endedOn: readonly number[]): Promise<void> {
  const save = (asOf: number, ...incidents: Incident[]) =>
    new IncidentStore(database).save({ cluster: "prod-eu", asOf, incidents, engine: { format: 1, body: "" } });
  const open = anIncident({ key: "open", openedAt: DAY_MS, members: [aMember(-1, { joinedAt: DAY_MS })] });
  const younger = anIncident({ key: "younger", openedAt: DAY_MS, members: [aMember(-2, { joinedAt: DAY_MS })] });
  await save(DAY_MS, open, younger);
  await save(DAY_MS, { ...younger, state: "over", stateSince: DAY_MS, endedAt: DAY_MS, mergedInto: "open" });
  for (const day of endedOn) {
    const ended = day * DAY_MS;
    const members = Array.from({ length: MEMBERS }, (_, n) => aMember(day * MEMBERS + n, { joinedAt: ended - 10 }));
    await save(ended, { ...anEndedIncident(anIncident({ key: `over-${day}`, openedAt: ended - 10, members }), ended - 5), endedAt: ended });
  }
  const [{ id } = { id: 0 }] = await database.read.selectFrom("incident").select("id").where("incident_key", "=", `over-${endedOn[0]}`).execute();
  await database.write.insertInto("incident_note").values({ incident_id: id, note_key: "n", edit: 1, at: 1, who: "ann", note: "a switch" }).execute();
}

const incidentKeys = async () =>
  (await database.read.selectFrom("incident").select("incident_key").where("is_expired", "=", 0).orderBy("id").execute()).map((row) => row.incident_key);
const incidentRows = async () => {
  const count = async (table: "incident" | "incident_member" | "incident_version" | "incident_note") =>
    Number(
      (
        await database.read
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );
  return {
    incidents: await count("incident"),
    members: await count("incident_member"),
    versions: await count("incident_version"),
    notes: await count("incident_note"),
  };
};

describe("an incident", () => {
  it("is deleted a slice at a time when it was over for longer than incidents are stored, and is not shown meanwhile", async () => {
    await withIncidents([3, 50]);
    expect(await incidentRows()).toEqual({ incidents: 4, members: 2 * MEMBERS + 2, versions: 2, notes: 1 });
    const tidy = createTidy({ keepMs: 5 * DAY_MS, incidentMs: 30 * DAY_MS, bytes: 1e12 });
    await tidy(database, 60 * DAY_MS);
    expect(await incidentKeys()).toEqual(["open", "younger", "over-50"]);
    expect((await incidentRows()).members, "after one slice").toBeGreaterThan(MEMBERS + 500);
    await tidyAll(tidy, 60 * DAY_MS);
    expect(await incidentRows()).toEqual({ incidents: 3, members: MEMBERS + 2, versions: 1, notes: 0 });
  });

  it("stays while it is open, however old it is, with the address of each one that became part of it", async () => {
    await withIncidents([3]);
    await tidyAll(createTidy({ keepMs: DAY_MS, incidentMs: DAY_MS, bytes: 1e12 }), 1_000 * DAY_MS);
    expect(await incidentKeys()).toEqual(["open", "younger"]);
  });

  it("stays longer than every other row if the history is too large", async () => {
    for (let machine = 0; machine < 9_000; machine++)
      writer.append([version(`vm-${machine}`, machine / 1_000, "a"), ended(`vm-${machine}`, machine / 1_000 + 0.5)]);
    await writer.flush();
    await withIncidents([1, 2]);
    let size = 200;
    const large: HistoryDatabase = { ...database, size: async () => size };
    const tidy = createTidy({ keepMs: 1_000 * DAY_MS, incidentMs: 1_000 * DAY_MS, bytes: 100 });
    const rows = async () => (await all("version")).length;
    for (let slices = 0; (await incidentKeys()).length === 4 && slices < 500; slices++) await tidy(large, 10 * DAY_MS);
    expect(await rows(), "fewer rows than are deleted at once").toBeLessThanOrEqual(5_000);
    expect(await incidentKeys()).toEqual(["open", "younger"]);
    size = 50;
    await tidyAll(tidy, 10 * DAY_MS);
    expect((await incidentRows()).incidents).toBe(2);
  });
});

const all = async (table: "version" | "transition" | "subject" | "shape" | "series" | "watch_window" | "recorder" | "roll_up" | "known_size") =>
  database.read.selectFrom(table).selectAll().execute();

describe("learned sizes", () => {
  it("are deleted if another one replaced them before the retention began, or if their series is gone", async () => {
    writer.append([version("still", 1, "a"), version("gone", 1, "b"), ended("gone", 2)]);
    writer.append([{ ...version("other", 1, "c"), series: { ...series, group: "pay" } } as HistoryRecord, ended("other", 2)]);
    await writer.flush();
    const [checkout, pay] = await all("series");
    const rows = ([1, 3, 9] as const).map((day) => ({ series_id: checkout?.id ?? 0, at: day * DAY_MS, kind: "learned", size: day }));
    await database.write
      .insertInto("known_size")
      .values([...rows, { series_id: pay?.id ?? 0, at: DAY_MS, kind: "none", size: null }])
      .execute();
    await tidyAll(createTidy({ keepMs: 5 * DAY_MS, incidentMs: 1e12, bytes: 1e9 }), 10 * DAY_MS);
    expect((await all("series")).map(({ group_name }: { group_name: string }) => group_name)).toEqual(["checkout"]);
    expect((await database.read.selectFrom("known_size").select("size").orderBy("at").execute()).map(({ size }) => size)).toEqual([3, 9]);
  });
});

describe("what is older than the retention", () => {
  it("goes, with everything that only it used; what still holds, or held within it, stays whole", async () => {
    writer.append([version("gone", 1, "a"), ended("gone", 2), version("still", 1, "b"), version("changed", 1, "c"), version("changed", 9, "d")]);
    await writer.flush();
    await tidyAll(createTidy({ keepMs: 5 * DAY_MS, incidentMs: 1e12, bytes: 1e12 }), 10 * DAY_MS);
    expect((await all("version")).map(({ version_key }) => version_key).sort()).toEqual(["changed-1", "changed-9", "still-1"]);
    expect((await all("transition")).map(({ version_key }) => version_key)).toEqual(["changed-9"]);
    expect((await all("subject")).map(({ uid }) => uid).sort()).toEqual(["changed", "still"]);
    expect((await all("shape")).map(({ body }) => body).sort()).toEqual(['{"shape":"b"}', '{"shape":"c"}', '{"shape":"d"}']);
  });

  it("goes in slices, so that a batch never waits for all of it", async () => {
    for (let machine = 0; machine < 1_200; machine++) writer.append([version(`vm-${machine}`, 1, "a"), ended(`vm-${machine}`, 2)]);
    await writer.flush();
    expect(await tidyAll(createTidy({ keepMs: DAY_MS, incidentMs: 1e12, bytes: 1e12 }), 10 * DAY_MS)).toBeGreaterThan(3);
    expect([await all("version"), await all("transition"), await all("subject"), await all("shape"), await all("series")]).toEqual([[], [], [], [], []]);
  });

  it("may be written about again: the writer learns anew what was deleted", async () => {
    writer.append([version("vm", 1, "a"), ended("vm", 2)]);
    await writer.flush();
    await tidyAll(createTidy({ keepMs: DAY_MS, incidentMs: 1e12, bytes: 1e12 }), 10 * DAY_MS);
    writer.append([version("vm", 9, "a")]);
    await writer.flush();
    expect((await all("version")).map(({ version_key }) => version_key)).toEqual(["vm-9"]);
    expect(writer.status().kind).toBe("recording");
  });

  it("takes with it the windows and recorders of that time", async () => {
    const window = { kind: "window", cluster: "c", watched: "pods", namespace: "*", from: 0, endedBecause: null } as const;
    writer.append([
      { ...window, to: DAY_MS },
      { ...window, from: 8 * DAY_MS, to: 9 * DAY_MS },
    ]);
    await writer.flush();
    await tidyAll(createTidy({ keepMs: 5 * DAY_MS, incidentMs: 1e12, bytes: 1e12 }), 10 * DAY_MS);
    expect((await all("watch_window")).map(({ to_at }) => to_at / DAY_MS)).toEqual([9]);
    expect(await all("recorder")).toHaveLength(1);
  });
});

describe("what is too much", () => {
  it("goes, the oldest first, until there is room; versions that hold stay", async () => {
    for (let machine = 0; machine < 9_000; machine++)
      writer.append([version(`vm-${machine}`, machine / 1_000, "a"), ended(`vm-${machine}`, machine / 1_000 + 0.5)]);
    writer.append([version("still", 0, "a")]);
    await writer.flush();
    let size = 200;
    const large: HistoryDatabase = { ...database, size: async () => size };
    const tidy = createTidy({ keepMs: 1_000 * DAY_MS, incidentMs: 1e12, bytes: 100 });
    await tidy(large, 10 * DAY_MS);
    size = 50;
    for (let slices = 0; (await tidy(large, 10 * DAY_MS)) < 60_000 && slices < 100; slices++);
    const left = (await all("version")).map(({ version_key }) => version_key);
    expect(left).toContain("still-0");
    expect(left).toContain("vm-8999-8.999");
    expect(left).not.toContain("vm-0-0");
    expect(left.length).toBeGreaterThan(3_000);
  });
});
