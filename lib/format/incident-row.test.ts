import { describe, expect, it } from "vitest";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { endedTitle, incidentRowState, incidentRowText, incidentSpan, incidentStart, incidentsAside, noIncidentText } from "./incident-row";
import type { Tense } from "./text/tense";

const NOW = Date.parse("2026-11-28T04:16:12Z");
const LIVE: Tense = { past: false };
const STALE: Tense = { past: true, at: "at 04:16:12", moment: NOW };

const TITLE: IncidentTitle = {
  ...{ kind: "incident-title", state: "open", cause: "trait", cluster: "prod-eu", traits: ["group"], values: ["checkout"] },
  ...{ groups: ["shop/checkout"], moreGroups: 0, groupSize: 48, machine: null, machines: 6, failed: 6, lost: 0, unverified: 0, peak: 6 },
  ...{ message: 'Get "http://10.0.0.1:8080/healthz": dial tcp 10.0.0.1:8080: connect: connection refused', services: [], moreServices: 0 },
  ...{ since: NOW - 240_000, notBefore: null, endedAt: null, unknownSince: null, planned: null },
};
const ZONE: Partial<IncidentTitle> = {
  ...{ traits: ["zone"], values: ["eu-central-1c"], groups: ["shop/storefront", "edge/gateway"], moreGroups: 7, groupSize: null },
  ...{ machines: 46, failed: 0, lost: 40, unverified: 6, message: "" },
};

describe("the row of an incident", () => {
  it.each<[subject: string, size: string, why: string, own: Partial<IncidentTitle>]>([
    ["shop / checkout", "6 of 48 unhealthy", "connection refused", {}],
    ["shop / checkout", "6 unhealthy, 16 unverified of 48", "", { machines: 22, unverified: 16, message: "" }],
    ["eu-central-1c", "40 lost, 6 unverified", "9 groups", ZONE],
    ["eu-central-1c", "2 of 46 still lost", "9 groups · 44 are back", { ...ZONE, state: "recovering", lost: 2, unverified: 0 }],
    ["eu-central-1c", "all 46 back", "9 groups", { ...ZONE, state: "recovering", lost: 0, unverified: 0 }],
    [
      "shop / checkout",
      "6 of 48 unhealthy",
      "connection refused · or all of zone a: cannot tell which",
      { traits: ["group", "zone"], values: ["checkout", "a"] },
    ],
    ["version v41 or eu-1a", "40 lost, 6 unverified", "cannot tell which · 9 groups", { ...ZONE, traits: ["version", "zone"], values: ["v41", "eu-1a"] }],
    ["shop / pay-3", "1 of 9 unhealthy", "connection refused", { cause: "machine", traits: [], machine: "shop/pay-3", machines: 1, failed: 1, groupSize: 9 }],
    ["shop / batch", "6 of 6 lost", "the group was deleted", { cause: "group-deleted", groups: ["shop/batch"], groupSize: 6, failed: 0, lost: 6, message: "" }],
    [
      "shop / batch",
      "12 lost",
      "the group was deleted",
      { cause: "group-deleted", groups: ["shop/batch"], groupSize: 6, machines: 12, failed: 0, lost: 12, message: "" },
    ],
    ["shop", "46 lost", "the namespace was deleted · 9 groups", { ...ZONE, cause: "namespace-deleted", groups: ["shop/a", "shop/b"], lost: 46, unverified: 0 }],
    ["istiod", "46 of 46 unverified", "no replica runs · 9 groups", { ...ZONE, cause: "istiod-gone", lost: 0, unverified: 46, groupSize: 46 }],
    [
      ...(["shop / checkout", "2 of 48 unverified", "their replica istiod-1 is gone"] as const),
      { cause: "replica-gone", values: ["istiod-1"], machines: 2, failed: 0, unverified: 2, message: "" },
    ],
    ["shop / checkout", "2 of 48 lost", "left healthy", { cause: "left-healthy", machines: 2, failed: 0, lost: 2, message: "" }],
    ["shop / checkout", "6 of 48 unhealthy", "cause not known", { cause: "time-only", message: "" }],
    ["shop / a, shop / b", "40 lost, 6 unverified", "cause not known", { ...ZONE, cause: "time-only", groups: ["shop/a", "shop/b"], moreGroups: 0 }],
    ["shop / checkout", "6 of 48 unhealthy", "connection refused · radius.shop has no endpoint", { services: ["radius.shop.svc.cluster.local"] }],
    [
      ...(["radius.shop and 2 more", "no endpoint", ""] as const),
      {
        cause: "service-without-endpoint",
        machines: 0,
        failed: 0,
        groups: [],
        groupSize: null,
        message: "",
        services: ["radius.shop.svc.cluster.local", "b"],
        moreServices: 1,
      },
    ],
    ["shop / checkout", "6 of 48 at the peak", "connection refused", { state: "over", failed: 0, endedAt: NOW }],
    ["eu-central-1c", "46 machines at the peak", "9 groups", { ...ZONE, state: "over", lost: 0, unverified: 0, peak: 46 }],
  ])("%s | %s | %s", (subject, size, why, own) => {
    expect(incidentRowText({ ...TITLE, ...own })).toMatchObject({ subject, size, why });
  });

  it("names the worst of several groups", () => {
    const worst = { namespace: "shop", name: "checkout", number: 16, total: 48 };
    expect(incidentRowText({ ...TITLE, ...ZONE }, worst).why).toBe("9 groups, worst: checkout, 16 of 48");
  });

  it.each<[tone: string, own: Partial<IncidentTitle>]>([
    ["bad", {}],
    ["blind", { failed: 0, unverified: 2 }],
    ["idle", { state: "over" }],
    ["idle", { state: "long-running" }],
    ["bad", { machines: 0, failed: 0, services: ["a"] }],
  ])("has a size in the tone %s for %j", (tone, own) => {
    expect(incidentRowText({ ...TITLE, ...own }).tone).toBe(tone);
  });
});

