import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AuditQuery, parseQueryValues } from "@/lib/contract/url/history-query";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { AuditJournal } from "./audit-journal";
import { createHistory } from "./create-history";
import type { HistoryStatus } from "./history-record";
import { AuditKeeper, type AuditLine } from "./keep-audit";
import { createTidy } from "./retention";

const MINUTE = 60_000;
const RECORDING: HistoryStatus = { kind: "recording", since: NOW, notice: "" };

function aLine(change: Partial<AuditLine> = {}): AuditLine {
  const what = { command: "set-expected-size", verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", mode: "applied" } as const;
  const line = { who: "ann", cluster: "prod-eu", namespace: "shop", name: "checkout", fields: "metadata", result: "done", audit_id: "" };
  return { ...what, ...line, ...change };
}

function aToken(change: Partial<AuditLine> = {}): AuditLine {
  const what = { command: "issue-token", verb: "create", resource: "serviceaccounts/token", name: "web-vm" } as const;
  return aLine({ ...what, token_group: "web", token_ends: NOW + MINUTE, ...change });
}

function asked(text = ""): AuditQuery {
  const read = parseQueryValues(AuditQuery, new URLSearchParams(text));
  if (!("value" in read)) throw new Error(read.wayOut);
  return read.value;
}

async function aRecord(own: OwnDatabase) {
  const clock = new ManualClock(NOW);
  const played = await rememberedFleet(clock, aWorld(), await own());
  onTestFinished(() => played.database.close());
  const names = async (text = "", scope = ALL_IN_SIGHT) => (await played.history.audit(asked(text), scope)).rows.map(({ name }) => name);
  return { ...played, clock, names };
}

onEachEngine("the audit", (own) => {
  it("tells the commands that were given, newest first, page by page, with all that is known of each", async () => {
    const { history, clock } = await aRecord(own);
    for (const name of ["first", "second", "third"]) {
      history.keepAudit(aLine({ name, audit_id: `id-of-${name}` }));
      clock.advance(MINUTE);
    }
    const { rows, next, unkept } = await history.audit(asked("limit=2"), ALL_IN_SIGHT);
    const { seen_with: _, audit_id: __, ...told } = aLine({ name: "third" });
    expect(rows[0]).toEqual({
      ...told,
      at: NOW + 2 * MINUTE,
      auditId: "id-of-third",
      uid: "",
      tokenGroup: "",
      tokenEnds: null,
      session: "",
      address: "",
      requestId: "",
    });
    expect(rows.map(({ name }) => name)).toEqual(["third", "second"]);
    expect(unkept).toBe(0);
    expect((await history.audit(asked(`limit=2&before=${next}`), ALL_IN_SIGHT)).rows.map(({ name }) => name)).toEqual(["first"]);
  });

  it("tells of which object a command was, and of a token for which group it is and until when", async () => {
    const { history } = await aRecord(own);
    history.keepAudit(aToken({ object_uid: "sa-1", token_ends: NOW + 10 * MINUTE }));
    const { rows } = await history.audit(asked("q=web"), ALL_IN_SIGHT);
    expect(rows).toMatchObject([{ uid: "sa-1", tokenGroup: "web", tokenEnds: NOW + 10 * MINUTE }]);
  });

  it("tells where a command came from, and finds all that came from there", async () => {
    const { history, names } = await aRecord(own);
    history.keepAudit(aLine({ name: "one", session: "session-of-ann", source_address: "192.0.2.7", request_id: "request-1" }));
    history.keepAudit(aLine({ name: "other" }));
    const { rows } = await history.audit(asked("q=192.0.2.7"), ALL_IN_SIGHT);
    expect(rows).toMatchObject([{ name: "one", session: "session-of-ann", address: "192.0.2.7", requestId: "request-1" }]);
    for (const text of ["session-of-ann", "request-1"]) expect(await names(`q=${text}`)).toEqual(["one"]);
  });

  it("tells the last token of a group, and no other group's, none of another cluster or namespace, and none that was refused", async () => {
    const { history, clock } = await aRecord(own);
    const web = { cluster: "prod-eu", namespace: "shop", group: "web" };
    expect(await history.lastToken(web)).toBeNull();
    history.keepAudit(aToken({ name: "first-vm" }));
    clock.advance(MINUTE);
    history.keepAudit(aToken({ name: "second-vm", token_ends: NOW + 11 * MINUTE }));
    for (const other of [
      { token_group: "api" },
      { namespace: "legacy" },
      { cluster: "prod-us" },
      { token_group: null, token_ends: null, result: "refused: 403 Not allowed" },
    ])
      history.keepAudit(aToken({ name: "other-vm", ...other }));
    expect(await history.lastToken(web)).toEqual({ account: "second-vm", at: NOW + MINUTE, expiresAt: NOW + 11 * MINUTE });
  });

  it("tells of sign-ins, which lie in no namespace, to those who may see groups in all of them", async () => {
    const { history, names } = await aRecord(own);
    history.keepAudit(aLine({ command: "sign-in", verb: "sign-in", resource: "sign-ins", namespace: "", name: "the sign-in" }));
    expect(await names()).toEqual(["the sign-in"]);
    expect(await names("", sightOfNamespaces("shop", "legacy"))).toEqual([]);
  });

  it("tells each of several lines of one moment once, and no number of the database", async () => {
    const { history } = await aRecord(own);
    for (const name of ["a", "b", "c", "d", "e"]) history.keepAudit(aLine({ name }));
    const pages: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: Awaited<ReturnType<typeof history.audit>> = await history.audit(asked(`limit=2&before=${next}`), ALL_IN_SIGHT);
      pages.push(page.rows.map(({ name }) => name).join(""));
      next = page.next;
    }
    expect(pages).toEqual(["ed", "cb", "a"]);
    await expect(history.audit(asked("before=x"), ALL_IN_SIGHT)).rejects.toMatchObject({ status: 400, field: "before" });
  });

  it("is told to whoever may see objects of the kind where the command's object lies", async () => {
    const { history, names } = await aRecord(own);
    history.keepAudit(aLine({ name: "a" }));
    history.keepAudit(aLine({ name: "b", namespace: "legacy" }));
    history.keepAudit(aLine({ name: "c", seen_with: "services" }));
    history.keepAudit(aLine({ name: "d", cluster: "prod-us" }));
    expect(await names()).toEqual(["c", "b", "a"]);
    expect(await names("", sightOfNamespaces("shop"))).toEqual(["a"]);
    expect(await names("ns=legacy", sightOfNamespaces("shop"))).toEqual([]);
    expect(await names("ns=legacy")).toEqual(["b"]);
    expect(await names("cluster=prod-us")).toEqual([]);
  });

  it("is narrowed by words, by what was applied, and to a moment", async () => {
    const { history, names, clock } = await aRecord(own);
    history.keepAudit(aLine({ name: "a", who: "Bob_%" }));
    clock.advance(MINUTE);
    history.keepAudit(aLine({ name: "b", mode: "dry run", result: "refused: 409 Changed meanwhile" }));
    expect(await names("q=bob_%25")).toEqual(["a"]);
    expect(await names("q=conflict")).toEqual([]);
    expect(await names("q=changed")).toEqual(["b"]);
    expect(await names("mode=applied")).toEqual(["a"]);
    expect(await names(`at=${new Date(NOW).toISOString()}`)).toEqual(["a"]);
  });

  it("keeps the newest refused sign-ins up to a separate limit, and deletes no other line for them", async () => {
    const { history, names, database, clock } = await aRecord(own);
    const refused = { command: "sign-in", verb: "sign-in", resource: "sign-ins", namespace: "" };
    history.keepAudit(aLine({ name: "a command that was refused", result: "refused: 403 Not allowed" }));
    history.keepAudit(aLine({ ...refused, name: "a sign-in", result: "done" }));
    for (let at = 0; at < 700; at++) history.keepAudit(aLine({ ...refused, name: `refused ${at}`, result: "refused: 401 Not signed in" }));
    await names();
    const tidy = createTidy({ keepMs: 1e12, incidentMs: 1e12, bytes: 16_000_000 });
    for (let slice = 0; slice < 10 && (await tidy(database, clock.now())) < MINUTE; slice++);
    const { rows } = await history.audit(asked("limit=200"), ALL_IN_SIGHT);
    expect(rows.slice(0, 80).map(({ name }) => name)).toEqual(Array.from({ length: 80 }, (_, at) => `refused ${699 - at}`));
    expect(rows.slice(80).map(({ name }) => name)).toEqual(["a sign-in", "a command that was refused"]);
  });

  it("goes with its age, as all that is remembered", async () => {
    const { history, names, clock, database } = await aRecord(own);
    history.keepAudit(aLine({ name: "old" }));
    await names();
    clock.advance(2 * MINUTE);
    history.keepAudit(aLine({ name: "new" }));
    await names();
    await createTidy({ keepMs: MINUTE, incidentMs: 1e12, bytes: 1e9 })(database, clock.now());
    expect(await names()).toEqual(["new"]);
  });
});

