import { describe, expect, it } from "vitest";
import { aFleetHead, aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { type FleetTrouble, quietTrouble, type TroubleInput, worstTrouble } from "./fleet-trouble";
import type { GroupLatestLosses } from "./group";
import type { LossesInWindow } from "./losses";
import type { ServiceWithoutEndpoint } from "./services-without-endpoint";

const SINCE = ROWS_NOW - 240_000;
const WORST = { machine: null, traits: [], isNameUnique: true, unverifiedByRollout: 0 };
const ROLLOUT = { cluster: "prod-eu", ended: 3, started: 3, since: SINCE, version: "1.31.1", waiting: 12, unverified: 0, replicas: ["istiod-a"] };
const GONE = { cluster: "prod-eu", since: SINCE, sinceAtLeast: false, unverified: 32 };
const DENIED = { kind: "denied", running: 0, source: "", namespace: "istio-system" } as const;
const ORACLE = { cluster: "prod-eu", namespace: "legacy", name: "oracle-rac", isNameUnique: true, number: 4, total: 12, since: SINCE };
const OLD = { count: 2, places: 0, rows: [ORACLE] };
const PAUSED = { kind: "history-paused", since: SINCE } as const;
const SERVICE: ServiceWithoutEndpoint = {
  ...{ kind: "service-without-endpoint", cluster: "prod-eu", namespace: "identity", service: "radius", object: "ServiceEntry", host: "radius.example" },
  ...{ since: SINCE, sinceAtLeast: false },
};
const LOST: GroupLatestLosses = {
  ...{ kind: "group-lost", cluster: "prod-eu", namespace: "shop", group: "checkout", lost: 6 },
  ...{ recorded: 6, from: SINCE, to: SINCE, zone: "b", replica: null },
};

type Counts = Parameters<typeof aRollUp>[0];
const group = (counts: Counts, change: Parameters<typeof aGroupRow>[0] = {}) =>
  aGroupRow({ since: SINCE, rise: { count: 99, total: 99 }, rollUp: aRollUp(counts, { expected: 48 }), ...change });
const input = (change: Partial<TroubleInput> = {}): TroubleInput => ({
  ...{
    fleet: aFleetHead({ worst: WORST }),
    worst: group({ unhealthy: 6, healthy: 42 }),
    losses: null,
    lostOfWorst: null,
    services: [],
    now: ROWS_NOW,
    historyPaused: null,
  },
  ...change,
});
const outage = (lost: number, others: number): LossesInWindow => ({
  ...{ total: lost, back: 0, left: 600, traits: [{ trait: "zone", value: "c", lost, left: others }] },
  rows: Array.from({ length: lost }, () => ({ planned: false, disconnectedAt: SINCE - 10_000, endedAt: SINCE, replacedBy: "" })),
});
const DELETED = aGroupRow({ exists: false, lost: 48, since: SINCE, rollUp: aRollUp({}, { fullTotal: 48 }), deleted: { at: SINCE, notBefore: null } });
const SERVICE_OF_DELETED = { ...SERVICE, namespace: "shop", since: SINCE + 2_000 };
const losing = group({ healthy: 37 }, { lost: 11 });

describe("the worst trouble", () => {
  const cases: readonly [claim: string, input: Partial<TroubleInput>, trouble: Partial<FleetTrouble> | null][] = [
    ["is null if nothing is in trouble", { worst: null, fleet: aFleetHead({ worst: null }) }, null],
    ["is a service without an endpoint before istiod and groups", { services: [SERVICE], fleet: aFleetHead({ worst: WORST, istiodGone: GONE }) }, SERVICE],
    ["is a group before a service whose loss has no known time", { services: [{ ...SERVICE, since: null }] }, { kind: "fleet-worst-group" }],
    [
      "is a service whose loss has no known time if nothing else is in trouble",
      { services: [{ ...SERVICE, since: null }], worst: null, fleet: aFleetHead({ worst: null }) },
      { kind: "service-without-endpoint", since: null },
    ],
    [
      "is a service without an endpoint before a group if the history is paused",
      { services: [{ ...SERVICE, since: null }], historyPaused: PAUSED },
      { kind: "service-without-endpoint", since: null },
    ],
    [
      "is null for a service that lost its last endpoint days ago",
      { services: [{ ...SERVICE, since: ROWS_NOW - 2 * 86_400_000 }], worst: null, fleet: aFleetHead({ worst: null }) },
      null,
    ],
    [
      "is a group that lost more machines before a small cluster without istiod",
      { worst: group({ healthy: 8 }, { lost: 40 }), fleet: aFleetHead({ worst: WORST, istiodGone: { ...GONE, unverified: 3 } }) },
      { kind: "fleet-worst-group", lost: 40 },
    ],
    [
      "is a deleted group with its lost machines",
      { worst: DELETED },
      { kind: "group-deleted", namespace: "shop", group: "checkout", machines: 48, since: SINCE, sinceAtLeast: false },
    ],
    [
      "has sinceAtLeast for a deletion that was not observed",
      { worst: { ...DELETED, deleted: { at: SINCE, notBefore: SINCE - 60_000 } } },
      { since: SINCE, sinceAtLeast: true },
    ],
    [
      "is a deleted group before the service that lost its last endpoint by the deletion",
      { worst: DELETED, services: [SERVICE_OF_DELETED] },
      { kind: "group-deleted" },
    ],
    [
      "is a service that lost its last endpoint before the deletion, before a deleted group",
      { worst: DELETED, services: [{ ...SERVICE_OF_DELETED, since: SINCE - 60_000 }] },
      { kind: "service-without-endpoint" },
    ],
    ["is a service of another namespace before a deleted group", { worst: DELETED, services: [SERVICE] }, SERVICE],
    ["is a cluster without istiod before a group", { fleet: aFleetHead({ worst: WORST, istiodGone: GONE }) }, { kind: "istiod-gone", ...GONE }],
    [
      "is the worst group with its common traits",
      { fleet: aFleetHead({ worst: { ...WORST, traits: ["version v41"] } }) },
      { kind: "fleet-worst-group", group: "checkout", number: 6, total: 48, unhealthy: 6, lost: 0, since: SINCE, risen: null, common: ["version v41"] },
    ],
    [
      "has the number of machines in the latest rise of trouble of the worst group",
      { worst: group({ unhealthy: 6, healthy: 42 }, { rise: { count: 2, total: 6 } }) },
      { kind: "fleet-worst-group", number: 6, risen: 2 },
    ],
    [
      "counts lost and missing machines of the worst group",
      { worst: group({ unhealthy: 1, unverified: 2, healthy: 40 }, { lost: 3, missing: 2 }) },
      { kind: "fleet-worst-group", number: 8, unhealthy: 1, unverified: 2, lost: 3, missing: 2 },
    ],
    [
      "does not count reconnecting machines beside other trouble",
      { worst: group({ unhealthy: 1, reconnecting: 20, healthy: 27 }) },
      { kind: "fleet-worst-group", number: 1, reconnecting: 0 },
    ],
    [
      "is a group with many reconnecting machines",
      { worst: group({ reconnecting: 20, healthy: 28 }) },
      { kind: "fleet-worst-group", number: 20, reconnecting: 20 },
    ],
    ["is a group with machines that start", { worst: group({ awaiting: 6, healthy: 42 }) }, { kind: "fleet-worst-group", number: 6, starting: 6 }],
    [
      "is a machine if its group has no other machine in trouble",
      { worst: group({ unhealthy: 1, healthy: 47 }), fleet: aFleetHead({ worst: { ...WORST, machine: { name: "pay-3", uid: "u" } } }) },
      { kind: "fleet-worst-machine", namespace: "shop", machine: "pay-3", word: "unhealthy", since: SINCE },
    ],
    [
      "is a group with only one machine, instead of the machine",
      {
        worst: group({ unhealthy: 1 }, { rollUp: aRollUp({ unhealthy: 1 }) }),
        fleet: aFleetHead({ worst: { ...WORST, machine: { name: "pay-3", uid: "u" } } }),
      },
      { kind: "fleet-worst-group", number: 1, total: 1 },
    ],
    [
      "is the zone that separates the losses of several groups",
      { worst: losing, fleet: aFleetHead({ worst: WORST, lost: 40, groupsLosing: 9 }), losses: outage(40, 6) },
      { kind: "fleet-lost", lost: 40, groups: 9, trait: "zone", value: "c", recorded: 40, from: SINCE },
    ],
    [
      "is a group, not the zone, if most machines of the zone are healthy",
      { worst: losing, fleet: aFleetHead({ worst: WORST, lost: 40, groupsLosing: 9 }), losses: outage(40, 300) },
      { kind: "fleet-worst-group", lost: 11 },
    ],
    [
      "has no time span of losses if the history and the groups differ",
      { worst: losing, fleet: aFleetHead({ worst: WORST, lost: 41, groupsLosing: 9 }), losses: outage(40, 6) },
      { kind: "fleet-lost", lost: 41, recorded: 0, from: null },
    ],
    [
      "is a failing group, not the zone of old losses",
      { fleet: aFleetHead({ worst: WORST, lost: 40, groupsLosing: 9 }), losses: outage(40, 6) },
      { kind: "fleet-worst-group", unhealthy: 6 },
    ],
    [
      "is the network that separates failed machines of several groups",
      { fleet: aFleetHead({ worst: WORST, failing: { count: 20, groups: 4, shared: [{ trait: "network", value: "vpc-2", count: 19, of: 22 }] } }) },
      { kind: "fleet-failing", failing: 20, groups: 4, trait: "network", value: "vpc-2", sharedBy: 19, sharedOf: 22 },
    ],
    ["has the common zone of the lost machines", { worst: losing, lostOfWorst: LOST }, { kind: "fleet-worst-group", common: ["zone b"] }],
    [
      "has no common zone for lost and failed machines together",
      { worst: group({ unhealthy: 1, healthy: 41 }, { lost: 6 }), lostOfWorst: LOST, fleet: aFleetHead({ worst: { ...WORST, traits: ["zone a"] } }) },
      { kind: "fleet-worst-group", common: [] },
    ],
    [
      "is the rollout if it explains all unverified machines",
      {
        worst: group({ unverified: 12, healthy: 36 }),
        fleet: aFleetHead({ worst: { ...WORST, unverifiedByRollout: 12 }, rollout: { ...ROLLOUT, unverified: 12 } }),
      },
      { kind: "unverified-since-rollout", unverified: 12, since: SINCE },
    ],
    [
      "is a group, not the rollout, if the rollout does not explain all unverified machines",
      {
        worst: group({ unverified: 12, healthy: 36 }),
        fleet: aFleetHead({ worst: { ...WORST, unverifiedByRollout: 11 }, rollout: { ...ROLLOUT, unverified: 11 } }),
      },
      { kind: "fleet-worst-group", unverified: 12 },
    ],
    [
      "is the missing permission to read Pods without other trouble",
      { worst: null, fleet: aFleetHead({ worst: null, replicas: DENIED }) },
      { kind: "not-verified", namespace: "istio-system" },
    ],
    [
      "is the missing permission to read Pods if machines are unverified only",
      { worst: group({ unverified: 3, healthy: 45 }), fleet: aFleetHead({ worst: WORST, replicas: DENIED }) },
      { kind: "not-verified", namespace: "istio-system" },
    ],
    [
      "is a failed group before the missing permission to read Pods",
      { fleet: aFleetHead({ worst: WORST, replicas: DENIED }) },
      { kind: "fleet-worst-group", unhealthy: 6 },
    ],
    [
      "is the statement 'no-new-trouble' if all trouble is old",
      { worst: null, fleet: aFleetHead({ worst: null, longRunning: OLD }) },
      { kind: "no-new-trouble", withinMs: 86_400_000 },
    ],
    ["has no beginning if the history is paused", { historyPaused: PAUSED }, { kind: "fleet-worst-group", number: 6, since: null }],
    ["is null for old trouble if the history is paused", { worst: null, fleet: aFleetHead({ worst: null, longRunning: OLD }), historyPaused: PAUSED }, null],
    [
      "is a cluster without istiod, without a beginning, if the history is paused",
      { fleet: aFleetHead({ worst: WORST, istiodGone: GONE }), historyPaused: PAUSED },
      { kind: "istiod-gone", since: null, unverified: 32 },
    ],
  ];
  it.each(cases)("the worst trouble: %s", (_claim, change, trouble) => {
    const found = worstTrouble(input(change));
    expect(found === null ? null : { ...found, ...trouble }).toEqual(found);
    expect(found === null).toBe(trouble === null);
  });

  it("the worst trouble is a group that cannot be parsed", () => {
    expect(worstTrouble(input({ worst: group({ healthy: 48 }, { unreadable: "spec.template is missing" }) }))).toMatchObject({ number: 0, unreadable: true });
  });
});

const { name: oracle, ...oracleValues } = ORACLE;
const OLD_STATEMENT = { kind: "long-running", ...oracleValues, group: oracle } as const;

describe("the quiet line", () => {
  it.each<readonly [claim: string, fleet: Parameters<typeof aFleetHead>[0], worst: FleetTrouble | null, kinds: readonly string[]]>([
    ["is empty without such facts", {}, null, []],
    ["has a rollout with machines still to reconnect", { rollout: ROLLOUT }, null, ["fleet-rollout"]],
    ["has no rollout if all machines have reconnected", { rollout: { ...ROLLOUT, waiting: 0 } }, null, []],
    ["has no rollout if the headline is about it", { rollout: ROLLOUT }, { kind: "unverified-since-rollout", cluster: "", unverified: 1, since: 1 }, []],
    ["has trouble older than a day", { longRunning: OLD }, null, ["long-running"]],
    ["has the missing permission beside a headline about a group", { replicas: DENIED }, null, ["not-verified"]],
    ["has no missing permission if the headline is about it", { replicas: DENIED }, { kind: "not-verified", namespace: "istio-system" }, []],
  ])("the quiet line: %s", (_claim, change, worst, kinds) => {
    expect(quietTrouble({ fleet: aFleetHead(change), historyPaused: null }, worst).map(({ kind }) => kind)).toEqual(kinds);
  });

  it("the quiet line names the first group with old trouble, counts the others, and ends with a pause of the history", () => {
    expect(quietTrouble({ fleet: aFleetHead({ longRunning: OLD }), historyPaused: PAUSED }, null)).toEqual([
      { ...OLD_STATEMENT, more: 1, morePlaces: 0 },
      PAUSED,
    ]);
  });

  it.each([
    [
      { count: 5, places: 2, rows: [ORACLE] },
      { ...OLD_STATEMENT, more: 2, morePlaces: 2 },
    ],
    [
      { count: 5, places: 2, rows: [{ ...ORACLE, name: "" }] },
      { ...OLD_STATEMENT, group: "", more: 3, morePlaces: 1 },
    ],
  ])("the quiet line counts groups separately from namespaces with machines of no group:  %j", (longRunning, statement) => {
    expect(quietTrouble({ fleet: aFleetHead({ longRunning }), historyPaused: null }, null)).toEqual([statement]);
  });
});
