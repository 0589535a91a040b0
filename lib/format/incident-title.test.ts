import { expect, it } from "vitest";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { incidentColumnTexts, incidentsHeadline, incidentTitleText } from "./incident-title";

const caused = (kind: ReturnType<typeof anIncident>["cause"]["kind"], change: Parameters<typeof anIncident>[0] = {}) =>
  anIncident({ cause: { kind, traits: [], group: null }, ...change });
const trait = (name: "zone" | "network" | "group", value: string) => ({ trait: name, value, bad: 2, of: 2, others: 0, ofOthers: 90 }) as const;
const lost = [aMember(1, { condition: "lost" }), aMember(2, { condition: "unverified" })];

it.each([
  ["a zone", anIncident(), "Zone eu-1: 2 failed (HTTP probe failed)"],
  [
    "two traits that separate equally well",
    anIncident({ cause: { kind: "trait", traits: [trait("zone", "eu-1"), trait("network", "net-1")], group: null } }),
    "Zone eu-1 or Network net-1 (cannot tell which): 2 failed (HTTP probe failed)",
  ],
  [
    "a group with its size",
    anIncident({ cause: { kind: "trait", traits: [trait("group", "checkout")], group: { namespace: "shop", name: "checkout", size: 12 } } }),
    "Group checkout: 2 failed of 12 (HTTP probe failed)",
  ],
  ["one machine", caused("machine", { members: [aMember(1)] }), "Machine shop/vm-1: 1 failed (HTTP probe failed)"],
  ["lost and unverified machines", caused("istiod-gone", { members: lost }), "No istiod in prod-eu: 1 lost, 1 unverified (HTTP probe failed)"],
  ["a deleted group", caused("group-deleted", { members: lost }), "Deleted group shop/checkout: 1 lost, 1 unverified (HTTP probe failed)"],
  ["a deleted namespace", caused("namespace-deleted", { members: lost }), "Deleted namespace shop: 1 lost, 1 unverified (HTTP probe failed)"],
  ["a replica", caused("replica-gone"), "An istiod replica is gone: 2 failed (HTTP probe failed)"],
  ["skew", caused("clock-skew"), "Clock skew of an istiod replica: 2 failed (HTTP probe failed)"],
  ["healthy leaves", caused("left-healthy"), "Healthy machines left shop/checkout: 2 failed (HTTP probe failed)"],
  ["time alone", caused("time-only"), "Machines of shop/checkout, cause not known: 2 failed (HTTP probe failed)"],
  [
    "a service without machines in trouble",
    caused("service-without-endpoint", { members: [], services: [aLostService("radius")], peak: { at: NOW, bad: 0 } }),
    "Service radius.shop.svc.cluster.local: no healthy endpoint",
  ],
  [
    "services without machines in trouble that are over",
    anEndedIncident(
      caused("service-without-endpoint", { members: [], services: [aLostService("radius"), aLostService("pay")], peak: { at: NOW, bad: 0 } }),
      NOW + 60_000,
    ),
    "Services radius.shop.svc.cluster.local and pay.shop.svc.cluster.local: had no healthy endpoint",
  ],
  [
    "the last error of a probe",
    caused("machine", { members: [{ ...aMember(1), message: 'Get "http://10.0.0.1:80/": dial tcp 10.0.0.1:80: connect: connection refused' }] }),
    "Machine shop/vm-1: 1 failed (connection refused)",
  ],
  ["an ended incident", anEndedIncident(anIncident(), NOW + 60_000), "Zone eu-1: 2 at the peak (HTTP probe failed)"],
  [
    "a maintenance window with a hidden reason",
    anIncident({ planned: { reason: "", until: NOW } }),
    "Zone eu-1: 2 failed (HTTP probe failed). Planned: reason not visible to you",
  ],
  ["a maintenance window", anIncident({ planned: { reason: "kernel", until: NOW } }), "Zone eu-1: 2 failed (HTTP probe failed). Planned: kernel"],
])("names %s", (_, incident, text) => expect(incidentTitleText(incidentTitle(incident))).toBe(text));

it.each([
  [{ total: 0, open: 0, recovering: 0, planned: 0, longRunning: 0 }, "No incidents."],
  [{ total: 2, open: 0, recovering: 0, planned: 0, longRunning: 0 }, "No open incident."],
  [{ total: 1, open: 0, recovering: 0, planned: 1, longRunning: 0 }, "No open incident, 1 planned."],
  [{ total: 6, open: 2, recovering: 1, planned: 1, longRunning: 1 }, "2 open incidents, 1 recovering, 1 planned, 1 long-running."],
])("counts incidents by state: %o", (counts, text) => {
  const { strong, rest } = incidentsHeadline(counts, { past: false });
  expect(`${strong}${rest}`).toBe(text);
});

it("counts those of clusters that are not reached as not known", () => {
  const counts = { total: 5, open: 3, recovering: 1, planned: 0, longRunning: 1 };
  const { strong, rest } = incidentsHeadline(counts, { past: false }, { open: 1, recovering: 1 });
  expect(`${strong}${rest}`).toBe("2 open incidents, 2 not known, 1 long-running.");
});

it("counts incidents with the moment at which they were known, if the page is not live", () => {
  const { strong, rest } = incidentsHeadline({ total: 3, open: 2, recovering: 0, planned: 0, longRunning: 1 }, { past: true, at: "at 04:16:12", moment: NOW });
  expect(`${strong}${rest}`).toBe("2 open incidents, 1 long-running at 04:16:12.");
});

it.each([
  ["the groups of a zone", anIncident({}), { subject: "Zone eu-1", counts: "2 failed", why: "HTTP probe failed · shop/checkout" }],
  [
    "a group once",
    anIncident({ cause: { kind: "time-only", traits: [], group: null } }),
    { subject: "Machines of shop/checkout, cause not known", counts: "2 failed", why: "HTTP probe failed" },
  ],
  [
    "two possible causes",
    anIncident({ cause: { kind: "trait", traits: [trait("zone", "eu-1"), trait("network", "net-1")], group: null } }),
    { subject: "Zone eu-1 or Network net-1", counts: "2 failed", why: "cannot tell which · HTTP probe failed · shop/checkout" },
  ],
  [
    "the maintenance window",
    anIncident({ planned: { reason: "kernel", until: NOW } }),
    { subject: "Zone eu-1", counts: "2 failed", why: "HTTP probe failed · shop/checkout · Planned: kernel" },
  ],
])("has %s in the columns of a list", (_, incident, texts) => expect(incidentColumnTexts(incidentTitle(incident))).toEqual(texts));
