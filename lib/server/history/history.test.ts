import { expect, it, onTestFinished } from "vitest";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import { ActivityQuery, LossesQuery, RowStateChartsQuery, StateChartQuery, TimelineQuery } from "@/lib/contract/url/history-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { formatPlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { LEARNED_SIZE_RULE } from "@/lib/domain/history/learned-size";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { type Scope, scopeFromPermissions } from "@/lib/domain/source/scope";
import { countWithState, STATE_CODES } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";
import { rememberThen } from "./past-memories";

const MINUTE = 60_000;
const at = (ms: number) => parseTimestamp(new Date(ms).toISOString());
const asked = (question: Parameters<typeof formatQueryValues>[0]) => new URLSearchParams(formatQueryValues(question));
const checkout = { cluster: ["prod-eu"], ns: ["shop"], group: "checkout" };
const seconds = (ms: number | null) => (ms === null ? null : Math.round((ms - NOW) / 1000));

async function aFleet(own: OwnDatabase) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  return played;
}

const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({ uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, locality: `eu/eu-${n < 3 ? "a" : "b"}`, connectedAt: at(NOW - MINUTE), ...change });

/** Four machines of a group that expects four: the third fails its probe for two minutes, then the first leaves and is removed after the grace period. */
async function anIncident(own: OwnDatabase) {
  const played = await aFleet(own);
  await played.live(
    [1, 2, 3, 4].map((n) => machine(n)),
    [aGroup({ expectedSize: "4" })],
  );
  await played.wait(5 * MINUTE);
  played.upsert(machine(3, { resourceVersion: "1201", health: aReport("False", "HTTP 503") }));
  await played.wait(2 * MINUTE);
  played.upsert(machine(3, { resourceVersion: "1202", health: aReport("True") }));
  await played.wait(3 * MINUTE);
  const gone = machine(1, { resourceVersion: "1203", connectedAt: null, disconnectedAt: at(played.clock.now()) });
  played.upsert(gone);
  await played.wait(GRACE_MS + 100);
  played.remove(gone);
  await played.wait(4 * MINUTE);
  return played;
}

