import { expect, it, onTestFinished } from "vitest";
import { LossesQuery, TimelineQuery } from "@/lib/contract/url/history-query";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CREATED = NOW - 24 * 24 * 60 * MINUTE;

/** A machine that exists for 24 days, renewed its connection a minute ago, and fails its probe. */
const failing = (change: Partial<WorkloadEntry> = {}) =>
  anEntry({
    ...{
      uid: "uid-1",
      name: "vm-1",
      createdAt: CREATED,
      connectedAt: parseTimestamp(new Date(NOW - MINUTE).toISOString()),
      health: aReport("False", "HTTP 503"),
    },
    ...change,
  });
const healthy = (change: Partial<WorkloadEntry> = {}) => failing({ health: aReport("True"), ...change });
const relabelled = (entry: WorkloadEntry, resourceVersion: string): WorkloadEntry => ({
  ...entry,
  resourceVersion,
  metadataLabels: sortedLabelSet([["edited", "yes"]]),
});

/** "STATE 12..60" = in it at least since second 60, at most since second 12; "STATE 60" = seen to begin then. */
function told(row: Pick<EntryRow, "state" | "since" | "sinceAtLeast" | "sinceNotBefore"> | undefined): string {
  const seconds = (ms: number | null) => (ms === CREATED ? "created" : String(((ms ?? Number.NaN) - NOW) / SECOND));
  if (row === undefined) return "nobody";
  return `${row.state} ${row.sinceAtLeast ? `${seconds(row.sinceNotBefore)}..` : ""}${seconds(row.since)}`;
}

function rowOf(fleet: FleetReader, uid = "uid-1"): EntryRow | undefined {
  const entry = fleet.byUid("prod-eu", uid);
  return entry === null ? undefined : fleet.row(entry);
}

async function aFleet(own: OwnDatabase, found: readonly WorkloadEntry[]) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live(found, [aGroup()]);
  const past = async (seconds: number) => told(rowOf((await played.history.fleetAt(NOW + seconds * SECOND, ALL_IN_SIGHT)).fleet));
  return { ...played, now: () => told(rowOf(played.fleet)), past };
}

