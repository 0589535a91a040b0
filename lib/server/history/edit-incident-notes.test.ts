import { expect, it, onTestFinished } from "vitest";
import type { Scope } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { NOW } from "@/lib/testing/entries";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ALL_IN_SIGHT, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { createHistory } from "./create-history";
import type { NoteChange } from "./edit-incident-notes";
import type { HistoryStatus } from "./history-record";
import { openMemoryDatabase } from "./memory-database";
import { openPostgres } from "./postgres-database";
import { IncidentStore } from "./store-incidents";

const GROUP = { cluster: "prod-eu", namespace: "shop", name: "checkout" };
const RECORDING: HistoryStatus = { kind: "recording", since: NOW, notice: "" };

async function anOpenIncident(own: OwnDatabase) {
  const url = await own();
  const database = url === null ? await openMemoryDatabase() : openPostgres(url);
  onTestFinished(() => database.close());
  await database.prepare();
  let now = NOW;
  let status = RECORDING;
  const history = createHistory({ database, status: () => status, fleet: liveFleet(["prod-eu"], () => now++) });
  const store = new IncidentStore(database);
  const save = (...incidents: ReturnType<typeof anIncident>[]) => store.save({ cluster: "prod-eu", asOf: NOW, incidents, engine: { format: 1, body: "" } });
  await save(anIncident());
  const base = { incident: "key-1", group: GROUP, who: "ann", dryRun: false };
  return {
    database,
    save,
    setStatus: (next: HistoryStatus) => {
      status = next;
    },
    add: (text: string, change: Partial<typeof base> = {}) => history.changeNote({ ...base, ...change, what: "add", text }, ALL_IN_SIGHT),
    edit: (note: string, edit: number, text: string, who = "bob") => history.changeNote({ ...base, who, what: "edit", note, edit, text }, ALL_IN_SIGHT),
    undo: (note: string, edit: number, who = "bob") => history.changeNote({ ...base, who, what: "undo", note, edit }, ALL_IN_SIGHT),
    change: (change: NoteChange, scope = ALL_IN_SIGHT) => history.changeNote(change, scope),
    seen: (key: string, scope: Scope) => history.incidentNotes({ key }, scope),
    notes: async () => {
      const { notes } = await history.incidentNotes({ key: "key-1" }, ALL_IN_SIGHT);
      return notes.map(({ key, edit, who, editedBy, note }) => ({ key, edit, who, editedBy, note }));
    },
    rows: () => database.read.selectFrom("incident_note").select(["edit", "who", "note", "undone_by"]).orderBy("id").execute(),
  };
}