onEachEngine("a band", (own) => {
  it("shows who failed for as long as they failed, and who is lost as missing from then on", async () => {
    const { history } = await anIncident(own);
    const band = await history.band(read(StateChartQuery, asked({ ...checkout, window: "15m", width: 4000 })), ALL_IN_SIGHT);
    const told = band.points.map(({ at: when, counts, missing, serving, total }) => {
      const states = STATES.filter((state) => countWithState(counts, state) > 0).join();
      return `${seconds(when)} ${states || "-"} missing ${missing}, ${serving} of ${total}`;
    });
    expect(told).toEqual([
      "-50 - missing 0, 0 of 0",
      "0 - missing 0, 4 of 4",
      "300 unhealthy missing 0, 3 of 4",
      "420 - missing 0, 4 of 4",
      "610 - missing 1, 3 of 3",
    ]);
  });

  it("shows the same over a long window, from the minutes that were summed up", async () => {
    const played = await anIncident(own);
    await played.wait(5 * MINUTE);
    const { points, availability } = await played.history.band(read(StateChartQuery, asked({ ...checkout, window: "6h", width: 2000 })), ALL_IN_SIGHT);
    const worst = (state: (typeof STATES)[number]) => Math.max(...points.map(({ counts }) => countWithState(counts, state)));
    expect([worst("unhealthy"), worst("reconnecting"), worst("unverified")]).toEqual([1, 0, 0]);
    expect(points.at(-1)).toMatchObject({ missing: 1, serving: 3, total: 3 });
    const told = points.map(({ at: when, missing, serving }) => [seconds(when), missing, serving]);
    expect(told[1]).toEqual([0, 0, 4]);
    // 660 of 4,600 machine seconds: two minutes of one failing, nine of one missing.
    expect(availability?.percent).toBe("85.65");
  });

  it("counts 10 observed minutes of 14 in which all four served, 2 with three and 4 with three of four, and rounds down", async () => {
    const { history } = await anIncident(own);
    const { availability, churn, gaps } = await history.band(read(StateChartQuery, asked({ ...checkout, window: "15m" })), ALL_IN_SIGHT);
    const measured = { percent: "89.41", observedMs: expect.closeTo(850_000, -3), of: "expected" };
    expect(availability).toEqual({ ...measured, since: NOW, unseenMs: 0, total: { least: 4, most: 4 } });
    expect(churn).toEqual({ appeared: 0, ended: 1, lost: 1 });
    expect(gaps).toMatchObject([{ reason: "nothing was recorded yet", blindTo: [] }]);
  });

  it("is empty for who may not see the namespace, and has no more than two points a pixel", async () => {
    const { history } = await anIncident(own);
    const none = await history.band(read(StateChartQuery, asked({ ...checkout, window: "15m" })), sightOfNamespaces("other"));
    expect([none.points.every(({ total }) => total === 0), none.markers, none.churn.ended]).toEqual([true, [], 0]);
    const narrow = await history.band(read(StateChartQuery, asked({ ...checkout, window: "15m", width: 16 })), ALL_IN_SIGHT);
    expect(narrow.points.length).toBeLessThanOrEqual(32);
    expect(Math.max(...narrow.points.map(({ counts }) => countWithState(counts, "unhealthy")))).toBe(1);
  });

  it("says nothing for while nobody looked, and takes up again afterwards", async () => {
    const played = await aFleet(own);
    const failing = machine(1, { health: aReport("False", "HTTP 503") });
    await played.live([failing], [aGroup()]);
    await played.wait(5 * MINUTE);
    played.blind("the API server is away");
    await played.wait(2 * MINUTE);
    await played.live([failing], [aGroup()]);
    await played.wait(3 * MINUTE);
    const { points, gaps } = await played.history.band(read(StateChartQuery, asked({ ...checkout, window: "15m", width: 900 })), ALL_IN_SIGHT);
    const [, gap] = gaps.filter(({ blindTo }) => blindTo.length === 0);
    expect([seconds(gap?.from ?? null), seconds(gap?.to ?? null), gap?.reason]).toEqual([300, 420, "the API server is away"]);
    expect(points.map((point) => [seconds(point.at), countWithState(point.counts, "unhealthy")])).toEqual([
      [-300, 0],
      [0, 1],
      [300, 0],
      [420, 1],
    ]);
  });
});

onEachEngine("the availability of a group without an expected size", (own) => {
  it("is measured by its registered machines and the losses that count; a machine that leaves as planned is no loss", async () => {
    const played = await aFleet(own);
    const drained = { metadataLabels: sortedLabelSet([["istio.io/draining", "true"]]) };
    await played.live(
      [1, 2, 3, 4].map((n) => machine(n, n === 4 ? drained : {})),
      [aGroup()],
    );
    await played.wait(5 * MINUTE);
    const gone = machine(1, { resourceVersion: "1203", connectedAt: null, disconnectedAt: at(played.clock.now() - GRACE_MS) });
    played.upsert(gone);
    played.remove(gone);
    await played.wait(5 * MINUTE);
    await rememberThen(played.fleet, played.database.read, played.clock.now(), LEARNED_SIZE_RULE);
    const lost = await played.history.band(read(StateChartQuery, asked({ ...checkout, window: "15m" })), ALL_IN_SIGHT);
    // Two of four serve: one drains, one is lost. Five minutes of three, five of two.
    const measured = { percent: "62.50", observedMs: 10 * MINUTE, of: "held" };
    expect(lost.availability).toEqual({ ...measured, since: NOW, unseenMs: 0, total: { least: 4, most: 4 } });
    expect(lost.points.at(-1)).toMatchObject({ total: 3, missing: 1 });
    played.remove(machine(4, drained));
    await played.wait(5 * MINUTE);
    await rememberThen(played.fleet, played.database.read, played.clock.now(), LEARNED_SIZE_RULE);
    const { points } = await played.history.band(read(StateChartQuery, asked({ ...checkout, window: "15m" })), ALL_IN_SIGHT);
    expect(points.at(-1)).toMatchObject({ total: 2, missing: 1 });
  });
});

