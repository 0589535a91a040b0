import { expect, it, onTestFinished } from "vitest";
import { ActivityQuery, ServiceHistoryQuery, StateChartQuery, TimelineQuery } from "@/lib/contract/url/history-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope } from "@/lib/domain/source/scope";
import { read } from "@/lib/server/history/answer-history";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";

const MINUTE = 60_000;
const FAILED_AT = NOW + 5 * MINUTE;
const asked = (question: Parameters<typeof formatQueryValues>[0]) => new URLSearchParams(formatQueryValues(question));

/** Two machines of "shop" and one of "pay" fail after five minutes, and pass their probes two minutes later. Their incident is stored. */
async function failedMachines(own: OwnDatabase, change: Partial<Incident> = {}) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  const at = (n: number, resourceVersion: string, status: "True" | "False" = "True") =>
    anEntry({
      ...{ uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, resourceVersion, health: aReport(status, status === "False" ? "HTTP 503" : "") },
      ...(n === 3 ? { namespace: "pay", registrationGroup: "ledger", owner: null } : {}),
    });
  await played.live([at(1, "1"), at(2, "1"), at(3, "1")], [aGroup({ expectedSize: "2" })]);
  await played.wait(5 * MINUTE);
  for (const n of [1, 2, 3]) played.upsert(at(n, "2", "False"));
  await played.wait(2 * MINUTE);
  for (const n of [1, 2, 3]) played.upsert(at(n, "3"));
  await played.wait(MINUTE);
  const members = [
    aMember(3, { namespace: "pay", group: "ledger", joinedAt: FAILED_AT - MINUTE }),
    aMember(1, { joinedAt: FAILED_AT }),
    aMember(2, { joinedAt: FAILED_AT }),
  ];
  const incident = anIncident({ key: "q7fd", members, began: { at: FAILED_AT - MINUTE, notBefore: null }, openedAt: FAILED_AT, ...change });
  const store = new IncidentStore(played.database);
  await store.save({ cluster: "prod-eu", asOf: NOW, incidents: [incident], engine: { format: 1, body: "" } });
  const { history } = played;
  const marksOf = async (scope: Scope, place: object = {}) => {
    const { markers } = await history.band(read(StateChartQuery, asked({ window: "15m", width: 1000, ...place })), scope);
    return markers.flatMap(({ at: when, kind, label, incident: key }) => (kind === "incident" ? [{ at: when, label, key }] : []));
  };
  const changesOf = async (scope: Scope) => {
    const { rows } = await history.activity(read(ActivityQuery, asked({ window: "15m", limit: 100 })), scope);
    return rows
      .filter(({ kind }) => kind === "entry")
      .map(({ type, to, namespace, count, incident: key = "" }) => `${namespace} ${count} ${type} ${to} ${key}`);
  };
  const laneMarksOf = async (name: string, scope: Scope, ns = "shop") => {
    const { markers } = await history.timeline(read(TimelineQuery, asked({ cluster: "prod-eu", ns, name, window: "15m", width: 1000 })), scope);
    return markers.flatMap(({ at: when, incident: key }) => (key === undefined ? [] : [{ at: when, key }]));
  };
  const serviceMarksOf = async (ns: string, scope: Scope) => {
    const { markers } = await history.host(
      read(ServiceHistoryQuery, asked({ cluster: "prod-eu", ns, kind: "Service", name: "web", window: "15m", width: 1000 })),
      scope,
    );
    return markers.flatMap(({ at: when, incident: key }) => (key === undefined ? [] : [{ at: when, key }]));
  };
  return { marksOf, changesOf, laneMarksOf, serviceMarksOf };
}

onEachEngine("an incident in the history", (own) => {
  it("is marked at its beginning on the charts of its machines", async () => {
    const { marksOf } = await failedMachines(own);
    const mark = [{ at: FAILED_AT - MINUTE, label: "incident q7fd", key: "q7fd" }];
    expect(await marksOf(ALL_IN_SIGHT)).toEqual(mark);
    expect(await marksOf(ALL_IN_SIGHT, { cluster: ["prod-eu"], ns: ["shop"], group: "checkout" })).toEqual(mark);
    expect(await marksOf(ALL_IN_SIGHT, { cluster: ["prod-eu"], ns: ["shop"], group: "media" })).toEqual([]);
    expect(await marksOf(ALL_IN_SIGHT, { ns: ["media"] })).toEqual([]);
  });

  it("is marked on the charts of the services of its namespaces, for their viewers", async () => {
    const { serviceMarksOf } = await failedMachines(own);
    expect(await serviceMarksOf("shop", ALL_IN_SIGHT)).toEqual([{ at: FAILED_AT - MINUTE, key: "q7fd" }]);
    expect(await serviceMarksOf("media", ALL_IN_SIGHT)).toEqual([]);
    expect(await serviceMarksOf("pay", sightOfNamespaces("shop"))).toEqual([]);
  });

  it("is marked where its visible part begins, and not for a viewer who sees none of it", async () => {
    const { marksOf } = await failedMachines(own);
    expect(await marksOf(sightOfNamespaces("shop"))).toEqual([{ at: FAILED_AT, label: "incident q7fd", key: "q7fd" }]);
    expect(await marksOf(sightOfNamespaces("shop"), { ns: ["pay"] })).toEqual([]);
    expect(await marksOf(sightOfNamespaces("other"))).toEqual([]);
  });

  it("is not marked if it was found at the first start, so that its beginning is not known", async () => {
    const { marksOf, laneMarksOf } = await failedMachines(own, { foundAtStart: true });
    expect([await marksOf(ALL_IN_SIGHT), await laneMarksOf("vm-1", ALL_IN_SIGHT)]).toEqual([[], []]);
  });

  it("is not marked outside of the window", async () => {
    const { marksOf } = await failedMachines(own, { began: { at: NOW - 60 * MINUTE, notBefore: null }, openedAt: NOW - 59 * MINUTE });
    expect(await marksOf(ALL_IN_SIGHT)).toEqual([]);
  });

  it("is linked from the failures of its machines in Activity, and not from their recovery", async () => {
    const { changesOf } = await failedMachines(own);
    const changes = await changesOf(ALL_IN_SIGHT);
    expect(changes).toContain("shop 2 health False q7fd");
    expect(changes).toContain("shop 2 health True ");
    expect(changes.filter((change) => change.endsWith("q7fd"))).toHaveLength(1);
  });

  it("is linked from the changes that a viewer sees only", async () => {
    const { changesOf } = await failedMachines(own);
    expect((await changesOf(sightOfNamespaces("pay"))).filter((change) => /q7fd|shop/.test(change))).toEqual([]);
    expect((await changesOf(sightOfNamespaces("shop"))).filter((change) => /q7fd/.test(change))).toEqual(["shop 2 health False q7fd"]);
  });

  it("is marked on the timeline of each of its machines, for its viewers", async () => {
    const { laneMarksOf } = await failedMachines(own);
    expect(await laneMarksOf("vm-1", ALL_IN_SIGHT)).toEqual([{ at: FAILED_AT, key: "q7fd" }]);
    expect(await laneMarksOf("vm-3", sightOfNamespaces("pay"), "pay")).toEqual([{ at: FAILED_AT - MINUTE, key: "q7fd" }]);
    expect(await laneMarksOf("vm-3", sightOfNamespaces("shop"), "pay")).toEqual([]);
  });
});