it("a database that is paused holds up nothing: lines wait, are counted, and are kept once it goes on", async () => {
  const { database, fleet } = await rememberedFleet(new ManualClock(NOW), aWorld());
  onTestFinished(() => database.close());
  let status: HistoryStatus = { kind: "paused", since: NOW, reason: "The disk is full." };
  const keeper = new AuditKeeper({ database, status: () => status });
  keeper.keep(aLine({ name: "waits" }), NOW);
  await keeper.settle();
  expect(keeper.unkept).toBe(1);
  status = RECORDING;
  await keeper.settle();
  expect(keeper.unkept).toBe(0);
  const history = createHistory({ database, status: () => status, fleet });
  expect((await history.audit(asked(), ALL_IN_SIGHT)).rows).toMatchObject([{ name: "waits" }]);
});

it("refused sign-ins displace no other line while a database is paused", async () => {
  const { database } = await rememberedFleet(new ManualClock(NOW), aWorld());
  onTestFinished(() => database.close());
  let status: HistoryStatus = { kind: "paused", since: NOW, reason: "The disk is full." };
  const keeper = new AuditKeeper({ database, status: () => status });
  keeper.keep(aLine({ name: "a command" }), NOW);
  for (let at = 0; at < 1_500; at++) keeper.keep(aLine({ command: "sign-in", name: `refused ${at}`, result: "refused: 401 Not signed in" }), NOW);
  keeper.keep(aLine({ name: "another" }), NOW);
  status = RECORDING;
  await keeper.settle();
  const names = (await database.read.selectFrom("audit").select("name").orderBy("id").execute()).map(({ name }) => name);
  expect([names[0], names.at(-2), names.at(-1), names.length]).toEqual(["a command", "refused 1499", "another", 1_000]);
});