onEachEngine("losses", (own) => {
  it("keep who was lost, with the cause and both times, and what sets the lost apart from those that are left", async () => {
    const { history } = await anIncident(own);
    const losses = await history.losses(read(LossesQuery, asked({ ...checkout, window: "15m" })), ALL_IN_SIGHT);
    const [row] = losses.rows;
    expect([losses.total, losses.planned, losses.left]).toEqual([1, 0, 3]);
    expect([row?.row.name, row?.cause, seconds(row?.disconnectedAt ?? null), seconds(row?.endedAt ?? null), row?.replacedBy]).toEqual([
      "vm-1",
      "left",
      600,
      610,
      "",
    ]);
    expect(losses.traits[0]).toEqual({ trait: "zone", value: "eu-a", lost: 1, left: 1 });
  });

  it("are those of the scope only, and planned ones are counted apart", async () => {
    const played = await anIncident(own);
    played.upsert(machine(2, { resourceVersion: "1300", metadataLabels: sortedLabelSet([["istio.io/draining", "true"]]) }));
    await played.wait(1_000);
    played.remove(machine(2));
    await played.wait(1_000);
    const question = read(LossesQuery, asked({ window: "15m" }));
    expect(await played.history.losses(question, ALL_IN_SIGHT)).toMatchObject({
      total: 1,
      planned: 1,
      rows: [{ cause: "drained", planned: true }, { cause: "left" }],
    });
    expect(await played.history.losses(question, sightOfNamespaces("other"))).toMatchObject({ total: 0, planned: 0, left: 0, rows: [], traits: [] });
  });

  it("are planned by the mark of the group, which is kept with the ending, and are not missing", async () => {
    const played = await aFleet(own);
    const plannedLeaves = formatPlannedLeaves([{ entry: machine(1).name, by: null, reason: "moved" }]);
    await played.live(
      [1, 2, 3].map((n) => machine(n)),
      [aGroup({ plannedLeaves })],
    );
    await played.wait(MINUTE);
    for (const n of [1, 2]) {
      const gone = machine(n, { resourceVersion: `130${n}`, connectedAt: null, disconnectedAt: at(played.clock.now() - GRACE_MS) });
      played.upsert(gone);
      played.remove(gone);
    }
    await played.wait(MINUTE);
    const losses = await played.history.losses(read(LossesQuery, asked({ window: "15m" })), ALL_IN_SIGHT);
    expect(losses).toMatchObject({ total: 1, planned: 1 });
    expect(losses.rows.map(({ row, cause, planned }) => [row.name, cause, planned]).sort()).toEqual([
      ["vm-1", "planned", true],
      ["vm-2", "left", false],
    ]);
    await rememberThen(played.fleet, played.database.read, played.clock.now(), LEARNED_SIZE_RULE);
    const { points } = await played.history.band(read(StateChartQuery, asked({ ...checkout, window: "15m" })), ALL_IN_SIGHT);
    expect(points.at(-1)).toMatchObject({ total: 1, missing: 1 });
  });

  it("name who has the name now", async () => {
    const played = await anIncident(own);
    played.upsert(machine(1, { uid: "uid-9", connectedAt: at(played.clock.now()) }));
    await played.wait(1_000);
    const { rows } = await played.history.losses(read(LossesQuery, asked({ window: "15m" })), ALL_IN_SIGHT);
    expect(rows).toMatchObject([{ row: { uid: "uid-1" }, replacedBy: "uid-9" }]);
  });

  it("are counted apart from those that are back, each with its moment, also on a page of the past", async () => {
    const played = await anIncident(own);
    const lostAt = played.clock.now();
    await played.wait(20_000);
    const backAt = played.clock.now();
    played.upsert(machine(1, { uid: "uid-9", connectedAt: at(backAt) }));
    await played.wait(10_000);
    const then = (moment: number) => played.history.losses(read(LossesQuery, asked({ window: "15m", at: new Date(moment).toISOString() })), ALL_IN_SIGHT);
    expect(await then(lostAt + 10_000)).toMatchObject({ total: 1, back: 0, backSince: null, rows: [{ replacedBy: "", backAt: null }] });
    expect(await then(backAt + 5_000)).toMatchObject({ total: 1, back: 1, backSince: backAt, rows: [{ replacedBy: "uid-9", backAt }] });
  });

  it("are compared with who was there before they went, as they were then: not with who is back, or held by another replica now", async () => {
    const played = await anIncident(own);
    const question = read(LossesQuery, asked({ ...checkout, window: "15m" }));
    const before = await played.history.losses(question, ALL_IN_SIGHT);
    expect(before.traits.find(({ trait }) => trait === "replica")).toMatchObject({ lost: 1, left: 3 });
    played.upsert(machine(1, { uid: "uid-9", connectedAt: at(played.clock.now()) }));
    for (const n of [2, 3]) played.upsert(machine(n, { resourceVersion: "1500", controller: "istiod-new", connectedAt: at(played.clock.now()) }));
    await played.wait(10_000);
    const after = await played.history.losses(question, ALL_IN_SIGHT);
    expect([after.left, after.leftAt, after.traits]).toEqual([before.left, before.leftAt, before.traits]);
  });
});

