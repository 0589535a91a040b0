import { describe, expect, it } from "vitest";
import type { IncidentMember } from "@/lib/domain/incidents/incident";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anIncident } from "@/lib/testing/incident-builders";
import { countMachines, type FleetIncidents, type IncidentTrouble, incidentLine, incidentTrouble } from "./fleet-incidents";
import type { FleetTrouble } from "./fleet-trouble";

type GroupsOfIncident = Parameters<typeof incidentTrouble>[1];

const MINUTE = 60_000;
const TOTALS: Readonly<Record<string, number>> = { "shop/checkout": 48, "pay/ledger": 40, "logistics/tracking": 110, "shop/": 3, "shop/single": 1 };
const GROUPS: GroupsOfIncident = {
  total: (namespace, name) => TOTALS[`${namespace}/${name}`] ?? null,
  isNameUnique: (name) => name !== "ledger",
  endpointLoss: () => null,
  traits: () => ["version v41"],
  rollout: null,
};

type Change = Parameters<typeof anIncident>[0];

function stated(change: Change, { groups = {}, foundAtStart = false }: { readonly groups?: Partial<GroupsOfIncident>; readonly foundAtStart?: boolean } = {}) {
  const incident = anIncident(change);
  const shown = { key: incident.key, title: incidentTitle(incident), foundAtStart, machines: countMachines(incident), services: incident.services };
  return incidentTrouble(shown, { ...GROUPS, ...groups });
}

const causeOf = (kind: ReturnType<typeof anIncident>["cause"]["kind"]) => ({ kind, traits: [], group: null });
const SERVING = { how: "serving", at: NOW + 5 * MINUTE, by: "" } as const;
/** Lost machines of `tracking` and `ledger`, and an unverified one. */
const OUTAGE: readonly IncidentMember[] = [
  ...[1, 2, 3].map((n) => aMember(n, { namespace: "logistics", group: "tracking", condition: "lost" })),
  ...[4, 5].map((n) => aMember(n, { namespace: "pay", group: "ledger", condition: "lost" })),
  aMember(6, { namespace: "pay", group: "ledger", condition: "unverified" }),
];
const ROLLOUT = { unverified: 2, since: NOW - MINUTE };
const unverified = [1, 2].map((n) => aMember(n, { condition: "unverified" }));