onEachEngine("the beginning of the state of a machine", (own) => {
  it("is at least since it was first seen, and at most since it exists: in the live list and in the past", async () => {
    const { now, past, wait } = await aFleet(own, [failing()]);
    await wait(4 * MINUTE);
    expect([now(), await past(200)]).toEqual(["unhealthy created..0", "unhealthy created..0"]);
  });

  it("goes on over every edit, in the past and of who was lost", async () => {
    const { now, past, wait, upsert, remove, history } = await aFleet(own, [healthy()]);
    await wait(10 * SECOND);
    upsert(failing({ resourceVersion: "1301" }));
    await wait(3 * SECOND);
    const edited = relabelled(failing(), "1302");
    upsert(edited);
    await wait(10 * SECOND);
    expect([now(), await past(12), await past(20)]).toEqual(["unhealthy 10", "unhealthy 10", "unhealthy 10"]);
    const away = { ...edited, resourceVersion: "1303", connectedAt: null, disconnectedAt: parseTimestamp(new Date(NOW + 23 * SECOND).toISOString()) };
    upsert(away);
    await wait(GRACE_MS);
    remove(away);
    await wait(SECOND);
    const window = new URLSearchParams({ window: "15m" });
    const [loss] = (await history.losses(read(LossesQuery, window), ALL_IN_SIGHT)).rows;
    const question = read(TimelineQuery, new URLSearchParams({ cluster: "prod-eu", ns: "shop", name: "vm-1", window: "15m" }));
    const { last } = await history.timeline(question, ALL_IN_SIGHT);
    expect([told(loss?.row), told(last?.row)]).toEqual(["unhealthy 10", "unhealthy 10"]);
  });

  it("is told by the timeline as it began, though the window shows only what came after an edit", async () => {
    const { wait, upsert, history } = await aFleet(own, [healthy()]);
    await wait(10 * SECOND);
    upsert(failing({ resourceVersion: "1301" }));
    await wait(3 * SECOND);
    upsert(relabelled(failing(), "1302"));
    await wait(20 * MINUTE);
    const question = read(TimelineQuery, new URLSearchParams({ cluster: "prod-eu", ns: "shop", name: "vm-1", window: "15m" }));
    const { state, health, connection } = await history.timeline(question, ALL_IN_SIGHT);
    const began = [state, health, connection].map(([first]) => `${first?.value} ${((first?.from ?? 0) - NOW) / SECOND}`);
    expect(began).toEqual(["unhealthy 10", "False 10", "istiod-7c9f-a 0"]);
  });

  it("goes on where another process takes up the record", async () => {
    const first = await aFleet(own, [healthy(), failing({ uid: "uid-2", name: "vm-2" })]);
    await first.wait(10 * SECOND);
    first.upsert(failing({ resourceVersion: "1301" }));
    await first.wait(10 * SECOND);
    await first.stop();
    await first.wait(MINUTE);
    const second = await rememberedFleet(first.clock, aWorld(), first.database, "second");
    await second.live([failing({ resourceVersion: "1301" }), relabelled(failing({ uid: "uid-2", name: "vm-2" }), "1401")], [aGroup()]);
    expect([told(rowOf(second.fleet)), told(rowOf(second.fleet, "uid-2"))]).toEqual(["unhealthy 10", "unhealthy created..0"]);
    const bySince = second.fleet.list({ clusters: [], namespaces: [], terms: [], sort: "since" }, ALL_IN_SIGHT).slice(0, 9);
    expect(bySince.map((entry) => second.fleet.nameOf(entry))).toEqual(["vm-1", "vm-2"]);
  });

  it.each([
    ["goes on over any gap if it is trouble", 60, failing, healthy, "unhealthy 10", "unhealthy 10"],
    ["goes on over a short gap", 1, healthy, failing, "healthy 10", "healthy 10"],
    ["is a range after a longer gap", 60, healthy, failing, "healthy 10", "healthy 10..3620"],
  ] as const)("%s, although the machine reconnected meanwhile", async (_, minutes, then, earlier, before, after) => {
    const first = await aFleet(own, [earlier()]);
    await first.wait(10 * SECOND);
    first.upsert(then({ resourceVersion: "1301" }));
    await first.wait(10 * SECOND);
    expect(first.now()).toBe(before);
    await first.stop();
    await first.wait(minutes * MINUTE);
    const connectedAt = parseTimestamp(new Date(first.clock.now() - 30 * SECOND).toISOString());
    const second = await rememberedFleet(first.clock, aWorld(), first.database, "second");
    await second.live([then({ resourceVersion: "1401", connectedAt })], [aGroup()]);
    expect(told(rowOf(second.fleet))).toBe(after);
    const unrecorded = second.fleet.unrecordedIn?.("prod-eu", "shop");
    expect([(unrecorded?.from ?? 0) - NOW, (unrecorded?.to ?? 0) - NOW]).toEqual([10 * SECOND, 20 * SECOND + minutes * MINUTE]);
  });

  it("goes on over any gap in which no program wrote to the object, also after a repeated report", async () => {
    const first = await aFleet(own, [failing()]);
    await first.wait(10 * SECOND);
    first.upsert(healthy({ resourceVersion: "1301" }));
    await first.wait(20 * SECOND);
    const reportedAt = parseTimestamp(new Date(NOW + 20 * SECOND).toISOString());
    const replayed = healthy({ resourceVersion: "1302", health: { ...aReport("True"), lastProbeTime: reportedAt, lastTransitionTime: reportedAt } });
    first.upsert(replayed);
    await first.wait(10 * SECOND);
    await first.stop();
    await first.wait(20 * MINUTE);
    const second = await rememberedFleet(first.clock, aWorld(), first.database, "second");
    await second.live([replayed], [aGroup()]);
    expect(told(rowOf(second.fleet))).toBe("healthy 10");
  });

  it("is after the end of the record before, of one that came while nobody looked", async () => {
    const first = await aFleet(own, []);
    await first.wait(10 * SECOND);
    await first.stop();
    await first.wait(MINUTE);
    const second = await rememberedFleet(first.clock, aWorld(), first.database, "second");
    await second.live([failing()], [aGroup()]);
    // Nothing was proven after the first list.
    expect(told(rowOf(second.fleet))).toBe("unhealthy 0..70");
  });

  it("is derived from what happened where an earlier version did not keep it", async () => {
    const { past, wait, upsert, database } = await aFleet(own, [healthy()]);
    await wait(10 * SECOND);
    upsert(failing({ resourceVersion: "1301" }));
    await wait(3 * SECOND);
    upsert(relabelled(failing(), "1302"));
    await wait(10 * SECOND);
    await database.write.updateTable("version").set({ state_at: null, state_not_before: null }).execute();
    expect([await past(5), await past(20)]).toEqual(["healthy created..0", "unhealthy 10"]);
  });
});
