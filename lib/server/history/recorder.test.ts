import { describe, expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ArrayHistory } from "@/lib/testing/server/array-history";
import type { HistoryWriter } from "./history-record";
import { createHistoryWriter } from "./history-writer";
import { openMemoryDatabase } from "./memory-database";
import type { OpenVersionReader } from "./open-versions";
import { openVersionReader } from "./read-open-versions";
import { createRecorder } from "./recorder";

const CLUSTER = "prod-eu";
const turn = () => new Promise((resolve) => setImmediate(resolve));
const gone = (uid: string) => ({ uid, namespace: "", name: "", resourceVersion: "" });

/** A process that watches and records, on a clock that stands still until it is moved. */
function started(clock: ManualClock, writer: HistoryWriter, history: OpenVersionReader, seesPods = true) {
  const fleet = liveFleet([CLUSTER], clock.now);
  const recorder = createRecorder({ fleet, writer, history, clock });
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined, sources: recorder });
  const [entries, groups] = [sink.entries(CLUSTER, "*"), sink.groups(CLUSTER, "*")];
  if (seesPods) sink.world(aWorld());
  const list = async (uids: readonly string[], change: Parameters<typeof anEntry>[0] = {}) => {
    entries.beginReplace();
    for (const uid of uids) entries.upsert(anEntry({ uid, name: `vm-${uid}`, ...change }));
    entries.endReplace();
    entries.freshness({ kind: "live", asOf: clock.now() });
    await turn();
  };
  return { fleet, recorder, sink, entries, groups, list };
}

function begun() {
  const clock = new ManualClock(NOW);
  const history = new ArrayHistory();
  return { clock, history, ...started(clock, history, history) };
}

const told = (history: ArrayHistory) =>
  history.transitions
    .filter(({ subject }) => subject.kind === "entry" || subject.kind === "recorder")
    .map(({ subject, at, notBefore, type, to }) =>
      `${subject.kind === "entry" ? subject.uid : ""} ${type} ${to} ${notBefore === null ? "" : `${(notBefore - NOW) / 1000}..`}${(at - NOW) / 1000}`.trim(),
    );
const windowsOf = (history: ArrayHistory) =>
  [...history.windows.values()].filter(({ watched }) => watched === "workloadentries").map(({ from, to }) => [(from - NOW) / 1000, (to - NOW) / 1000]);

