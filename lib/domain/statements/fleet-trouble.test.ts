import { describe, expect, it } from "vitest";
import { aFleetHead, aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { type FleetTrouble, quietTrouble, type TroubleInput, worstTrouble } from "./fleet-trouble";
import type { GroupLost } from "./group";
import type { RecordedLosses } from "./losses";
import type { ServiceWithoutEndpoint } from "./services-without-endpoint";

const SINCE = ROWS_NOW - 240_000;
const WORST = { machine: null, traits: [], isNameUnique: true, unverifiedByRollout: 0 };
const ROLLOUT = { cluster: "prod-eu", ended: 3, started: 3, since: SINCE, version: "1.31.1", waiting: 12, unverified: 0 };
const GONE = { cluster: "prod-eu", since: SINCE, sinceAtLeast: false, unverified: 32 };
const DENIED = { kind: "denied", running: 0, source: "", namespace: "istio-system" } as const;
const ORACLE = { cluster: "prod-eu", namespace: "legacy", name: "oracle-rac", isNameUnique: true, number: 4, total: 12, since: SINCE };
const OLD = { count: 2, places: 0, rows: [ORACLE] };
const PAUSED = { kind: "history-paused", since: SINCE } as const;
const SERVICE: ServiceWithoutEndpoint = {
  ...{ kind: "service-without-endpoint", cluster: "prod-eu", namespace: "identity", service: "radius", object: "ServiceEntry", host: "radius.example" },
  ...{ since: SINCE, sinceAtLeast: false },
};
const LOST: GroupLost = {
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
const outage = (lost: number, others: number): RecordedLosses => ({
  ...{ total: lost, back: 0, left: 600, traits: [{ trait: "zone", value: "c", lost, left: others }] },
  rows: Array.from({ length: lost }, () => ({ planned: false, disconnectedAt: SINCE - 10_000, endedAt: SINCE, replacedBy: "" })),
});
const DELETED = aGroupRow({ exists: false, lost: 48, since: SINCE, rollUp: aRollUp({}, { fullTotal: 48 }), deleted: { at: SINCE, notBefore: null } });
const SERVICE_OF_DELETED = { ...SERVICE, namespace: "shop", since: SINCE + 2_000 };
const losing = group({ healthy: 37 }, { lost: 11 });

describe("the worst trouble", () => {
  const cases: readonly [claim: string, input: Partial<TroubleInput>, trouble: Partial<FleetTrouble> | null][] = [
    ["nothing", { worst: null, fleet: aFleetHead({ worst: null }) }, null],
    ["a service comes first", { services: [SERVICE], fleet: aFleetHead({ worst: WORST, istiodGone: GONE }) }, SERVICE],
    ["a service without a known beginning comes after machines", { services: [{ ...SERVICE, since: null }] }, { kind: "fleet-worst-group" }],
    [
      "a service without a known beginning is not silent",
      { services: [{ ...SERVICE, since: null }], worst: null, fleet: aFleetHead({ worst: null }) },
      { kind: "service-without-endpoint", since: null },
    ],
    [
      "a service without an endpoint comes first also without a history",
      { services: [{ ...SERVICE, since: null }], historyPaused: PAUSED },
      { kind: "service-without-endpoint", since: null },
    ],
    [
      "a service that lost its last endpoint days ago is silent",
      { services: [{ ...SERVICE, since: ROWS_NOW - 2 * 86_400_000 }], worst: null, fleet: aFleetHead({ worst: null }) },
      null,
    ],
    [
      "a group that lost more machines comes before the missing istiod of a small cluster",
      { worst: group({ healthy: 8 }, { lost: 40 }), fleet: aFleetHead({ worst: WORST, istiodGone: { ...GONE, unverified: 3 } }) },
      { kind: "fleet-worst-group", lost: 40 },
    ],
    [
      "a group that was deleted, with its machines",
      { worst: DELETED },
      { kind: "group-deleted", namespace: "shop", group: "checkout", machines: 48, since: SINCE, sinceAtLeast: false },
    ],
    [
      "a deletion that the watch did not see",
      { worst: { ...DELETED, deleted: { at: SINCE, notBefore: SINCE - 60_000 } } },
      { since: SINCE, sinceAtLeast: true },
    ],
    [
      "a deleted group comes before the service that lost its last endpoint by that",
      { worst: DELETED, services: [SERVICE_OF_DELETED] },
      { kind: "group-deleted" },
    ],
    [
      "a service that lost its last endpoint before comes before a deleted group",
      { worst: DELETED, services: [{ ...SERVICE_OF_DELETED, since: SINCE - 60_000 }] },
      { kind: "service-without-endpoint" },
    ],
    ["a service of another namespace comes before a deleted group", { worst: DELETED, services: [SERVICE] }, SERVICE],
    ["istiod comes before a group", { fleet: aFleetHead({ worst: WORST, istiodGone: GONE }) }, { kind: "istiod-gone", ...GONE }],
    [
      "the worst group",
      { fleet: aFleetHead({ worst: { ...WORST, traits: ["version v41"] } }) },
      { kind: "fleet-worst-group", group: "checkout", number: 6, total: 48, unhealthy: 6, lost: 0, since: SINCE, risen: null, common: ["version v41"] },
    ],
    ["its latest rise", { worst: group({ unhealthy: 6, healthy: 42 }, { rise: { count: 2, total: 6 } }) }, { kind: "fleet-worst-group", number: 6, risen: 2 }],
    [
      "lost and missing machines count",
      { worst: group({ unhealthy: 1, unverified: 2, healthy: 40 }, { lost: 3, missing: 2 }) },
      { kind: "fleet-worst-group", number: 8, unhealthy: 1, unverified: 2, lost: 3, missing: 2 },
    ],
    [
      "machines that reconnect count only without other trouble",
      { worst: group({ unhealthy: 1, reconnecting: 20, healthy: 27 }) },
      { kind: "fleet-worst-group", number: 1, reconnecting: 0 },
    ],
    ["many machines reconnect", { worst: group({ reconnecting: 20, healthy: 28 }) }, { kind: "fleet-worst-group", number: 20, reconnecting: 20 }],
    ["machines that start", { worst: group({ awaiting: 6, healthy: 42 }) }, { kind: "fleet-worst-group", number: 6, starting: 6 }],
    [
      "the only machine in trouble",
      { worst: group({ unhealthy: 1, healthy: 47 }), fleet: aFleetHead({ worst: { ...WORST, machine: { name: "pay-3", uid: "u" } } }) },
      { kind: "fleet-worst-machine", namespace: "shop", machine: "pay-3", word: "unhealthy", since: SINCE },
    ],
    [
      "a group of one machine is the group",
      {
        worst: group({ unhealthy: 1 }, { rollUp: aRollUp({ unhealthy: 1 }) }),
        fleet: aFleetHead({ worst: { ...WORST, machine: { name: "pay-3", uid: "u" } } }),
      },
      { kind: "fleet-worst-group", number: 1, total: 1 },
    ],
    [
      "a zone that separates the losses of several groups",
      { worst: losing, fleet: aFleetHead({ worst: WORST, lost: 40, groupsLosing: 9 }), losses: outage(40, 6) },
      { kind: "fleet-lost", lost: 40, groups: 9, trait: "zone", value: "c", recorded: 40, from: SINCE },
    ],
    [
      "no zone in which most machines are well",
      { worst: losing, fleet: aFleetHead({ worst: WORST, lost: 40, groupsLosing: 9 }), losses: outage(40, 300) },
      { kind: "fleet-worst-group", lost: 11 },
    ],
    [
      "no span if the history and the groups differ",
      { worst: losing, fleet: aFleetHead({ worst: WORST, lost: 41, groupsLosing: 9 }), losses: outage(40, 6) },
      { kind: "fleet-lost", lost: 41, recorded: 0, from: null },
    ],
    [
      "a zone of old losses does not explain a group that fails",
      { fleet: aFleetHead({ worst: WORST, lost: 40, groupsLosing: 9 }), losses: outage(40, 6) },
      { kind: "fleet-worst-group", unhealthy: 6 },
    ],
    [
      "a network that separates failed machines of several groups",
      { fleet: aFleetHead({ worst: WORST, failing: { count: 20, groups: 4, shared: [{ trait: "network", value: "vpc-2", count: 19, of: 22 }] } }) },
      { kind: "fleet-failing", failing: 20, groups: 4, trait: "network", value: "vpc-2", sharedBy: 19, sharedOf: 22 },
    ],
    ["the zone of lost machines", { worst: losing, lostOfWorst: LOST }, { kind: "fleet-worst-group", common: ["zone b"] }],
    [
      "no zone for lost and failed machines together",
      { worst: group({ unhealthy: 1, healthy: 41 }, { lost: 6 }), lostOfWorst: LOST, fleet: aFleetHead({ worst: { ...WORST, traits: ["zone a"] } }) },
      { kind: "fleet-worst-group", common: [] },
    ],
    [
      "unverified machines of a rollout",
      {
        worst: group({ unverified: 12, healthy: 36 }),
        fleet: aFleetHead({ worst: { ...WORST, unverifiedByRollout: 12 }, rollout: { ...ROLLOUT, unverified: 12 } }),
      },
      { kind: "unverified-since-rollout", unverified: 12, since: SINCE },
    ],
    [
      "a group with other unverified machines, too",
      {
        worst: group({ unverified: 12, healthy: 36 }),
        fleet: aFleetHead({ worst: { ...WORST, unverifiedByRollout: 11 }, rollout: { ...ROLLOUT, unverified: 11 } }),
      },
      { kind: "fleet-worst-group", unverified: 12 },
    ],
    ["no permission to read Pods", { worst: null, fleet: aFleetHead({ worst: null, replicas: DENIED }) }, { kind: "not-verified", namespace: "istio-system" }],
    [
      "no permission to read Pods beside unverified machines",
      { worst: group({ unverified: 3, healthy: 45 }), fleet: aFleetHead({ worst: WORST, replicas: DENIED }) },
      { kind: "not-verified", namespace: "istio-system" },
    ],
    ["a failed group without that permission", { fleet: aFleetHead({ worst: WORST, replicas: DENIED }) }, { kind: "fleet-worst-group", unhealthy: 6 }],
    ["only old trouble", { worst: null, fleet: aFleetHead({ worst: null, longRunning: OLD }) }, { kind: "no-new-trouble", withinMs: 86_400_000 }],
    ["no beginning without a history", { historyPaused: PAUSED }, { kind: "fleet-worst-group", number: 6, since: null }],
    ["no claim about a day without a history", { worst: null, fleet: aFleetHead({ worst: null, longRunning: OLD }), historyPaused: PAUSED }, null],
    [
      "istiod is gone, without a history",
      { fleet: aFleetHead({ worst: WORST, istiodGone: GONE }), historyPaused: PAUSED },
      { kind: "istiod-gone", since: null, unverified: 32 },
    ],
  ];
  it.each(cases)("%s", (_claim, change, trouble) => {
    const found = worstTrouble(input(change));
    expect(found === null ? null : { ...found, ...trouble }).toEqual(found);
    expect(found === null).toBe(trouble === null);
  });

  it("reads an object of a group that is not readable as trouble", () => {
    expect(worstTrouble(input({ worst: group({ healthy: 48 }, { unreadable: "spec.template is missing" }) }))).toMatchObject({ number: 0, unreadable: true });
  });
});

const { name: oracle, ...oracleValues } = ORACLE;
const OLD_STATEMENT = { kind: "long-running", ...oracleValues, group: oracle } as const;

describe("the quiet line", () => {
  it.each<readonly [claim: string, fleet: Parameters<typeof aFleetHead>[0], worst: FleetTrouble | null, kinds: readonly string[]]>([
    ["is empty", {}, null, []],
    ["has a rollout with machines still to reconnect", { rollout: ROLLOUT }, null, ["fleet-rollout"]],
    ["has no rollout for which no machine waits", { rollout: { ...ROLLOUT, waiting: 0 } }, null, []],
    ["has no rollout beside its own headline", { rollout: ROLLOUT }, { kind: "unverified-since-rollout", cluster: "", unverified: 1, since: 1 }, []],
    ["has old trouble", { longRunning: OLD }, null, ["long-running"]],
    ["has the missing permission beside a headline about a group", { replicas: DENIED }, null, ["not-verified"]],
    ["has it once", { replicas: DENIED }, { kind: "not-verified", namespace: "istio-system" }, []],
  ])("%s", (_claim, change, worst, kinds) => {
    expect(quietTrouble({ fleet: aFleetHead(change), historyPaused: null }, worst).map(({ kind }) => kind)).toEqual(kinds);
  });

  it("names the first group with old trouble and counts the others, and has a pause of the history last", () => {
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
  ])("counts groups and namespaces with machines of no group apart: %j", (longRunning, statement) => {
    expect(quietTrouble({ fleet: aFleetHead({ longRunning }), historyPaused: null }, null)).toEqual([statement]);
  });
});