onEachEngine("a timeline", (own) => {
  const question = (name: string, window = "15m") => read(TimelineQuery, asked({ cluster: "prod-eu", ns: "shop", name, window }));

  it("shows health as it turned, with true time in each state and its falls", async () => {
    const { history } = await anIncident(own);
    const { health, state, timeInState, flaps24h, connection } = await history.timeline(question("vm-3"), ALL_IN_SIGHT);
    expect(health.map(({ from, to, value }) => [seconds(from), seconds(to), value])).toEqual([
      [0, 300, "True"],
      [300, 420, "False"],
      [420, null, "True"],
    ]);
    expect(state.map(({ value }) => value)).toEqual(["healthy", "unhealthy", "healthy"]);
    expect([countWithState(timeInState, "unhealthy"), flaps24h, connection.length]).toEqual([2 * MINUTE, 1, 1]);
  });

  it("tells of a machine that is gone, as it last was; out of sight there is none", async () => {
    const { history } = await anIncident(own);
    const gone = await history.timeline(question("vm-1"), ALL_IN_SIGHT);
    expect(gone.incarnations).toMatchObject([{ uid: "uid-1", cause: "left", planned: false }]);
    expect(gone.last).toMatchObject({ row: { name: "vm-1", state: "reconnecting" }, cause: "left" });
    expect(gone.existence.map(({ to, state }) => [seconds(to), state])).toEqual([[610, "vanished"]]);
    expect(gone.connection.map(({ from, value, state }) => [seconds(from), value, state])).toEqual([
      [0, "istiod-7c9f-a", "healthy"],
      [600, "", "reconnecting"],
      [610, "", "disconnected"],
    ]);
    expect((await history.timeline(question("vm-1"), sightOfNamespaces("other"))).incarnations).toEqual([]);
  });

  it("is one session that was renewed where the replica recycled it, and no fall", async () => {
    const played = await aFleet(own);
    await played.live([machine(1)], [aGroup()]);
    await played.wait(2 * MINUTE);
    played.upsert(machine(1, { resourceVersion: "1201", connectedAt: at(played.clock.now()) }));
    await played.wait(MINUTE);
    const { connection, state, flaps24h } = await played.history.timeline(question("vm-1"), ALL_IN_SIGHT);
    expect(connection.map(({ value, marks }) => [value, marks.map(seconds)])).toEqual([["istiod-7c9f-a", [120]]]);
    expect([state.length, flaps24h]).toEqual([1, 0]);
  });

  it("never shows health for a machine whose replica is gone, nor over a while that nobody saw", async () => {
    const played = await aFleet(own);
    await played.live([machine(1)], [aGroup()]);
    await played.wait(MINUTE);
    played.world(aWorld([]));
    await played.wait(MINUTE);
    played.blind("a pause");
    await played.wait(MINUTE);
    await played.live([machine(1)], [aGroup()]);
    await played.wait(MINUTE);
    const { state, gaps } = await played.history.timeline(question("vm-1"), ALL_IN_SIGHT);
    expect(state.map(({ from, to, state: shown }) => [seconds(from), seconds(to), shown])).toEqual([
      [0, 60, "healthy"],
      [60, 120, "unverified"],
      [180, null, "healthy"],
    ]);
    expect(gaps.some(({ reason }) => reason === "a pause")).toBe(true);
  });
});