onEachEngine("a note of an incident", (own) => {
  it("is added, edited and taken back, with a row for each edit", async () => {
    const { add, edit, undo, notes, rows } = await anOpenIncident(own);
    const key = await add("  a < b, and 5 > 3: switch eu-1 ");
    await edit(key, 1, "The switch of eu-1 is down");
    const other = await add("On it", { who: "eve" });
    expect(await notes()).toEqual([
      { key, edit: 2, who: "ann", editedBy: "bob", note: "The switch of eu-1 is down" },
      { key: other, edit: 1, who: "eve", editedBy: "eve", note: "On it" },
    ]);
    await undo(key, 2);
    await edit(key, 1, "The router");
    await undo(other, 1, "eve");
    expect(await notes()).toEqual([{ key, edit: 3, who: "ann", editedBy: "bob", note: "The router" }]);
    expect(await rows()).toEqual([
      { edit: 1, who: "ann", note: "a < b, and 5 > 3: switch eu-1", undone_by: null },
      { edit: 2, who: "bob", note: "The switch of eu-1 is down", undone_by: "bob" },
      { edit: 1, who: "eve", note: "On it", undone_by: "eve" },
      { edit: 3, who: "bob", note: "The router", undone_by: null },
    ]);
  });

  it.each([
    ["is empty", " \n ", /Write what you found/],
    ["has 10,000 characters", "x".repeat(10_000), /10,000 characters; 4,000 are allowed\. Shorten it/],
    ["contains an element", 'see <img src="x" onerror="alert(1)">', /HTML tag <img src="x" onerror="alert\(1\)">\. Write plain text/],
    ["contains the end of an element", "</script>", /HTML tag <\/script>/],
    ["contains a comment", "a <!-- b", /HTML tag <!--/],
  ])("is refused with its field if it %s, also as an edit", async (_, text, detail) => {
    const { add, edit, rows } = await anOpenIncident(own);
    const key = await add("first");
    // One after the other: a refusal that nobody awaits yet would end the run.
    for (const ask of [() => add(text), () => edit(key, 1, text)])
      await expect(ask()).rejects.toMatchObject({ status: 400, field: "text", detail: expect.stringMatching(detail) });
    expect(await rows()).toHaveLength(1);
  });

  it("is stored with a replacement for what no database can store", async () => {
    const { add, notes } = await anOpenIncident(own);
    await add("a\0b\uD83D", { who: "an\0n" });
    expect(await notes()).toMatchObject([{ note: "a\uFFFDb\uFFFD", who: "an\uFFFDn" }]);
  });

  it("is refused if the incident is over, became part of another one or is unknown; taking a note back is not", async () => {
    const { add, undo, save, rows } = await anOpenIncident(own);
    const key = await add("a password");
    await save(anIncident({ key: "younger", members: [aMember(7)] }));
    await save(anIncident({ key: "younger", members: [aMember(7)], state: "over", endedAt: NOW, mergedInto: "key-1" }));
    await expect(add("x", { incident: "younger" })).rejects.toMatchObject({ status: 409, field: "incident", detail: expect.stringContaining("key-1") });
    await expect(add("x", { incident: "unknown" })).rejects.toMatchObject({ status: 404, field: "incident" });
    await save(anEndedIncident(anIncident(), NOW + 1_000));
    await expect(add("x")).rejects.toMatchObject({ status: 409, field: "incident", detail: expect.stringContaining("post-mortem") });
    await undo(key, 1);
    expect(await rows()).toMatchObject([{ undone_by: "bob" }]);
  });

  it("is refused if another user changed it meanwhile, and one of two edits at the same time is", async () => {
    const { add, edit, undo, notes } = await anOpenIncident(own);
    const key = await add("first");
    const both = await Promise.allSettled([edit(key, 1, "mine"), edit(key, 1, "theirs")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409, title: "Changed meanwhile", field: "edit" } });
    await expect(undo(key, 1)).rejects.toMatchObject({ status: 409, field: "edit" });
    await undo(key, 2);
    await undo(key, 1);
    expect(await notes()).toEqual([]);
    await expect(undo(key, 1)).rejects.toMatchObject({ status: 404, field: "note" });
    await expect(edit("unknown", 1, "x")).rejects.toMatchObject({ status: 404, field: "note" });
  });

  it("is refused for a group of another incident, and for a user who does not see each namespace of the incident", async () => {
    const { change, save, seen, rows } = await anOpenIncident(own);
    const members = [aMember(8), aMember(9, { namespace: "pay", group: "ledger" })];
    await save(anIncident({ key: "wide", members }));
    const noted = { incident: "wide", group: GROUP, who: "ann", dryRun: false, what: "add", text: "x" } as const;
    const of = (name: string) => ({ ...noted, group: { ...GROUP, name } });
    const [one, both] = [sightOfNamespaces("shop"), sightOfNamespaces("shop", "pay")];
    await expect(change(of("ledger"), both)).rejects.toMatchObject({ status: 409, field: "incident", detail: expect.stringContaining("shop/ledger") });
    await expect(change(noted, one)).rejects.toMatchObject({ status: 403, field: "incident", detail: expect.stringContaining("every namespace") });
    await expect(change(noted, sightOfNamespaces("other"))).rejects.toMatchObject({ status: 404, field: "incident" });
    expect(await rows()).toEqual([]);
    await change({ ...noted, group: { cluster: "prod-eu", namespace: "pay", name: "ledger" } }, both);
    expect(await seen("wide", both)).toMatchObject({ visibility: "visible", notes: [{ who: "ann", note: "x" }] });
    expect(await seen("wide", one)).toEqual({ visibility: "hidden", notes: [] });
    expect(await seen("wide", sightOfNamespaces("other"))).toEqual({ visibility: "absent", notes: [] });
  });

  it("is refused beyond 500 edits of one incident", async () => {
    const { database, add } = await anOpenIncident(own);
    const edits = Array.from({ length: 500 }, (_, edit) => ({ incident_id: 1, note_key: "n", edit: edit + 1, at: NOW, who: "ann", note: "x" }));
    await database.write.insertInto("incident_note").values(edits).execute();
    await expect(add("one more")).rejects.toMatchObject({ status: 409, field: "text", detail: expect.stringContaining("500 edits") });
  });

  it("is only checked by a dry run, and refused while the history does not record", async () => {
    const { add, setStatus, rows } = await anOpenIncident(own);
    await add("a trial", { dryRun: true });
    await expect(add("", { dryRun: true })).rejects.toMatchObject({ status: 400 });
    setStatus({ kind: "paused", since: NOW, reason: "the disk is full" });
    await expect(add("x")).rejects.toMatchObject({ status: 503, detail: expect.stringContaining("the disk is full") });
    setStatus({ kind: "off", reason: "" });
    await expect(add("x")).rejects.toMatchObject({ status: 503, detail: expect.stringContaining("cannot store notes") });
    expect(await rows()).toEqual([]);
  });
});
