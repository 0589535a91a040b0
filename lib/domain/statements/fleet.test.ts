import { describe, expect, it } from "vitest";
import { aFleetHead, aGroupRow, aRollUp } from "@/lib/testing/rows";
import { commonTrouble, fleetLine, fleetServing, fleetTrouble } from "./fleet";

describe("fleetServing", () => {
  it("counts all serving machines against the total, also those of groups without an expected size", () => {
    const head = aFleetHead({ rollUp: aRollUp({ unverified: 2, healthy: 30 }, { expected: 20, fullTotal: 34 }) });
    expect(fleetServing(head)).toEqual({ kind: "fleet-serving", serving: 30, total: 34, basis: "expected", registered: 32, unverified: 2 });
  });

  it("counts all registered machines if no group has an expected size", () => {
    const head = aFleetHead({ rollUp: aRollUp({ healthy: 4, unhealthy: 1 }) });
    expect(fleetServing(head)).toEqual({ kind: "fleet-serving", serving: 4, total: 5, basis: "registered", registered: 5, unverified: 0 });
  });
});

describe("fleetLine", () => {
  const kinds = (head: Parameters<typeof fleetLine>[0]) => fleetLine(head).map(({ kind }) => kind);

  it("has the parts that come and go last, so that the others keep their place", () => {
    const calm = kinds(aFleetHead({ groupsInTrouble: 0, rollUp: aRollUp({ healthy: 25 }) }));
    const troubled = fleetLine(
      aFleetHead({ groupsInTrouble: 3, groupsInDoubt: 1, groupsArriving: 1, rollUp: aRollUp({ healthy: 25, reconnecting: 1, unverified: 2 }) }),
    );
    expect(troubled.slice(0, calm.length).map(({ kind }) => kind)).toEqual(calm);
    expect(troubled.slice(calm.length)).toEqual([
      { kind: "groups-in-trouble", count: 2, tone: "bad" },
      { kind: "groups-unverified", count: 1, tone: "blind" },
      { kind: "groups-arriving", count: 1, tone: null },
      { kind: "machines-unverified", count: 2, tone: "blind" },
      { kind: "machines-reconnecting", count: 1, tone: null },
    ]);
  });

  it("has no number of replicas that are not visible", () => {
    const line = fleetLine(aFleetHead({ replicas: { kind: "denied", running: 0, source: "list pods" } }));
    expect(line[1]).toEqual({ kind: "istiod-connections", replicas: null, connections: 864, tone: "blind" });
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
  ])("counts declared and learned sizes, and groups without a size: %j", (change, sizes, without) => {
    const line = fleetLine(aFleetHead(change));
    expect(line).toContainEqual({ kind: "expected-sizes", ...sizes, tone: null });
    expect(line).toContainEqual({ kind: "groups-without-expected", ...without, tone: null });
  });

  it("has no sizes if no group has one", () => {
    const head = aFleetHead({ rollUp: aRollUp({ healthy: 4 }), groups: 2, groupsWithoutExpected: 2 });
    expect(kinds(head)).not.toContain("expected-sizes");
    expect(fleetLine(head)).toContainEqual({ kind: "groups-without-expected", count: 2, groups: 2, tone: null });
  });
});

describe("fleetTrouble", () => {
  const worst = aGroupRow({ rollUp: aRollUp({ disconnected: 6, unhealthy: 2, healthy: 32 }, { expected: 42 }), common: ["zone a"] });
  const rollout = { went: 2, came: 1, since: 5 };

  it("has the states of the worst group, what they share, and its missing machines", () => {
    const expected = {
      kind: "fleet-worst-group",
      cluster: "prod-eu",
      namespace: "shop",
      group: "checkout",
      unhealthy: 2,
      unverified: 6,
      common: ["zone a"],
      missing: 2,
    };
    expect(fleetTrouble(aFleetHead(), worst, null)).toEqual([expected]);
  });

  it.each([
    ["no group is in trouble", null],
    ["the worst group is only draining", aGroupRow({ rollUp: aRollUp({ draining: 3, healthy: 1 }) })],
  ])("is empty if %s", (_, group) => {
    expect(fleetTrouble(aFleetHead(), group, null)).toEqual([]);
  });

  it("has trouble that several groups share instead of the worst group", () => {
    const shared = [{ trait: "network", value: "vpc-2", count: 19 }];
    const fleet = aFleetHead({ failing: { count: 20, groups: 4, shared }, rollout, rollUp: aRollUp({ reconnecting: 3 }) });
    expect(fleetTrouble(fleet, worst, null)).toEqual([
      { kind: "fleet-failing", failing: 20, groups: 4, traits: ["network vpc-2"], counts: [19] },
      { kind: "fleet-rollout", replicasGone: 2, replicasStarted: 1, since: 5, unverified: 0, reconnecting: 3 },
    ]);
  });

  it("has the moments of the losses only if the history has as many as the groups miss", () => {
    const loss = (at: number) => ({ planned: false, disconnectedAt: at, endedAt: at + 10_000, replacedBy: "" });
    const losses = { total: 3, back: 0, left: 9, rows: [loss(4), loss(2), loss(3)], traits: [{ trait: "zone", value: "b", lost: 3, left: 1 }] };
    const lost = (count: number) => commonTrouble({ ...aFleetHead(), lost: count, groupsLosing: 2 }, losses)[0];
    const shared = { trait: "zone", value: "b", sharedBy: 3, sharedOf: 3 };
    expect(lost(3)).toEqual({ kind: "fleet-lost", lost: 3, groups: 2, recorded: 3, from: 2, to: 4, ...shared });
    expect(lost(4)).toEqual({ kind: "fleet-lost", lost: 4, groups: 2, recorded: 0, from: null, to: null, ...shared });
  });
});
