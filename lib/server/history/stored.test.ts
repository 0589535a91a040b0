import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { splitEntryForHistory } from "@/lib/domain/history/entry-parts";
import { istioVersionsOf, recorderIndependentWorld, toStoredWorld } from "@/lib/domain/history/world-parts";
import { recordedSelecting } from "@/lib/server/cluster/recorded-selecting";
import { arbitraryWorld } from "@/lib/testing/arbitraries";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { arbitraryMachine } from "@/lib/testing/fleet-steps";
import { ManualClock } from "@/lib/testing/manual-clock";
import { meshWorld } from "@/lib/testing/mesh-world";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { canonicalJson } from "./shape-of";
import { type StoredParts, storedEntry, storedGroup, storedObject, storedWorld } from "./stored";

const WHO = { cluster: "prod-eu", namespace: "shop", name: "vm-1", uid: "1" };
const { shape, moving } = splitEntryForHistory(anEntry());
const WELL: StoredParts = { body: canonicalJson(shape), moving: JSON.stringify(moving), shapeFormat: null, movingFormat: 1 };
const parts = (change: Partial<StoredParts>): StoredParts => ({ ...WELL, ...change });

describe("what is stored of an entry", () => {
  it("is the entry again", () => {
    fc.assert(
      fc.property(arbitraryMachine, (machine) => {
        const kept = splitEntryForHistory(machine);
        expect(storedEntry(machine, parts({ body: canonicalJson(kept.shape), moving: JSON.stringify(kept.moving) }))).toEqual(machine);
      }),
    );
  });

  it("has a blank field if the field was added after the entry was recorded", () => {
    const { generation: _, ...before } = moving;
    expect(storedEntry(anEntry(), parts({ moving: JSON.stringify(before) }))).toEqual(anEntry({ generation: null }));
  });

  it.each<readonly [string, Partial<StoredParts>, string]>([
    ["cut short", { body: WELL.body.slice(0, -9) }, "it is no JSON"],
    ["no object", { moving: "[]" }, "it is not an object"],
    ["without a field", { moving: JSON.stringify({ ...moving, controller: undefined }) }, "controller is not a text"],
    ["of another type", { body: canonicalJson({ ...shape, weight: "7" }) }, "weight is not a number"],
    ["of another type further in", { body: canonicalJson({ ...shape, ports: [["http", "8080"]] }) }, "ports is not a number"],
    ["of a later version", { shapeFormat: 7 }, "a later version of Stolos wrote it (format 7)"],
    ["of no version", { movingFormat: 0 }, "a later version of Stolos wrote it (format 0)"],
  ])("and %s stands for itself with the reason", (_, change, reason) => {
    expect(storedEntry(WHO, parts(change))).toMatchObject({ ...WHO, unreadable: `what was recorded of it cannot be read: ${reason}`, address: "" });
  });
});

describe("what is stored of anything", () => {
  const json = fc.json();
  it("is read or stands for itself with the reason, whatever it is", () => {
    fc.assert(
      fc.property(json, json, fc.constantFrom(null, 1, 2, 99), (body, moved, format) => {
        const stored = { body, moving: moved, shapeFormat: format, movingFormat: format };
        expect(storedEntry(WHO, stored).unreadable).not.toBeNull();
        expect(storedGroup(WHO, stored).unreadable).not.toBeNull();
        expect(storedObject(recordedSelecting("services", "service"), WHO, stored).unreadable).not.toBeNull();
        expect(storedWorld("prod-eu", stored).replicas.kind).toBe("denied");
      }),
    );
  });

  it("is a world again, as far as it tells anything", () => {
    fc.assert(
      fc.property(arbitraryWorld, (world) => {
        expect(storedWorld(world.cluster, { body: canonicalJson(toStoredWorld(world)), shapeFormat: 2 })).toEqual(world);
      }),
    );
  });

  it("has the versions of istiod, which name a rollout, although its mesh is not stored", () => {
    const world = meshWorld([]);
    const stored = storedWorld("prod-eu", { body: canonicalJson(toStoredWorld(world)), shapeFormat: 2 });
    expect([stored.meshes.size, [...istioVersionsOf(stored)]]).toEqual([0, [["default", ["1.31.0"]]]]);
    expect(canonicalJson(recorderIndependentWorld(stored))).toBe(canonicalJson(recorderIndependentWorld(world)));
  });

  it("is a world of the first format, in which nothing was asked of Nodes", () => {
    const { nodes: _, ...first } = JSON.parse(canonicalJson(toStoredWorld(aWorld())));
    for (const replica of first.replicas.value) for (const later of ["node", "nodeState"]) delete replica[later];
    for (const replica of first.replicas.value) Object.assign(replica, { ready: true, deletingAt: NOW - 1 });
    const { nodes, replicas } = storedWorld("prod-eu", { body: JSON.stringify(first), shapeFormat: null });
    const [replica] = replicas.kind === "denied" ? [] : [...replicas.value.values()];
    expect([nodes.kind, replica?.ready, replica?.nodeState, replica?.deletingAt]).toEqual(["known", { status: "true", reason: "" }, "ready", null]);
  });
});

onEachEngine("a history of which a part cannot be read", (own) => {
  it("tells the rest, and of the part that it cannot be read and why", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    const machines = [1, 2, 3].map((n) => anEntry({ uid: `${n}`, name: `vm-${n}`, address: `10.0.0.${n}` }));
    await played.live(machines, [aGroup({ expectedSize: "3" })]);
    await played.wait(120_000);
    const { write } = played.database;
    await sql`update version set moving = '{"resourceVersion":7}' where subject_id = (select id from subject where name = 'vm-1')`.execute(write);
    await sql`update version set format = 9 where subject_id = (select id from subject where name = 'vm-2')`.execute(write);
    await sql`update shape set body = '{"template":' where id = (select shape_id from version join subject on subject.id = subject_id where kind = 'group')`.execute(
      write,
    );
    await sql`update roll_up set state_end = '"]}', state_peak = '[1,"2"]'`.execute(write);
    const { fleet } = await played.history.fleetAt(NOW + 60_000, ALL_IN_SIGHT);
    const there = Array.from(fleet.entries(), (entry) => fleet.entry(entry));
    const seen = machines.map(({ uid }) => there.find((entry) => entry.uid === uid)?.unreadable);
    expect(seen).toEqual([
      "what was recorded of it cannot be read: resourceVersion is not a text",
      "what was recorded of it cannot be read: a later version of Stolos wrote it (format 9)",
      null,
    ]);
    expect(fleet.groups().flatMap(({ object }) => object?.unreadable ?? [])).toEqual(["what was recorded of it cannot be read: it is no JSON"]);
    const place = { cluster: [], ns: [], group: null, at: null };
    const band = await played.history.band({ ...place, window: { kind: "last", name: "6h" }, width: 400 }, ALL_IN_SIGHT);
    // Summed up, the lists are gone; the machines themselves tell the last minutes.
    expect(band.points.at(-1)).toMatchObject({ total: 3 });
    const timeline = await played.history.timeline(
      { cluster: "prod-eu", ns: "shop", name: "vm-1", uid: "", window: { kind: "last", name: "1h" }, change: null, at: null, width: 400 },
      ALL_IN_SIGHT,
    );
    expect(timeline.state.map(({ value }) => value)).toEqual(["healthy"]);
  });
});
