import { describe, expect, it } from "vitest";
import { aFleetHead, aRollUp } from "@/lib/testing/rows";
import { fleetLine, fleetServing, fleetTotal } from "./fleet";

describe("fleetServing", () => {
  it("fleetServing counts all serving machines against the total, also those of groups without an expected size", () => {
    const head = aFleetHead({ rollUp: aRollUp({ unverified: 2, healthy: 30 }, { expected: 20, fullTotal: 34 }) });
    expect(fleetServing(head)).toEqual({ kind: "fleet-serving", serving: 30, total: 34, basis: "expected", registered: 32, unverified: 2 });
  });

  it("fleetServing counts all registered machines if no group has an expected size", () => {
    const head = aFleetHead({ rollUp: aRollUp({ healthy: 4, unhealthy: 1 }) });
    expect(fleetServing(head)).toEqual({ kind: "fleet-serving", serving: 4, total: 5, basis: "registered", registered: 5, unverified: 0 });
  });
});

describe("fleetLine", () => {
  const kinds = (head: Parameters<typeof fleetLine>[0]) => fleetLine(head).map(({ kind }) => kind);

  it("fleetLine has temporary parts last, so that the others keep their position", () => {
    const calm = kinds(aFleetHead({ groupsInTrouble: 0, rollUp: aRollUp({ healthy: 25 }) }));
    const troubled = fleetLine(
      aFleetHead({ groupsInTrouble: 3, placesInTrouble: 1, groupsArriving: 1, rollUp: aRollUp({ healthy: 25, reconnecting: 1, unverified: 2 }) }),
    );
    expect(troubled.slice(0, calm.length).map(({ kind }) => kind)).toEqual(calm);
    expect(troubled.slice(calm.length)).toEqual([
      { kind: "groups-in-trouble", count: 2, places: 1, tone: "bad" },
      { kind: "groups-arriving", count: 1, tone: null },
      { kind: "machines-unverified", count: 2, tone: "blind" },
      { kind: "machines-reconnecting", count: 1, tone: null },
    ]);
  });

  it("fleetLine has no number of replicas that are not visible", () => {
    const line = fleetLine(aFleetHead({ replicas: { kind: "denied", running: 0, source: "list pods", namespace: "istio-system" } }));
    expect(line[1]).toEqual({ kind: "istiod-connections", replicas: null, connections: 864, tone: "blind" });
  });

  it.each([
    [0, null],
    [1, "blind"],
  ])("fleetLine has the readiness of istiod, which is violet while that of a Pod is not known: %d", (notKnown, tone) => {
    const istiod = { pods: 3, ready: 3 - notKnown, notKnown, versions: ["1.30.1"] };
    expect(fleetLine(aFleetHead({ istiod }))[1]).toEqual({ kind: "istiod-connections", replicas: 3, connections: 864, ...istiod, tone });
  });

  it.each([
    [
      { groupsLearned: 5, groupsWithoutExpected: 3 },
      { declared: 17, learned: 5 },
      { count: 3, groups: 25 },
    ],
    [
      { groupsLearned: 22, groupsWithoutExpected: 3 },
      { declared: 0, learned: 22 },
      { count: 3, groups: 25 },
    ],
  ])("fleetLine counts declared and learned sizes, and groups without a size: %j", (change, sizes, without) => {
    const line = fleetLine(aFleetHead(change));
    expect(line).toContainEqual({ kind: "expected-sizes", ...sizes, tone: null });
    expect(line).toContainEqual({ kind: "groups-without-expected", ...without, tone: null });
  });

  it("fleetLine has no sizes if no group has one", () => {
    const head = aFleetHead({ rollUp: aRollUp({ healthy: 4 }), groups: 2, groupsWithoutExpected: 2 });
    expect(kinds(head)).not.toContain("expected-sizes");
    expect(fleetLine(head)).toContainEqual({ kind: "groups-without-expected", count: 2, groups: 2, tone: null });
  });
});

describe("fleetTotal", () => {
  const rollUp = aRollUp({ unverified: 30, healthy: 2 }, { expected: 34 });

  it("fleetTotal is the number of serving machines if istiod's Pods are visible", () => {
    expect(fleetTotal(aFleetHead({ rollUp }))).toEqual(fleetServing({ rollUp }));
  });

  it("fleetTotal is the number of registered machines if istiod's Pods are not visible", () => {
    const head = aFleetHead({ rollUp, replicas: { kind: "denied", running: 0, source: "", namespace: "istio-system" } });
    expect(fleetTotal(head)).toEqual({ kind: "fleet-registered", registered: 32, serving: 2, total: 34, namespace: "istio-system" });
  });
});
