import { expect, it } from "vitest";
import type { FleetIncidents, IncidentTrouble } from "@/lib/domain/statements/fleet-incidents";
import type { FleetTrouble } from "@/lib/domain/statements/fleet-trouble";
import { aFleetHead, ROWS_NOW } from "@/lib/testing/rows";
import { fleetSummary } from "./fleet-summary";

const OUTAGE: IncidentTrouble = {
  ...{
    kind: "incident-of-groups",
    cluster: "prod-eu",
    cause: "trait",
    traits: ["zone"],
    values: ["eu-central-1c"],
    groups: 9,
    failed: 0,
    lost: 40,
    unverified: 6,
  },
  ...{ isFirst: false, message: "", worstNamespace: "logistics", worstGroup: "tracking", worstNumber: 11, worstTotal: 110, isWorstNameUnique: true },
  ...{ since: ROWS_NOW - 120_000, sinceAtLeast: false, incident: "q7fd", withoutEndpoint: 0, firstWithoutEndpoint: "" },
};
const MACHINE: FleetTrouble = {
  ...{ kind: "fleet-worst-machine", cluster: "prod-eu", namespace: "shop", machine: "pay-3", word: "unhealthy", message: "" },
  ...{ since: ROWS_NOW - 30_000, sinceAtLeast: false },
};
const TOTAL = "910 of 924 machines are serving.";

/** The second line of the summary. */
function sentenceOf(incidents: Partial<FleetIncidents> | null, worst: FleetTrouble | null): string | undefined {
  const all = incidents === null ? null : { worst: null, isTier1: false, more: 0, lastEndedAt: null, knownSince: 0, ...incidents };
  const counted = { head: aFleetHead(), rows: [], reached: [], notReached: [] };
  const moment = { at: ROWS_NOW, tense: { past: false }, isConfirmed: true } as const;
  const trouble = { worst, incidents: all, quiet: [] };
  return fleetSummary({ counted, query: "", trouble, answer: null, severalClusters: false, moment, origin: "" }).split("\n")[1];
}

it.each<readonly [claim: string, incidents: Partial<FleetIncidents> | null, worst: FleetTrouble | null, sentence: string]>([
  [
    "the worst incident with its worst group, and the number of the others",
    { worst: OUTAGE, more: 2 },
    MACHINE,
    `${TOTAL} eu-central-1c: 40 machines of 9 groups lost at 04:14:12, 6 unverified. Worst: tracking, 11 of 110. And 2 more incidents.`,
  ],
  ["the worst trouble while no incident is open", {}, MACHINE, `${TOTAL} shop/pay-3 failed at 04:15:42.`],
  ["the worst trouble if incidents are not known", null, MACHINE, `${TOTAL} shop/pay-3 failed at 04:15:42.`],
  ["the end of the last incident", { lastEndedAt: ROWS_NOW - 3_600_000 }, null, `${TOTAL} Last incident ended at 03:16:12.`],
  ["the time without an incident", { knownSince: ROWS_NOW - 3_600_000 }, null, `${TOTAL} No incident recorded since 03:16:12.`],
  ["the total alone if no machine is in trouble and incidents are not known", null, null, TOTAL],
])("the summary for a chat has %s", (_claim, incidents, worst, sentence) => {
  expect(sentenceOf(incidents, worst)).toBe(sentence);
});