describe("the statement about an incident", () => {
  const cases: readonly [claim: string, change: Change, statement: Partial<IncidentTrouble>, more?: Parameters<typeof stated>[1]][] = [
    [
      "has the failed machines of one group, its total, and the traits inside it",
      {},
      {
        ...{ kind: "fleet-worst-group", namespace: "shop", group: "checkout", number: 2, unhealthy: 2, total: 48, message: "HTTP probe failed" },
        ...{ common: ["version v41"], since: NOW, sinceAtLeast: false, isFirst: false, isNameUnique: true, incident: "key-1" },
      },
    ],
    [
      "has the size in the title if the group is not visible",
      { members: [1, 2].map((n) => aMember(n, { group: "hidden" })), cause: { ...causeOf("trait"), group: { namespace: "shop", name: "hidden", size: 30 } } },
      { kind: "fleet-worst-group", group: "hidden", total: 30 },
    ],
    ["has no probe error if no machine failed", { members: [1, 2].map((n) => aMember(n, { condition: "lost" })) }, { lost: 2, message: "" }],
    ["has machines of no group", { members: [1, 2].map((n) => aMember(n, { group: "" })) }, { kind: "fleet-worst-group", group: "", number: 2, total: 3 }],
    ["began before its first failure if a start found it", {}, { since: NOW, sinceAtLeast: true }, { foundAtStart: true }],
    ["began before its first failure if nothing watched then", { began: { at: NOW, notBefore: NOW - MINUTE } }, { sinceAtLeast: true }],
    ["has the first failure if another machine failed 3 min later", { members: [aMember(1), aMember(2, { joinedAt: NOW + 3 * MINUTE })] }, { isFirst: true }],
    ["has one moment if all machines failed within 2 min", { members: [aMember(1), aMember(2, { joinedAt: NOW + 2 * MINUTE })] }, { isFirst: false }],
    ["does not count a machine that serves again", { members: [aMember(1), aMember(2), aMember(3, { left: SERVING })] }, { number: 2, unhealthy: 2 }],
    [
      "is about the only machine",
      { members: [aMember(1)], cause: causeOf("machine") },
      { kind: "fleet-worst-machine", namespace: "shop", machine: "vm-1", word: "unhealthy", message: "HTTP probe failed" },
    ],
    [
      "has the word of a lost machine, without the error of an earlier probe",
      { members: [aMember(1, { condition: "lost" })] },
      { kind: "fleet-worst-machine", word: "lost", message: "" },
    ],
    ["is about the group if the machine is its only one", { members: [aMember(1, { group: "single" })] }, { kind: "fleet-worst-group", number: 1, total: 1 }],
    [
      "has the zone, the counts, and the group with the largest number × share",
      { members: OUTAGE },
      {
        ...{ kind: "incident-of-groups", traits: ["zone"], values: ["eu-1"], groups: 2, failed: 0, lost: 5, unverified: 1, message: "" },
        ...{ worstNamespace: "pay", worstGroup: "ledger", worstNumber: 3, worstTotal: 40, isWorstNameUnique: false },
      },
    ],
    [
      "has a worst group without a total if that is not known",
      { members: OUTAGE },
      { worstGroup: "tracking", worstTotal: null },
      { groups: { total: () => null } },
    ],
    ["is istiod with all unverified machines", { members: unverified, cause: causeOf("istiod-gone") }, { kind: "istiod-gone", unverified: 2, since: NOW }],
    [
      "is the rollout if it explains all machines",
      { members: unverified, cause: causeOf("replica-gone") },
      { kind: "unverified-since-rollout", unverified: 2, since: ROLLOUT.since },
      { groups: { rollout: ROLLOUT } },
    ],
    [
      "is not the rollout if a machine of it is in no incident",
      { members: unverified, cause: causeOf("replica-gone") },
      { kind: "fleet-worst-group", unverified: 2 },
      { groups: { rollout: { ...ROLLOUT, unverified: 3 } } },
    ],
    [
      "is a deleted group with its lost machines",
      { members: [1, 2].map((n) => aMember(n, { condition: "lost" })), cause: causeOf("group-deleted") },
      { kind: "group-deleted", namespace: "shop", group: "checkout", machines: 2, since: NOW },
    ],
    ["has the counts of several deleted groups", { members: OUTAGE, cause: causeOf("group-deleted") }, { kind: "incident-of-groups", groups: 2, lost: 5 }],
    [
      "is a deleted namespace with the lost machines of all its groups",
      { members: [aMember(1, { condition: "lost" }), aMember(2, { group: "cart", condition: "lost" })], cause: causeOf("namespace-deleted") },
      { kind: "namespace-deleted", namespace: "shop", machines: 2, since: NOW },
    ],
    [
      "is the service that lost its last endpoint last",
      { members: [], cause: causeOf("service-without-endpoint"), services: [aLostService("old", NOW), aLostService("new", NOW + 1)] },
      { kind: "service-without-endpoint", namespace: "shop", service: "new", object: "Service", since: NOW + 1, withoutEndpoint: 0 },
    ],
    [
      "has the moment at which pages show that the service lost its last endpoint",
      { members: [], cause: causeOf("service-without-endpoint"), services: [aLostService("radius", NOW)] },
      { kind: "service-without-endpoint", since: NOW - MINUTE, sinceAtLeast: true },
      { groups: { endpointLoss: () => ({ since: NOW - MINUTE, atLeast: true }) } },
    ],
    [
      "adds the services that lost their last endpoint with the machines",
      { services: [aLostService("radius"), aLostService("web"), { ...aLostService("back"), backAt: NOW + 1 }] },
      { kind: "fleet-worst-group", withoutEndpoint: 2, firstWithoutEndpoint: "radius.shop" },
    ],
  ];
  it.each(cases)("the statement about an incident %s", (_claim, change, statement, more) => {
    expect(stated(change, more)).toMatchObject(statement);
  });

  it("has the numbers of its title", () => {
    const incident = anIncident({ members: OUTAGE });
    const { failed, lost, unverified: inDoubt, values, traits } = incidentTitle(incident);
    expect(stated({ members: OUTAGE })).toMatchObject({ failed, lost, unverified: inDoubt, values, traits });
  });
});