it("a line from an outage is stored when the database is back, without another command", async () => {
  const { database, fleet } = await rememberedFleet(new ManualClock(NOW), aWorld());
  onTestFinished(() => database.close());
  let status: HistoryStatus = { kind: "paused", since: NOW, reason: "PostgreSQL does not answer" };
  let back: () => void = () => undefined;
  const onRecording = (listener: () => void) => {
    back = listener;
  };
  const history = createHistory({ database, status: () => status, fleet, onRecording });
  const names = () => database.read.selectFrom("audit").select("name").execute();
  history.keepAudit(aLine({ name: "waits" }));
  await new Promise((resolve) => setImmediate(resolve));
  status = RECORDING;
  expect(await names()).toEqual([]);
  back();
  await expect.poll(names).toEqual([{ name: "waits" }]);
});

describe("audit lines in the data folder", () => {
  /** A killed process leaves only its folder. */
  async function killed(lines: number, status: HistoryStatus) {
    const folder = mkdtempSync(join(tmpdir(), "stolos-audit-"));
    const { database } = await rememberedFleet(new ManualClock(NOW), aWorld());
    onTestFinished(async () => {
      rmSync(folder, { recursive: true });
      await database.close();
    });
    const keeper = new AuditKeeper({ database, status: () => status, journal: new AuditJournal(folder) });
    for (let n = 0; n < lines; n++) keeper.keep(aLine({ name: `command-${n}` }), NOW + n);
    const count = async () => (await database.read.selectFrom("audit").select("name").execute()).map(({ name }) => name);
    const next = () => new AuditKeeper({ database, status: () => RECORDING, journal: new AuditJournal(folder) });
    return { folder, keeper, count, next };
  }
  const fileIn = (folder: string) => join(folder, readdirSync(folder)[0] ?? "");
  const OUTAGE: HistoryStatus = { kind: "paused", since: NOW, reason: "PostgreSQL does not answer" };

  it("survive a process that is killed during an outage: the next one stores each exactly once", async () => {
    const { folder, count, next } = await killed(3, OUTAGE);
    // The kill cut off the last line.
    appendFileSync(fileIn(folder), '\n{"line_key":"cut');
    const second = next();
    expect(second.unkept).toBe(3);
    second.keep(aLine({ name: "command-3" }), NOW + 3);
    await second.settle();
    expect(await count()).toEqual(["command-0", "command-1", "command-2", "command-3"]);
    expect(readdirSync(folder)).toEqual([]);
    await next().settle();
    expect(await count()).toHaveLength(4);
  });

  it("are stored once when the process was killed after the database stored them", async () => {
    const { folder, keeper, count, next } = await killed(2, OUTAGE);
    const journal = readFileSync(fileIn(folder));
    await next().settle();
    writeFileSync(join(folder, "audit-waiting-earlier.jsonl"), journal);
    await next().settle();
    expect(await count()).toEqual(["command-0", "command-1"]);
    expect(keeper.unkept).toBe(2);
  });

  it("keep the lines that another running process appends while they are stored", async () => {
    const { folder, keeper, count, next } = await killed(1, OUTAGE);
    const second = next();
    keeper.keep(aLine({ name: "later" }), NOW + 1);
    await second.settle();
    expect(await count()).toEqual(["command-0"]);
    expect(readFileSync(fileIn(folder), "utf8")).toContain("later");
    await next().settle();
    expect(await count()).toEqual(["command-0", "later"]);
  });

  it("may be more than fit into memory", async () => {
    const { keeper, count, next } = await killed(1_005, OUTAGE);
    expect(keeper.unkept).toBe(1_005);
    await next().settle();
    expect(new Set(await count()).size).toBe(1_005);
  });

  it("wait in memory when the folder is not writable", async () => {
    const { folder, count } = await killed(0, OUTAGE);
    writeFileSync(join(folder, "file"), "");
    const { database } = await rememberedFleet(new ManualClock(NOW), aWorld());
    onTestFinished(() => database.close());
    let status: HistoryStatus = OUTAGE;
    const keeper = new AuditKeeper({ database, status: () => status, journal: new AuditJournal(join(folder, "file")) });
    keeper.keep(aLine({ name: "waits" }), NOW);
    expect(keeper.unkept).toBe(1);
    status = RECORDING;
    await keeper.settle();
    expect([await count(), keeper.unkept]).toEqual([[], 0]);
    expect(await database.read.selectFrom("audit").select("name").execute()).toEqual([{ name: "waits" }]);
  });
});