describe("a recorder", () => {
  it("says of who was there before it that they appeared at some time since they were made", async () => {
    const { history, list, entries } = begun();
    await list(["a"]);
    entries.upsert(anEntry({ uid: "b", createdAt: NOW - 10 }));
    expect(told(history)).toEqual(["recorder-started  0", "a appeared healthy -86400..0", "b appeared healthy 0", "b connected istiod-7c9f-a 0"]);
  });

  it("keeps a window open while the source is live, and ends it where it was last proven", async () => {
    const { clock, history, list, entries } = begun();
    await list([]);
    clock.advance(5_000);
    expect(windowsOf(history)).toEqual([[0, 4]]);
    clock.advance(1_000);
    entries.freshness({ kind: "stale", asOf: NOW + 3_000, reason: "no answer" });
    clock.advance(10_000);
    expect(windowsOf(history)).toEqual([[0, 3]]);
    entries.freshness({ kind: "live", asOf: clock.now() });
    clock.advance(2_000);
    expect(windowsOf(history)).toEqual([
      [0, 3],
      [16, 18],
    ]);
    expect(told(history).at(-1)).toBe("blind workloadentries 3..16");
  });

  it("dates what it finds after a gap between the gap's ends", async () => {
    const { clock, history, list, entries } = begun();
    await list(["a", "b", "c"]);
    clock.advance(4_000);
    entries.freshness({ kind: "catching-up", asOf: NOW + 4_000, reason: "expired" });
    clock.advance(6_000);
    entries.beginReplace();
    entries.upsert(anEntry({ uid: "a", name: "vm-a" }));
    entries.upsert(anEntry({ uid: "b", name: "vm-b", resourceVersion: "1300", health: aReport("False", "503") }));
    entries.endReplace();
    entries.freshness({ kind: "live", asOf: clock.now() });
    expect(told(history).filter((line) => line.startsWith("b health") || line.startsWith("c ended"))).toEqual([
      "b health False 4..10",
      "c ended found-missing 4..10",
    ]);
  });

  it("holds one open version of a machine that restores of the API server took away and brought back, twice", async () => {
    const { history, list } = begun();
    await list(["a"]);
    for (let restore = 0; restore < 2; restore++) {
      await list([]);
      await list(["a"]);
    }
    expect(history.versionsOf("entry", "a").map(({ versionKey, to }) => `${versionKey} ${to === null ? "open" : "over"}`)).toEqual([
      "1200 over",
      `1200#${NOW} over`,
      `1200#${NOW}+ open`,
    ]);
    expect(told(history).filter((line) => line.startsWith("a ended"))).toHaveLength(2);
  });

  it("knows a version by a number that was counted twice, where the first that the restored API server told was nothing new", async () => {
    const { clock, history, list, entries } = begun();
    const put = (resourceVersion: string, status: "True" | "False") => {
      clock.advance(1_000);
      entries.upsert(anEntry({ uid: "a", name: "vm-a", resourceVersion, health: aReport(status) }));
    };
    await list([]);
    put("1200", "True");
    put("1201", "False");
    put("1202", "True");
    await list(["a"], { resourceVersion: "1200", health: aReport("True") });
    put("1201", "False");
    expect(history.versionsOf("entry", "a").map(({ versionKey, to }) => `${versionKey} ${to === null ? "open" : "over"}`)).toEqual([
      "1200 over",
      "1201 over",
      "1202 over",
      `1201#${NOW + 3_000} open`,
    ]);
  });

  it("holds what is there where a restored API server came to the same number with something else", async () => {
    const { history, list } = begun();
    await list(["a"], { resourceVersion: "1200", address: "10.0.0.1" });
    await list(["a"], { resourceVersion: "1200", address: "10.0.0.2" });
    await list(["a"], { resourceVersion: "1200", address: "10.0.0.2" });
    expect(history.versionsOf("entry", "a").map(({ versionKey, to }) => `${versionKey.replace(/~.+/, "~")} ${to === null ? "open" : "over"}`)).toEqual([
      "1200 over",
      "1200~ open",
    ]);
  });

  it("holds one open version of a group that a restore brought back, and of what was written to it under a number that was counted twice", async () => {
    const { clock, history, groups } = begun();
    const put = (resourceVersion: string, app: string) => groups.upsert(aGroup({ resourceVersion, entryLabels: sortedLabelSet([["app", app]]) }));
    groups.freshness({ kind: "live", asOf: NOW });
    await turn();
    put("1", "a");
    put("2", "b");
    put("3", "a");
    clock.advance(1_000);
    groups.remove(gone(aGroup().uid));
    clock.advance(1_000);
    put("1", "a");
    put("2", "c");
    const { uid } = aGroup();
    expect(history.versionsOf("group", uid).map(({ versionKey, to }) => `${versionKey} ${to === null ? "open" : "over"}`)).toEqual([
      ...["1 over", "2 over", "3 over"],
      `1#${NOW} over`,
      `2#${NOW} open`,
    ]);
  });

  it("takes a right that was lost for no end of anything", async () => {
    const { clock, history, list, entries } = begun();
    await list(["a"]);
    clock.advance(4_000);
    entries.freshness({ kind: "denied", asOf: clock.now(), reason: "forbidden" });
    entries.beginReplace();
    entries.endReplace();
    expect(told(history).filter((line) => line.includes("ended"))).toEqual([]);
    await list(["a"]);
    expect(history.versionsOf("entry", "a")).toHaveLength(1);
  });

  it("keeps as a code why nobody saw a kind of objects, for its window and for what it tells of the gap", async () => {
    const { clock, history, list, entries } = begun();
    await list(["a"]);
    clock.advance(60_000);
    const why = { code: "silent", ms: 30_000 } as const;
    entries.freshness({ kind: "catching-up", asOf: clock.now(), reason: "nothing was heard for 30 s", why });
    clock.advance(60_000);
    await list(["a"]);
    const [window] = [...history.windows.values()].filter(({ watched }) => watched === "workloadentries");
    expect(window?.endedBecause).toEqual(why);
    expect(history.transitions.find(({ type }) => type === "blind")).toMatchObject({
      to: "workloadentries",
      detail: "",
      facts: { kind: "unseen", reason: why },
    });
  });

  it("shrinks its window to what is sure where the server's list shows that something was missed", async () => {
    const { clock, history, list, entries } = begun();
    await list(["a"]);
    clock.advance(60_000);
    entries.agreed();
    clock.advance(60_000);
    entries.freshness({ kind: "catching-up", asOf: clock.now(), reason: "1 object differs" });
    entries.doubted();
    clock.advance(1_000);
    entries.beginReplace();
    entries.endReplace();
    expect(windowsOf(history)).toEqual([[0, 60]]);
    expect(told(history).at(-1)).toBe("a ended found-missing 60..121");
  });

  it("counts a late tick at the moment it was due, and keys it so", async () => {
    const { clock, history, list, entries } = begun();
    await list([]);
    entries.upsert(anEntry({ uid: "a", connectedAt: ago(0) }));
    clock.advance(2 * MAX_AGE_MS);
    const [, overdue, leaked] = history.versionsOf("entry", "a");
    expect(overdue).toMatchObject({ connection: "overdue", at: NOW + (MAX_AGE_MS * 11) / 10 + 15_000, notBefore: null });
    expect(overdue?.versionKey).toBe(`due:${overdue?.at}`);
    expect(leaked).toMatchObject({ connection: "leaked", at: NOW + (MAX_AGE_MS * 3) / 2 });
  });

  it("sums up a group's minutes and hours, only those in which something changed, over the time that was observed", async () => {
    const { clock, history, list, entries, recorder } = begun();
    const start = Math.ceil(NOW / 3_600_000) * 3_600_000;
    clock.advance(start - NOW);
    await list(["a", "b"], { connectedAt: ago(NOW - start) });
    clock.advance(90_000);
    entries.upsert(anEntry({ uid: "b", name: "vm-b", connectedAt: ago(NOW - start), resourceVersion: "1300", health: aReport("False") }));
    clock.advance(30_000);
    clock.advance(20 * 60_000);
    entries.freshness({ kind: "stale", asOf: clock.now(), reason: "no answer" });
    clock.advance(60 * 60_000);
    recorder.stop();
    const minutes = history.levels
      .filter(({ levels }) => levels.tier === "minute")
      .map(({ levels }) => [(levels.at - start) / 60_000, levels.observed_ms, levels.serving_ms, levels.serving_least, levels.total_end]);
    expect(minutes).toEqual([
      [0, 60_000, 120_000, 2, 2],
      [1, 60_000, 90_000, 1, 2],
    ]);
    const hours = history.levels.filter(({ levels }) => levels.tier === "hour");
    expect(hours.at(-1)?.levels).toMatchObject({
      at: start,
      observed_ms: 22 * 60_000,
      total_ms: 44 * 60_000,
      serving_ms: 22 * 60_000 + 90_000,
      serving_end: 1,
      appeared: 0,
    });
  });

  it("goes on after a pause of the history as after a gap", async () => {
    const { clock, history, list, entries } = begun();
    await list(["a", "b"]);
    clock.advance(4_000);
    history.turn({ kind: "paused", since: clock.now(), reason: "disk full" });
    entries.remove(gone("a"));
    entries.upsert(anEntry({ uid: "c", name: "vm-c", createdAt: NOW + 3_000 }));
    clock.advance(4_000);
    history.turn({ kind: "recording", since: clock.now(), notice: "" });
    await turn();
    const after = told(history).slice(3);
    expect(after).toEqual(["recorder-started  8", "c appeared healthy 4..8", "a ended found-missing 4..8"]);
    expect(windowsOf(history)).toEqual([
      [0, 4],
      [8, 8],
    ]);
  });

  it.each(["stale", "catching-up"] as const)("tells what a watch that goes on after it was %s says of groups: one deleted, another edited", async (kind) => {
    const { clock, history, groups } = begun();
    const [first, second] = [aGroup(), aGroup({ uid: "g-2", name: "second" })];
    groups.beginReplace();
    for (const group of [first, second]) groups.upsert(group);
    groups.endReplace();
    groups.freshness({ kind: "live", asOf: NOW });
    await turn();
    clock.advance(30_000);
    groups.freshness({ kind, asOf: NOW, reason: "the server was silent" });
    groups.remove(gone(first.uid));
    groups.upsert({ ...second, resourceVersion: "902", expectedSize: "6" });
    groups.freshness({ kind: "live", asOf: clock.now() });
    await turn();
    const ofGroups = history.transitions.filter(({ subject, type }) => subject.kind === "group" && type !== "group-created");
    expect(ofGroups.map(({ subject, type, from }) => [subject.name, type, from])).toEqual([
      [first.name, "group-deleted", "0"],
      ["second", "group-edited", ""],
    ]);
  });

  it("tells what was written to a group while its right was lost, once it is there again", async () => {
    const { clock, history, groups } = begun();
    // What was known of the first that goes is forgotten with it.
    const group = aGroup({ uid: "g-2", name: "second" });
    const list = async (resourceVersion: string, expectedSize: string) => {
      groups.beginReplace();
      groups.upsert(aGroup());
      groups.upsert({ ...group, resourceVersion, expectedSize });
      groups.endReplace();
      groups.freshness({ kind: "live", asOf: clock.now() });
      await turn();
    };
    await list("901", "5");
    clock.advance(30_000);
    groups.freshness({ kind: "denied", asOf: NOW, reason: "no right" });
    groups.beginReplace();
    groups.endReplace();
    clock.advance(30_000);
    await list("902", "6");
    const ofGroup = history.transitions.filter(({ subject }) => subject.uid === group.uid);
    expect(ofGroup.map(({ type }) => type)).toEqual(["group-created", "group-edited"]);
  });

  it("tells a group's creation once, also where the tables do not have it yet when it is compared", async () => {
    const clock = new ManualClock(NOW);
    const history = new ArrayHistory();
    const behind: OpenVersionReader = {
      othersSeen: () => Promise.resolve(null),
      openVersions: async function* () {
        yield* [];
      },
      openGauges: (...asked) => history.openGauges(...asked),
      lastSeen: async () => null,
    };
    const { groups } = started(clock, history, behind);
    const list = async (resourceVersion: string, expectedSize: string) => {
      groups.beginReplace();
      groups.upsert(aGroup());
      groups.upsert(aGroup({ uid: "g-2", name: "second", resourceVersion, expectedSize }));
      groups.endReplace();
      groups.freshness({ kind: "live", asOf: clock.now() });
      await turn();
    };
    await list("901", "5");
    groups.freshness({ kind: "denied", asOf: NOW, reason: "no right" });
    groups.beginReplace();
    groups.endReplace();
    await list("902", "6");
    const ofSecond = history.transitions.filter(({ subject }) => subject.name === "second");
    expect(ofSecond.map(({ type }) => type)).toEqual(["group-created", "group-edited"]);
  });

  it("names a group's edit field by field, and is silent about another number of the same", async () => {
    const { history, groups } = begun();
    groups.beginReplace();
    groups.upsert(aGroup());
    groups.endReplace();
    groups.freshness({ kind: "live", asOf: NOW });
    await turn();
    groups.upsert(aGroup({ resourceVersion: "901", generation: 2 }));
    groups.upsert(aGroup({ resourceVersion: "902", expectedSize: "6" }));
    expect(history.transitions.filter(({ subject }) => subject.kind === "group").map(({ type, facts }) => [type, facts])).toEqual([
      ["group-created", undefined],
      ["group-edited", { kind: "changes", changes: [{ field: "metadata.annotations[stolos.dev/expected-size]", from: null, to: "6" }], more: 0 }],
    ]);
  });

  it("tells of Services and ServiceEntries what changed in them, and of one that goes with the right to see it nothing", async () => {
    const { history, sink, clock } = begun();
    const services = sink.table(CLUSTER, "services", "*");
    const service: StoredMeshService = {
      ...{ cluster: CLUSTER, kind: "services", uid: "s", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: NOW - 5_000, unreadable: null },
      ...{ selector: sortedLabelSet([["app", "checkout"]]), hosts: [], ports: [], traits: [], mutedFindings: "", istiodStatus: "", parsed: null },
    };
    services.upsert(service);
    services.freshness({ kind: "live", asOf: NOW });
    await turn();
    services.upsert({ ...service, resourceVersion: "2" });
    services.upsert({ ...service, resourceVersion: "3", ...{ selector: sortedLabelSet([["app", "pay"]]) } });
    services.upsert({ ...service, uid: "t", name: "pay" });
    services.remove(gone("t"));
    clock.advance(1_000);
    services.freshness({ kind: "denied", asOf: clock.now(), reason: "forbidden" });
    services.beginReplace();
    services.endReplace();
    const told = history.transitions
      .filter(({ subject }) => subject.kind === "service")
      .map(({ subject, type, notBefore, facts }) => [subject.name, type, notBefore, facts]);
    expect(told).toEqual([
      ["checkout", "service-created", NOW - 5_000, undefined],
      ["checkout", "service-changed", null, { kind: "changes", changes: [{ field: "spec.selector[app]", from: "checkout", to: "pay" }], more: 0 }],
      ["pay", "service-created", null, undefined],
      ["pay", "service-deleted", null, undefined],
    ]);
    expect(history.versionsOf("service", "s").at(-1)?.to).toBeNull();
  });

  it("keys what a world changed by the replica concerned, and dates it where Pods were out of sight", async () => {
    const { clock, history, list, sink } = begun();
    await list(["a"]);
    clock.advance(1_000);
    sink.world(aWorld([]));
    sink.world(aWorld([aReplica({ uid: "aa02" })]));
    expect(history.versionsOf("entry", "a").map(({ versionKey, state }) => [versionKey, state])).toEqual([
      ["1200", 10],
      ["world:1200:none:unverified/ghost", 4],
      [`world:1200:aa02/${NOW - 86_400_000}:healthy/connected`, 10],
    ]);
    expect(history.transitions.filter(({ subject }) => subject.kind === "replica").map(({ type }) => type)).toEqual(["replica-went", "replica-came"]);
  });

  it("reports no state change of a machine because Pods are not visible", async () => {
    const { clock, history, list, sink, entries } = begun();
    const states = () => history.transitions.filter(({ type }) => type === "state").map(({ from, to }) => `${from}>${to}`);
    const [gone, hidden] = [aWorld([]), aWorld([], { replicas: PODS_DENIED })];
    await list(["a"]);
    for (const world of [gone, hidden, gone]) {
      sink.world(world);
      clock.advance(1_000);
    }
    expect(states()).toEqual(["healthy>unverified"]);
    // Past pages show what pages showed then.
    expect(history.versionsOf("entry", "a").map(({ state }) => state)).toEqual([10, 4, 10, 4]);
    sink.world(hidden);
    sink.world(aWorld());
    expect(states()).toEqual(["healthy>unverified", "unverified>healthy"]);
    for (const world of [gone, hidden]) sink.world(world);
    entries.upsert(anEntry({ uid: "a", name: "vm-a", resourceVersion: "1300", health: aReport("False", "503") }));
    expect(states().slice(2)).toEqual(["healthy>unverified", "unverified>unhealthy"]);
  });

  it("reports a replica that is gone once Pods are visible, although Nodes are not", async () => {
    const { history, list, sink } = begun();
    const nodes = { kind: "denied", source: "list nodes" } as const;
    await list(["a"]);
    for (const world of [aWorld([], { replicas: PODS_DENIED, nodes }), aWorld([], { nodes })]) sink.world(world);
    expect(history.transitions.flatMap(({ type, from, to }) => (type === "state" ? [`${from}>${to}`] : []))).toEqual(["healthy>unverified"]);
  });
});