describe("the statement about a recovering incident", () => {
  const back = (n: number, change: Parameters<typeof aMember>[1] = {}) => aMember(n, { ...change, left: SERVING });
  const recovering = (change: Change) => stated({ state: "recovering", ...change });

  it("counts machines that serve again or are replaced, but not accepted losses", () => {
    const left = (how: "replaced" | "accepted") => ({ how, at: NOW + MINUTE, by: "" });
    const members = [back(1), aMember(2, { left: left("replaced") }), aMember(3, { left: left("accepted") }), aMember(4)];
    expect(recovering({ members })).toMatchObject({ kind: "incident-recovering", back: 2, machines: 4, group: "checkout", trait: "", incident: "key-1" });
  });

  it("has the zone of several groups, and the namespace of no group", () => {
    const members = [back(1), back(2, { group: "cart" }), aMember(3, { group: "cart" })];
    expect(recovering({ members })).toMatchObject({ trait: "zone", value: "eu-1", back: 2, machines: 3, namespace: "", group: "", groups: 2 });
  });

  it("has no trait if two separate the machines equally well", () => {
    const trait = { bad: 2, of: 2, others: 0, ofOthers: 9 };
    const traits = [
      { ...trait, trait: "zone", value: "a" },
      { ...trait, trait: "network", value: "b" },
    ] as const;
    const members = [back(1), aMember(2, { group: "cart" })];
    expect(recovering({ members, cause: { kind: "trait", traits, group: null } })).toMatchObject({ trait: "", value: "", groups: 2 });
  });

  it("has the only machine, or the services of an incident without machines", () => {
    expect(recovering({ members: [back(1)] })).toMatchObject({ machine: "shop/vm-1", back: 1, service: "" });
    const services = [{ ...aLostService("radius"), backAt: NOW + 1 }];
    expect(recovering({ members: [], services })).toMatchObject({ machines: 0, service: "radius.shop", services: 1, withoutEndpoint: 0 });
  });
});

const MACHINE: FleetTrouble = {
  ...{ kind: "fleet-worst-machine", cluster: "prod-eu", namespace: "shop", machine: "pay-3", word: "unhealthy", message: "" },
  ...{ since: NOW, sinceAtLeast: false },
};
const SERVICE: FleetTrouble = {
  ...{ kind: "service-without-endpoint", cluster: "prod-eu", namespace: "identity", service: "radius", object: "Service", host: "radius" },
  ...{ since: NOW, sinceAtLeast: false },
};
const OLD: FleetTrouble = { kind: "no-new-trouble", withinMs: 86_400_000 };
const OPEN = stated({});
const ALL_BACK = stated({ state: "recovering", members: [aMember(1, { left: SERVING })] });
const SOME_BACK = stated({ state: "recovering", members: [aMember(1, { left: SERVING }), aMember(2)] });

describe("the line of the headline", () => {
  it.each<readonly [claim: string, trouble: FleetTrouble | null, incidents: Partial<FleetIncidents>, kind: string, more: number]>([
    ["is the time without an incident if nothing is in trouble and none ended", null, {}, "no-incident", 0],
    ["is the end of the last incident if nothing is in trouble", null, { lastEndedAt: NOW }, "last-incident-ended", 0],
    ["is a failed machine while no incident is open", MACHINE, { lastEndedAt: NOW }, "fleet-worst-machine", 0],
    ["is old trouble, not the end of the last incident", OLD, { lastEndedAt: NOW }, "no-new-trouble", 0],
    ["is the worst incident, with the number of the others", MACHINE, { worst: OPEN, more: 2, lastEndedAt: NOW }, "fleet-worst-group", 2],
    ["is a recovering incident before other trouble", MACHINE, { worst: SOME_BACK }, "incident-recovering", 0],
    ["is a failed machine before an incident whose machines are all back", MACHINE, { worst: ALL_BACK, more: 1 }, "fleet-worst-machine", 2],
    ["is an incident whose machines are all back before old trouble", OLD, { worst: ALL_BACK }, "incident-recovering", 0],
    ["is an incident whose machines are all back if all machines serve", null, { worst: ALL_BACK, lastEndedAt: NOW }, "incident-recovering", 0],
    ["is a service without an endpoint before an incident of machines", SERVICE, { worst: OPEN }, "service-without-endpoint", 1],
    ["is the incident in which the service lost its last endpoint", SERVICE, { worst: OPEN, isTier1: true }, "fleet-worst-group", 0],
    ["is the incident before a service whose loss has no known time", { ...SERVICE, since: null }, { worst: OPEN }, "fleet-worst-group", 0],
  ])("the line of the headline %s", (_claim, trouble, incidents, kind, more) => {
    const line = incidentLine(trouble, { worst: null, isTier1: false, more: 0, lastEndedAt: null, knownSince: 0, ...incidents });
    expect([line.trouble.kind, line.more.number]).toEqual([kind, more]);
  });
});