it("a database that refuses a line is told of in the log, and the line is kept later, once", async () => {
  const { database } = await rememberedFleet(new ManualClock(NOW), aWorld());
  onTestFinished(() => database.close());
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0);
  onTestFinished(() => void vi.restoreAllMocks());
  const refusing = new Proxy(database, { get: (target, key) => (key === "write" ? null : Reflect.get(target, key)) });
  let isRefusing = true;
  const keeper = new AuditKeeper({
    get database() {
      return isRefusing ? refusing : database;
    },
    status: () => RECORDING,
  });
  keeper.keep(aLine(), NOW);
  await keeper.settle();
  expect([keeper.unkept, written.filter((line) => line.includes("audit line not kept")).length]).toEqual([1, 2]);
  isRefusing = false;
  await keeper.settle();
  expect(await database.read.selectFrom("audit").select("name").execute()).toEqual([{ name: "checkout" }]);
});

it("a history that is off keeps nothing and says why", async () => {
  const history = createHistory({ database: null, status: () => ({ kind: "off", reason: "STOLOS_HISTORY is off" }), fleet: liveFleet(["prod-eu"], () => NOW) });
  history.keepAudit(aLine());
  await expect(history.audit(asked(), ALL_IN_SIGHT)).rejects.toMatchObject({ status: 503, detail: "STOLOS_HISTORY is off" });
});