onEachEngine("rows of a list", (own) => {
  it("have a band and falls; what is out of sight has no row", async () => {
    const { history } = await anIncident(own);
    const question = (kind: string, id: string[]) => read(RowStateChartsQuery, asked({ kind, id, window: "15m", buckets: 15 }));
    const [entry] = (await history.rows(question("entries", ["prod-eu/uid-3"]), ALL_IN_SIGHT)).rows;
    expect(entry?.flaps).toBe(1);
    expect(entry?.share.filter((share) => share > 0).length).toBe(3);
    const [group] = (await history.rows(question("groups", ["prod-eu/shop/checkout"]), ALL_IN_SIGHT)).rows;
    expect([group?.worst.includes(STATE_CODES.unhealthy), Math.max(...(group?.share ?? []))]).toEqual([true, 25]);
    expect((await history.rows(question("entries", ["prod-eu/uid-3"]), sightOfNamespaces("other"))).rows).toEqual([]);
    expect((await history.rows(question("groups", ["prod-eu/shop/checkout"]), sightOfNamespaces("other"))).rows).toEqual([]);
  });
});

onEachEngine("machines whose uids differ in their last sign", (own) => {
  it("are told apart in every answer", async () => {
    const played = await aFleet(own);
    const uid = (n: number) => `57fd0001-6a5e-4c1e-9d3f-00000000000${n}`;
    const [first, second] = [1, 2].map((n) => machine(n, { uid: uid(n) })) as [WorkloadEntry, WorkloadEntry];
    await played.live([first, second], [aGroup()]);
    await played.wait(MINUTE);
    played.upsert({ ...second, resourceVersion: "1201", health: aReport("False", "HTTP 503") });
    await played.wait(MINUTE);
    played.remove(first);
    await played.wait(MINUTE);
    const { history } = played;
    const place = { cluster: "prod-eu", ns: "shop" };
    const { rows } = await history.rows(
      read(RowStateChartsQuery, asked({ kind: "entries", id: [`prod-eu/${uid(1)}`, `prod-eu/${uid(2)}`], window: "15m" })),
      ALL_IN_SIGHT,
    );
    expect(rows.map(({ id, flaps }) => [id, flaps])).toEqual([
      [`prod-eu/${uid(1)}`, 0],
      [`prod-eu/${uid(2)}`, 1],
    ]);
    const lost = await history.losses(read(LossesQuery, asked({ window: "15m" })), ALL_IN_SIGHT);
    expect(lost.rows.map(({ row }) => row.uid)).toEqual([uid(1)]);
    for (const n of [1, 2]) {
      const timeline = await history.timeline(read(TimelineQuery, asked({ ...place, name: `vm-${n}`, uid: uid(n), window: "15m" })), ALL_IN_SIGHT);
      expect(timeline.state.map(({ state }) => state)).toEqual(n === 1 ? ["healthy"] : ["healthy", "unhealthy"]);
      const log = await history.activity(read(ActivityQuery, asked({ uid: uid(n), window: "15m" })), ALL_IN_SIGHT);
      expect(new Set(log.rows.map((row) => row.name))).toEqual(new Set([`vm-${n}`]));
    }
  });
});