describe("a recorder on a real database", () => {
  it("goes on where the one before it stopped: what is equal goes on, what differs is dated between", async () => {
    const clock = new ManualClock(NOW);
    const database = await openMemoryDatabase();
    const first = createHistoryWriter(database, clock, { tidy: null });
    await until(() => first.status().kind === "recording");
    const before = started(clock, first, openVersionReader(database.read, true));
    await before.list(["a", "b", "c"]);
    await until(() => before.fleet.size === 3);
    await settled(clock, 4_000);
    before.entries.freshness({ kind: "live", asOf: clock.now() });
    before.recorder.stop();
    await flushed(clock, first);

    const later = new ManualClock(NOW + 60_000);
    const second = createHistoryWriter(database, later, { tidy: null });
    await until(() => second.status().kind === "recording");
    const after = started(later, second, openVersionReader(database.read, true));
    after.entries.beginReplace();
    after.entries.upsert(anEntry({ uid: "a", name: "vm-a" }));
    after.entries.upsert(anEntry({ uid: "b", name: "vm-b", resourceVersion: "1300", health: aReport("False", "503") }));
    after.entries.upsert(anEntry({ uid: "d", name: "vm-d", createdAt: NOW + 30_000 }));
    after.entries.endReplace();
    after.entries.freshness({ kind: "live", asOf: later.now() });
    await settled(later, 4_000);
    await flushed(later, second);
    const versions = await database.read
      .selectFrom("version")
      .innerJoin("subject", "subject.id", "version.subject_id")
      .select(["uid", "valid_from", "not_before", "valid_to"])
      .where("subject.kind", "=", "entry")
      .orderBy("uid")
      .orderBy("valid_from")
      .execute();
    const seconds = (ms: number | null) => (ms === null ? null : Math.round((ms - NOW) / 1_000));
    expect(versions.map(({ uid, valid_from, not_before, valid_to }) => [uid, seconds(not_before), seconds(valid_from), seconds(valid_to)])).toEqual([
      ["a", -86_400, 0, null],
      ["b", -86_400, 0, 60],
      ["b", 4, 60, null],
      ["c", -86_400, 0, 60],
      ["d", 30, 60, null],
    ]);
    await database.close();
  });
});

