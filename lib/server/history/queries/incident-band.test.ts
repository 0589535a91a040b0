import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope } from "@/lib/domain/source/scope";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aGroup, aWorld, NOW } from "@/lib/testing/entries";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { windowAround } from "./incident-band";

const MINUTE = 60_000;
const PAY = [3, 4].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
const OPEN = anIncident({ key: "q7fd", members: [aMember(1), aMember(2), ...PAY], peak: { at: NOW, bad: 4 } });

/** A history that records 30 min before and 20 min after the first failure. */
async function recorded(...incidents: readonly Incident[]) {
  const clock = new ManualClock(NOW - 30 * MINUTE);
  const played = await rememberedFleet(clock, aWorld());
  await played.live([], [aGroup({ namespace: "shop", name: "checkout" }), aGroup({ namespace: "pay", name: "ledger", uid: "uid-ledger" })]);
  await played.wait(28 * MINUTE);
  played.group(aGroup({ namespace: "shop", name: "checkout", expectedSize: "4", resourceVersion: "1201" }));
  played.group(aGroup({ namespace: "shop", name: "other", uid: "uid-other", resourceVersion: "1202" }));
  await played.wait(22 * MINUTE);
  const store = new IncidentStore(played.database);
  await store.save({ cluster: "prod-eu", asOf: NOW, incidents, engine: { format: 1, body: "" } });
  const band = (scope: Scope = ALL_IN_SIGHT, at: number | null = null, window: { from: number; to: number } | null = null) =>
    played.history.band(
      { cluster: [], ns: [], group: null, incident: "q7fd", window: window === null ? null : { kind: "between", ...window }, at, width: 800 },
      scope,
    );
  return { played, band };
}

/** The points of a chart: the minutes after the first failure, and the numbers of machines. */
function stepsOf({ points }: StateChartAnswer) {
  return points.map(({ at, counts, serving, total }) => [Math.max(-99, (at - NOW) / MINUTE), countWithState(counts, "unhealthy"), serving, total]);
}

describe("the chart around an incident", () => {
  it("has the machines of the incident by state, from before the changes before it to now", async () => {
    const { band } = await recorded(OPEN);
    const answer = await band();
    expect(stepsOf(answer)).toEqual([
      [-12, 0, 4, 4],
      [0, 4, 0, 4],
    ]);
    expect([answer.from, answer.to]).toEqual([NOW - 12 * MINUTE, NOW + 20 * MINUTE]);
  });

  it("marks the beginning, the peak and the end, and the changes of its own groups", async () => {
    const { band } = await recorded(anEndedIncident(OPEN, NOW + 4 * MINUTE));
    const { markers, points } = await band();
    expect(markers.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["group-edited group edited", "incident began", "incident peak 4", "incident over"]);
    expect(points.at(-1)).toMatchObject({ at: NOW + 4 * MINUTE, serving: 4, total: 4 });
  });

  it("has only the visible machines for a viewer of one namespace", async () => {
    const { band } = await recorded(OPEN);
    const answer = await band(sightOfNamespaces("shop"));
    expect(stepsOf(answer).at(-1)).toEqual([0, 2, 0, 2]);
    expect(answer.markers.map(({ label }) => label)).toEqual(["group edited", "began", "peak 2"]);
    expect(JSON.stringify(answer)).not.toMatch(/pay|ledger/);
  });

  it("waits for an incident that is in memory and not stored yet", async () => {
    const { band, played } = await recorded();
    played.fleet.incidentMemory?.update([OPEN]);
    const answer = band();
    await setTimeout(300);
    await new IncidentStore(played.database).save({ cluster: "prod-eu", asOf: NOW, incidents: [OPEN], engine: { format: 1, body: "" } });
    expect(stepsOf(await answer).at(-1)).toEqual([0, 4, 0, 4]);
  });

  it("is refused like an unknown one if no part of the incident is visible", async () => {
    const { band } = await recorded(OPEN);
    await expect(band(sightOfNamespaces("other"))).rejects.toThrow("The history has no such incident");
  });

  it("ends at the moment of a page of the past, before the end of the incident", async () => {
    const later = { ...OPEN, members: [...OPEN.members, aMember(5, { joinedAt: NOW + 3 * MINUTE })] };
    const { band } = await recorded(anEndedIncident(later, NOW + 4 * MINUTE));
    const { to, markers, points } = await band(ALL_IN_SIGHT, NOW + 2 * MINUTE);
    expect([to, markers.at(-1)?.label, points.at(-1)]).toMatchObject([NOW + 2 * MINUTE, "peak 4", { serving: 0, total: 4 }]);
  });

  it("counts a machine no longer after its loss was accepted, and still if it was replaced", async () => {
    const left = (how: "accepted" | "replaced") => ({ how, at: NOW + 2 * MINUTE, by: "" }) as const;
    const ended = (n: number, how: "accepted" | "replaced") => {
      const { spans, ...rest } = aMember(n, { condition: "lost" });
      return { ...rest, spans: spans.map((span) => ({ ...span, to: NOW + 2 * MINUTE })), left: left(how) };
    };
    const { band } = await recorded({ ...OPEN, members: [ended(1, "accepted"), ended(2, "replaced"), ...PAY] });
    expect(stepsOf(await band()).at(-1)).toEqual([2, 2, 1, 3]);
  });

  it("does not count a machine before it was registered", async () => {
    const { band, played } = await recorded(OPEN);
    await played.database.write.insertInto("subject").values({ cluster: "prod-eu", kind: "entry", namespace: "shop", name: "vm-1", uid: "uid-1" }).execute();
    const { id } = await played.database.read.selectFrom("subject").select("id").where("uid", "=", "uid-1").executeTakeFirstOrThrow();
    const [version] = await played.database.read.selectFrom("version").selectAll().limit(1).execute();
    if (version === undefined) throw new Error("nothing is recorded");
    const { id: _, ...columns } = version;
    const registered = { ...columns, subject_id: id, version_key: "vm-1", valid_from: NOW - 5 * MINUTE };
    await played.database.write.insertInto("version").values(registered).execute();
    expect(stepsOf(await band())).toEqual([
      [-12, 0, 3, 3],
      [-5, 0, 4, 4],
      [0, 4, 0, 4],
    ]);
  });

  it("has a gap while nothing was recorded", async () => {
    const { band, played } = await recorded(OPEN);
    played.blind("the API server does not answer");
    await played.wait(5 * MINUTE);
    const { gaps } = await band();
    expect(gaps.some(({ from, to, blindTo }) => blindTo.length === 0 && to - from > 4 * MINUTE)).toBe(true);
  });
});

describe("the window around an incident", () => {
  const hours = (began: number, endedAt: number | null, now: number) => {
    const { from, to } = windowAround({ began: { at: began, notBefore: null }, endedAt }, now);
    return [from, to];
  };
  it.each([
    ["ends now for an open incident", null, 4, -12, 4],
    ["ends 5 min after the end of a short incident", 8, 60, -12, 13],
    ["ends now for an incident that just ended", 8, 9, -12, 9],
    ["begins and ends a quarter of its duration around a long incident", 400, 900, -100, 500],
  ])("%s", (_, end, now, from, to) => {
    expect(hours(NOW, end === null ? null : NOW + end * MINUTE, NOW + now * MINUTE)).toEqual([NOW + from * MINUTE, NOW + to * MINUTE]);
  });
});