onEachEngine("the log", (own) => {
  const question = (more: object) => read(ActivityQuery, asked({ window: "15m", ...more }));

  it("of a young record begins with the start of the recorder, though nothing was seen yet", async () => {
    const played = await aFleet(own);
    await played.wait(2_000);
    await played.live([machine(1)], [aGroup()]);
    await played.wait(MINUTE);
    const { rows, from } = await played.history.activity(read(ActivityQuery, asked({})), ALL_IN_SIGHT);
    expect(rows.at(-1)).toMatchObject({ type: "recorder-started" });
    expect(from).toBeGreaterThan(rows.at(-1)?.at ?? Number.NaN);
    const { from: drawn } = await played.history.band(read(StateChartQuery, asked({ ...checkout })), ALL_IN_SIGHT);
    expect(drawn, "nothing is drawn of a while in which nothing was seen").toBe(from);
  });

  it("puts equal things of a group and moment on one line, and pages without losing or repeating any", async () => {
    const played = await aFleet(own);
    await played.live(
      [1, 2, 3, 4].map((n) => machine(n)),
      [aGroup()],
    );
    await played.wait(MINUTE);
    played.upsert(...[1, 2, 3].map((n) => machine(n, { resourceVersion: `20${n}`, health: aReport("False", "HTTP 503") })));
    await played.wait(MINUTE);
    const whole = await played.history.activity(question({ type: ["state", "health"] }), ALL_IN_SIGHT);
    expect(whole.rows.map(({ type, count, names }) => [type, count, names.length])).toEqual([["health", 3, 3]]);
    const words = await played.history.activity(question({ type: ["state"] }), ALL_IN_SIGHT);
    expect(words.rows.map(({ type, count }) => [type, count])).toEqual([["state", 3]]);
    expect(whole.next).toBeNull();
    const all = await played.history.activity(question({}), ALL_IN_SIGHT);
    const lines: string[] = [];
    let before: string | null = "";
    // A page has a line at least: a cursor that does not move is no reason to read for ever.
    for (let page = 0; before !== null && page <= 4 * all.rows.length; page++) {
      const { rows, next }: ActivityAnswer = await played.history.activity(question({ limit: 1, before }), ALL_IN_SIGHT);
      lines.push(...rows.map(({ id }) => id));
      before = next;
    }
    expect(before, "the last page says that it is the last").toBeNull();
    expect([new Set(lines).size, lines.length >= all.rows.length]).toEqual([lines.length, true]);
    expect(whole.types).toEqual(all.types);
  });

  it("finds by name, by group and by what was said, and shows others only what they may see", async () => {
    const { history } = await anIncident(own);
    const names = async (more: object, scope = ALL_IN_SIGHT) => [...new Set((await history.activity(question(more), scope)).rows.flatMap((row) => row.names))];
    expect(await names({ q: "http 503" })).toEqual(["vm-3"]);
    expect(await names({ name: "vm-1", type: ["ended"] })).toEqual(["vm-1"]);
    expect(await names({ group: "another" })).toEqual([]);
    expect(await names({ q: "100%" })).toEqual([]);
    expect(await names({}, sightOfNamespaces("other"))).toEqual(["recorder"]);
  });

  it("tells of a cluster that nobody saw for a while only those who may know it", async () => {
    const played = await aFleet(own);
    await played.live([machine(1)]);
    await played.wait(MINUTE);
    played.blind("the API server is away");
    await played.wait(MINUTE);
    await played.live([machine(1)]);
    await played.wait(MINUTE);
    const rows = async (scope: Scope) => (await played.history.activity(question({}), scope)).rows.map(({ type, cluster }) => `${type} ${cluster}`);
    expect(await rows(sightOfNamespaces("other"))).toContain("blind prod-eu");
    expect((await rows(scopeFromPermissions(new Map()))).join()).not.toContain("prod-eu");
    expect((await rows(scopeFromPermissions(new Map()))).join()).toContain("recorder-started");
  });

  it("tells nobody how much happens out of sight: neither a line's id nor a cursor depends on it", async () => {
    const told = async (others: number) => {
      const played = await aFleet(own);
      const hidden = (turn: number) => Array.from({ length: others }, (_, at) => machine(10 + at, { namespace: "other", resourceVersion: `${turn}${at}` }));
      await played.live([...hidden(300), machine(1)], [aGroup()]);
      await played.wait(MINUTE);
      for (const [turn, word] of [401, 402].entries()) {
        const health = aReport("False", `HTTP 50${turn}`);
        played.upsert(...hidden(500 + word).map((one) => ({ ...one, health })), machine(1, { resourceVersion: String(word), health }));
        await played.wait(MINUTE);
      }
      const { rows, next } = await played.history.activity(question({ limit: 1 }), sightOfNamespaces("shop"));
      return { ids: rows.map(({ id }) => id), next };
    };
    const [alone, among] = [await told(0), await told(7)];
    expect(alone.next).not.toBeNull();
    expect(among).toEqual(alone);
  });

  it("refuses a cursor that it did not give", async () => {
    const { history } = await anIncident(own);
    await expect(history.activity(question({ before: "1700000000000.17" }), ALL_IN_SIGHT)).rejects.toMatchObject({ status: 400, field: "before" });
    await expect(history.activity(question({ before: "1;drop table" }), ALL_IN_SIGHT)).rejects.toMatchObject({ status: 400, field: "before" });
  });
});