describe("a replica that starts with an older list than the history", () => {
  const keysOf = async (database: Awaited<ReturnType<typeof openMemoryDatabase>>) => {
    const rows = await database.read
      .selectFrom("version")
      .innerJoin("subject", "subject.id", "subject_id")
      .select(["version_key", "valid_to"])
      .where("subject.kind", "=", "entry")
      .orderBy("valid_from")
      .orderBy("version.id")
      .execute();
    return rows.map(({ version_key, valid_to }) => `${version_key.replace(/#.+/, "#")} ${valid_to === null ? "open" : "over"}`);
  };

  /** A history in which another replica stored version 1300 of a machine, and a replica whose list has version 1200. */
  async function begunLate() {
    const [clock, database] = [new ManualClock(NOW), await openMemoryDatabase()];
    const first = createHistoryWriter(database, clock, { tidy: null });
    await until(() => first.status().kind === "recording");
    const other = started(clock, first, openVersionReader(database.read, true));
    await other.list(["a"]);
    await settled(clock, 1_000);
    other.entries.upsert(anEntry({ uid: "a", name: "vm-a", resourceVersion: "1300", health: aReport("False", "503") }));
    await settled(clock, 2_100);
    await flushed(clock, first);
    const second = createHistoryWriter(database, clock, { tidy: null });
    await until(() => second.status().kind === "recording");
    const late = started(clock, second, openVersionReader(database.read, true));
    late.entries.collection({ held: "1250", read: "1250", tookMs: 4_000 });
    await late.list(["a"]);
    for (let second = 0; second < 5; second++) await settled(clock, 1_000);
    await flushed(clock, second);
    return { clock, database, late, keys: () => keysOf(database), flush: () => flushed(clock, second) };
  }

  it("records neither its list nor the changes that the other replica stored", async () => {
    const { clock, late, keys, flush, database } = await begunLate();
    expect(await keys()).toEqual(["1200 over", "1300 open"]);
    late.entries.upsert(anEntry({ uid: "a", name: "vm-a", resourceVersion: "1300", health: aReport("False", "503") }));
    for (let second = 0; second < 5; second++) await settled(clock, 1_000);
    await flush();
    expect(await keys()).toEqual(["1200 over", "1300 open"]);
    const { n } = await database.read
      .selectFrom("transition")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("type", "=", "health")
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  it("records its list once a later read of the whole collection shows that the API server went back", async () => {
    const { clock, late, keys, flush } = await begunLate();
    late.entries.collection({ held: "1250", read: "1260", tookMs: 10 });
    for (let second = 0; second < 5; second++) await settled(clock, 1_000);
    await flush();
    expect(await keys()).toEqual(["1200 over", "1300 over", "1200# open"]);
  });
});

describe("a replica that begins while another one has stored nothing yet", () => {
  const CHANGED = { resourceVersion: "1300", health: aReport("False", "503") };
  const MOST_WAITING = 9;
  const WATCHED = { reason: "", asOf: NOW };

  /** Starts replicas of one database. Each of them has its own clock. */
  async function replicas() {
    const database = await openMemoryDatabase();
    const start = async () => {
      const clock = new ManualClock(NOW);
      const writer = createHistoryWriter(database, clock, { tidy: null, limits: { records: MOST_WAITING, bytes: 1_000_000 } });
      await until(() => writer.status().kind === "recording");
      return { clock, writer, ...started(clock, writer, openVersionReader(database.read, true)) };
    };
    const transitions = async (uid: string) => {
      const rows = database.read.selectFrom("transition").innerJoin("subject", "subject.id", "subject_id").select("type").where("uid", "=", uid);
      return (await rows.orderBy("type").execute()).map(({ type }) => type);
    };
    return { start, transitions };
  }

  /** The first replica has recorded versions 1200 and 1300 of a machine, and stored neither. The second one lists version 1300. */
  async function bothStarted() {
    const { start, transitions } = await replicas();
    const first = await start();
    await first.list(["a"]);
    await until(() => first.recorder.watches(CLUSTER));
    first.clock.advance(50);
    first.entries.upsert(anEntry({ uid: "a", name: "vm-a", ...CHANGED }));
    const second = await start();
    second.clock.advance(60);
    second.entries.collection({ held: "1300", read: "1300", tookMs: 10 });
    await second.list(["a"], CHANGED);
    await settled(second.clock, 0);
    return { first, second, transitions };
  }

  /** Stores the records of the second replica before those of the first one, and lets time pass. */
  async function secondStoredFirst(first: Awaited<ReturnType<typeof bothStarted>>["first"], second: typeof first): Promise<void> {
    await flushed(second.clock, second.writer);
    await flushed(first.clock, first.writer);
    for (let waited = 0; waited < 5; waited++) for (const { clock } of [first, second]) await settled(clock, 1_000);
    await flushed(second.clock, second.writer);
    expect(second.recorder.watches(CLUSTER)).toBe(true);
  }

  it("stores each change once after its start, also if its own list is stored first", async () => {
    const { first, second, transitions } = await bothStarted();
    await secondStoredFirst(first, second);
    expect(await transitions("a")).toEqual(["appeared", "health", "serving", "state"]);
  });

  it("stores each change once after a pause of both, also if its own list is stored first", async () => {
    const { start, transitions } = await replicas();
    const both = [await start(), await start()] as const;
    const [first, second] = both;
    for (const { list, clock, writer } of both) {
      await list(["a"]);
      for (let waited = 0; waited < 30; waited++) await settled(clock, 1_000);
      await flushed(clock, writer);
    }
    const subject = { cluster: CLUSTER, kind: "entry", namespace: "", name: "", uid: "" } as const;
    for (const { writer } of both) writer.append(Array.from({ length: MOST_WAITING + 1 }, () => ({ kind: "confirmed", subject, at: NOW })));
    expect(both.map(({ writer }) => writer.status().kind)).toEqual(["paused", "paused"]);
    second.entries.freshness({ kind: "stale", ...WATCHED });
    first.entries.upsert(anEntry({ uid: "b", name: "vm-b" }));
    for (const { clock, writer } of [second, first]) {
      await settled(clock, 500);
      await until(() => writer.status().kind === "recording");
    }
    await until(() => first.recorder.watches(CLUSTER));
    first.entries.upsert(anEntry({ uid: "b", name: "vm-b", ...CHANGED }));
    second.clock.advance(10);
    second.entries.upsert(anEntry({ uid: "b", name: "vm-b", ...CHANGED }));
    second.entries.freshness({ kind: "live", asOf: second.clock.now() });
    await settled(second.clock, 0);
    await secondStoredFirst(first, second);
    expect(await transitions("b")).toEqual(["appeared", "health", "serving", "state"]);
  });

  it("records its list 30 seconds after the start of the other one, if that one was killed", async () => {
    const { second, transitions } = await bothStarted();
    for (let waited = 0; waited < 29; waited++) await settled(second.clock, 1_000);
    expect(second.recorder.watches(CLUSTER)).toBe(false);
    await settled(second.clock, 1_000);
    expect(second.recorder.watches(CLUSTER)).toBe(true);
    await flushed(second.clock, second.writer);
    expect(await transitions("a")).toEqual(["appeared"]);
  });
});

describe("a replica that starts and cannot read istiod's Pods yet", () => {
  const SHOWN = ["entry", "world"] as const;

  /** The second replica lists the machine that the first one recorded, and does not know the replicas of istiod. */
  async function withoutPods() {
    const database = await openMemoryDatabase();
    const start = async (seesPods: boolean) => {
      const clock = new ManualClock(NOW);
      const writer = createHistoryWriter(database, clock, { tidy: null });
      await until(() => writer.status().kind === "recording");
      const replica = started(clock, writer, openVersionReader(database.read, true), seesPods);
      if (seesPods) replica.recorder.freshness(CLUSTER, "istiod-pods", "*", { kind: "live", asOf: NOW });
      await replica.list(["a"]);
      return { clock, writer, ...replica };
    };
    const first = await start(true);
    for (let waited = 0; waited < 4; waited++) await settled(first.clock, 1_000);
    await flushed(first.clock, first.writer);
    const second = await start(false);
    const keys = async () => {
      const rows = database.read.selectFrom("version").innerJoin("subject", "subject.id", "subject_id").select("version_key").where("kind", "in", SHOWN);
      return (await rows.execute()).map(({ version_key }) => version_key.replace(/^world:[^:#]{43}/, "world")).sort();
    };
    return { first, second, keys };
  }

  it("records nothing while another replica records, and no second world after that", async () => {
    const { first, second, keys } = await withoutPods();
    for (let waited = 0; waited < 12; waited++) for (const { clock } of [first, second]) await settled(clock, 1_000);
    expect(second.recorder.watches(CLUSTER)).toBe(false);
    second.sink.world(aWorld());
    for (let waited = 0; waited < 4; waited++) for (const { clock } of [first, second]) await settled(clock, 1_000);
    expect(second.recorder.watches(CLUSTER)).toBe(true);
    await flushed(second.clock, second.writer);
    expect(await keys()).toEqual(["1200", "world"]);
  });

  it("records unverified machines after the other replica was killed", async () => {
    const { second, keys } = await withoutPods();
    for (let waited = 0; waited < 20; waited++) await settled(second.clock, 1_000);
    expect(second.recorder.watches(CLUSTER)).toBe(true);
    await flushed(second.clock, second.writer);
    expect(await keys()).toEqual(["1200", "world", "world", "world:1200:denied:healthy/connected?"]);
  });
});

async function until(check: () => boolean): Promise<void> {
  while (!check()) await turn();
}

/** Lets what is under way end, and time pass meanwhile. */
async function settled(clock: ManualClock, ms: number): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
  clock.advance(ms);
  for (let i = 0; i < 20; i++) await turn();
}

async function flushed(clock: ManualClock, writer: HistoryWriter): Promise<void> {
  let done = false;
  void writer.flush().then(() => {
    done = true;
  });
  while (!done) {
    clock.advance(10);
    await turn();
  }
}