describe("the state of an incident in a row", () => {
  it.each<[word: string, tone: string, own: Partial<IncidentTitle>, tense: Tense, isPast?: boolean]>([
    ["Open", "bad", {}, LIVE],
    ["Open", "bad", {}, STALE, true],
    ["Recovering", "bad", { state: "recovering" }, STALE, true],
    ["Open at 03:58:00", "blind", { unknownSince: Date.parse("2026-11-28T03:58:00Z") }, STALE, true],
    ["Open", "blind", { failed: 0, unverified: 2 }, LIVE],
    ["Recovering", "bad", { state: "recovering" }, LIVE],
    ["Planned", "idle", { planned: "kernel" }, LIVE],
    ["Over", "idle", { state: "over" }, STALE],
    ["Open at 04:16:12", "blind", {}, STALE],
    ["Open at 03:58:00", "blind", { unknownSince: Date.parse("2026-11-28T03:58:00Z") }, LIVE],
    ["Open at 03:58:00", "blind", { unknownSince: Date.parse("2026-11-28T03:58:00Z") }, STALE],
    ["Open at 04:16:12", "blind", { unknownSince: NOW + 9_000 }, STALE],
  ])("shows the state %s in the tone %s", (word, tone, own, tense, isPast = false) => {
    expect(incidentRowState({ ...TITLE, ...own }, { tense, now: NOW, zone: "utc", isPast })).toEqual({ word, tone });
  });
});

it.each([
  ["04:12", NOW - 240_000],
  ["19 Nov", NOW - 9 * 86_400_000],
])("begins at %s", (text, since) => {
  expect(incidentStart(since, { now: NOW, zone: "utc" })).toBe(text);
});

it.each([
  ["03:20 – 04:10", NOW - 3_360_000, NOW - 360_000],
  ["27 Nov 20:05 – 20:41", Date.parse("2026-11-27T20:05:00Z"), Date.parse("2026-11-27T20:41:00Z")],
  ["27 Nov 23:50 – 00:10", Date.parse("2026-11-27T23:50:00Z"), Date.parse("2026-11-28T00:10:00Z")],
])("lasted %s", (text, since, endedAt) => {
  expect(incidentSpan({ ...TITLE, since, endedAt }, { now: NOW, zone: "utc" })).toBe(text);
});

it.each([
  ["2 open · 1 recovering · 1 long-running", { open: 2, recovering: 1, notKnown: 0, planned: 0, longRunning: 1 }, LIVE],
  ["1 planned · at 04:16:12", { open: 0, recovering: 0, notKnown: 0, planned: 1, longRunning: 0 }, STALE],
  ["1 open · 2 not known", { open: 1, recovering: 0, notKnown: 2, planned: 0, longRunning: 0 }, LIVE],
  ["none open", { open: 0, recovering: 0, notKnown: 0, planned: 0, longRunning: 0 }, LIVE],
])("counts %s", (text, counts, tense) => {
  expect(incidentsAside(counts, tense)).toBe(text);
});

it.each([
  ["No machine is in trouble.", true, LIVE, []],
  ["No machine is in trouble in eu-1 and us-1.", true, LIVE, ["eu-1", "us-1"]],
  ["No incident is open.", false, LIVE, []],
  ["No incident was open at 04:16:12.", false, STALE, []],
])("%s", (text, isCalm, tense, reached) => {
  expect(noIncidentText(isCalm, tense, reached)).toBe(text);
});

it("names the window in which incidents ended", () => {
  expect(["15m", "24h", "7d"].map((name) => endedTitle({ kind: "last", name }))).toEqual(["Ended in 15 min", "Ended in 24 h", "Ended in 7 d"]);
  expect(endedTitle({ kind: "between" })).toBe("Ended in this span");
});