onEachEngine("the fleet as it was", (own) => {
  it("has who was there then, as they were then", async () => {
    const { history, clock } = await anIncident(own);
    const then = async (moment: number) => {
      const { fleet } = await history.fleetAt(moment, ALL_IN_SIGHT);
      const [record] = fleet.groups();
      return [fleet.size, STATES.filter((_, state) => (record?.counts[state] ?? 0) > 0).join(), record?.object?.expectedSize];
    };
    expect(await then(NOW + 6 * MINUTE)).toEqual([4, "unhealthy,healthy", "4"]);
    expect(await then(NOW + 10 * MINUTE + 5_000)).toEqual([4, "reconnecting,healthy", "4"]);
    expect(await then(clock.now() - 5_000)).toEqual([3, "healthy", "4"]);
  });

  it.each([
    [(now: number) => now + 60_000, /still to come/],
    [() => NOW - 60_000, /before the record, which begins at 2026-08-12T04:16:12Z/],
  ])("is refused for a moment that is not there, in words: %#", async (moment, words) => {
    const { history, clock } = await anIncident(own);
    await expect(history.fleetAt(moment(clock.now()), ALL_IN_SIGHT)).rejects.toMatchObject({ field: "at", detail: expect.stringMatching(words) });
  });

  it("is refused for a moment that nobody saw, with the reason", async () => {
    const played = await aFleet(own);
    await played.live([machine(1)]);
    await played.wait(MINUTE);
    played.blind("the API server is away");
    await played.wait(MINUTE);
    await played.live([machine(1)]);
    await played.wait(MINUTE);
    await expect(played.history.fleetAt(NOW + 90_000, ALL_IN_SIGHT)).rejects.toMatchObject({
      status: 404,
      detail: expect.stringMatching(/the API server is away/),
    });
  });
});
