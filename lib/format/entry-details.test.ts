import { describe, expect, it } from "vitest";
import {
  type ConnectionValues,
  connectionLine,
  formerEntriesLine,
  labelsLine,
  lastReportLine,
  objectLine,
  policiesLine,
  sameAddressLine,
} from "./entry-details";
import type { SummaryLine } from "./group-details";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);
const minute = 60_000;
const said = ({ lead, tone, rest }: SummaryLine) => `${lead === "" ? "" : `[${tone}] ${lead} `}${rest}`;

describe("lastReportLine", () => {
  it.each([
    ["no report", null, "no report has arrived"],
    [
      "a failed probe",
      { status: "False", message: 'Get "http://10.0.0.1:80/": dial tcp 10.0.0.1:80: connect: connection refused', lastProbeTime: "2026-08-12T04:12:08Z" },
      "[bad] False at 04:12:08 · connection refused",
    ],
    ["a good report of yesterday", { status: "True", message: "", lastProbeTime: "2026-08-11T03:46:12Z" }, "[plain] True at 11 Aug 03:46:12"],
    ["a report without a time", { status: "True", message: "", lastProbeTime: null }, "[plain] True without a time"],
    ["a time that is not one", { status: "False", message: "HTTP 503", lastProbeTime: "soon" }, "[bad] False without a time · HTTP 503"],
  ])("shows %s", (_, health, line) => {
    expect(said(lastReportLine(health === null ? null : { lastTransitionTime: null, ...health }, NOW, "utc"))).toBe(line);
  });
});

describe("connectionLine", () => {
  const base: ConnectionValues = {
    connection: "connected",
    connectedAt: NOW - 19 * minute,
    disconnectedAt: null,
    maxConnectionAgeMs: 30 * minute,
    gate: "true",
  };
  it.each([
    ["on time", {}, "19 min old · renewed by 04:30 · health checks on"],
    ["without a maximum age", { maxConnectionAgeMs: null, gate: null }, "19 min old · health checks off"],
    ["overdue", { connection: "overdue", connectedAt: NOW - 40 * minute }, "40 min old · was due by 04:09 · health checks on"],
    ["unverified", { connection: "ghost" }, "[blind] unverified 19 min old · was due by 04:30 · health checks on"],
    ["in the future", { connection: "leaked", connectedAt: NOW + minute }, "[blind] begins in the future health checks on"],
    ["ended", { connection: "reconnecting", connectedAt: null, disconnectedAt: NOW - 5_000 }, "ended 5 s ago · health checks on"],
    ["never", { connection: "never", connectedAt: null }, "it has never connected · health checks on"],
    ["hand-written", { connection: "unmanaged", connectedAt: null, gate: null }, "istiod keeps no connection for it · health checks off"],
  ] as const)("summarizes a connection %s", (_, change, line) => {
    expect(said(connectionLine({ ...base, ...change }, NOW, "utc"))).toBe(line);
  });
});

describe("the other summary lines of an entry", () => {
  const label = (from: "metadata" | "spec" | "both" | "derived", overridden: string | null = null) => ({ from, overridden });

  it("count labels by their source", () => {
    expect(said(labelsLine([]))).toBe("no labels");
    expect(said(labelsLine([label("both"), label("metadata", "back"), label("derived")]))).toBe(
      "3 labels · 2 in the entry, 1 added by Istio · 1 with two values",
    );
  });

  it("show the effective mTLS mode, the number of policies by kind, and hidden kinds in violet", () => {
    const takes = { resource: "peerauthentications", deed: { what: "takes", mode: "STRICT", decides: true } };
    const allows = { resource: "authorizationpolicies", deed: { what: "authorizes" } };
    expect(said(policiesLine([], []))).toBe("no policy applies");
    expect(said(policiesLine([takes, allows, allows], []))).toBe("mTLS strict · 1 PeerAuthentication · 2 AuthorizationPolicies");
    expect(said(policiesLine([], ["sidecars"]))).toBe("[blind] not all Sidecars are visible ");
  });

  it("name a creator only with evidence", () => {
    const values = { createdAt: NOW - minute, origin: "auto-registered", lastWriter: "istiod" } as const;
    const owner = { kind: "WorkloadGroup", name: "checkout" };
    expect(said(objectLine({ ...values, owner }, NOW, "utc"))).toBe("created 04:15:12 by istiod · owner WorkloadGroup checkout · last writer istiod");
    expect(said(objectLine({ ...values, owner: null }, NOW, "utc"))).toBe("created 04:15:12 · no owner · last writer istiod");
  });

  it("count former entries with the name since recording began, or state that there is none", () => {
    expect(said(formerEntriesLine(2, NOW - 60 * minute, null, NOW, "utc"))).toBe("2 other entries since 03:16");
    expect(said(formerEntriesLine(0, null, NOW - 60 * minute, NOW, "utc"))).toBe("no other entry had this name since 03:16");
  });

  it("do not call an address unique before all entries were compared", () => {
    const at = { address: "10.0.0.1", network: "vpc", others: 0, isKnown: true };
    expect(said(sameAddressLine(at))).toBe("no other visible entry uses 10.0.0.1 in vpc");
    expect(said(sameAddressLine({ ...at, others: 1 }))).toBe("[bad] 1 other entry uses 10.0.0.1 in vpc");
    expect(said(sameAddressLine({ ...at, isKnown: false }))).toBe("[blind] not known yet entries are being compared");
    expect(said(sameAddressLine({ ...at, address: "" }))).toBe("it has no address");
  });
});
