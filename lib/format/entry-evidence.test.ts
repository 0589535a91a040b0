import { describe, expect, it } from "vitest";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { type EvidenceInput, entryEvidence, REPORT_TIMES_WARNING } from "./entry-evidence";

type Row = Parameters<typeof anEntryRow>[0];
const minute = 60_000;
const runs = { revision: "default", runningSince: ROWS_NOW - 120 * minute, readyReason: "", deletingAt: null };
const detail: EvidenceInput = {
  gate: "true",
  health: { status: "True", message: "", lastProbeTime: "2026-08-12T03:55:13Z", lastTransitionTime: "2026-08-12T03:55:13Z" },
  connectedAtText: "2026-08-12T05:55:12.123456789+02:00",
  disconnectedAtText: null,
  replicasKind: "known",
  replica: runs,
  maxConnectionAge: { kind: "known", value: 30 * minute, source: "arguments" },
  gracePeriod: { kind: "known", value: 10_000, source: "environment" },
  addressReach: null,
};

function meaning(term: string, row: Row = {}, change: Partial<EvidenceInput> = {}): string {
  return entryEvidence(anEntryRow(row), { ...detail, ...change }, ROWS_NOW, "utc").find((line) => line.term === term)?.meaning ?? "no such line";
}

describe("the evidence of an entry", () => {
  it("lists the connection first, then health and traffic, each with its field verbatim", () => {
    const lines = entryEvidence(anEntryRow(), detail, ROWS_NOW, "utc");
    expect(lines.map(({ term, value }) => [term, value])).toEqual([
      ["connection", "2026-08-12T05:55:12.123456789+02:00"],
      ["controller", "istiod-7c9f-b"],
      ["health gate", "true"],
      ["last report", "True"],
      ["so it is sent to hosts that select it", ""],
    ]);
  });

  it("calls a health report a report, and warns that its times move", () => {
    expect(meaning("last report")).toBe(`reported 2026-08-12T03:55:13Z. ${REPORT_TIMES_WARNING}`);
    expect(meaning("last report", {}, { health: null })).toBe("nothing was reported");
  });

  const left = { connection: "disconnected", disconnectedAt: ROWS_NOW - minute } as const;
  const gone = { connectedAtText: null, disconnectedAtText: "2026-08-12T04:15:12Z" };
  const assumed = { kind: "assumed", value: 30 * minute, source: "chart" } as const;
  const cases: readonly [words: string, term: string, row: Row, change: Partial<EvidenceInput>][] = [
    ["21 min old; renewed by 04:28:12, maximum age 30 min", "connection", {}, {}],
    ["21 min old; was to be renewed by 04:28:12, maximum age 30 min (assumed)", "connection", { connection: "ghost" }, { maxConnectionAge: assumed }],
    ["21 min old; connections have no maximum age here", "connection", {}, { maxConnectionAge: { ...assumed, value: null } }],
    ["21 min old; the maximum age of connections is not visible", "connection", {}, { maxConnectionAge: { ...assumed, kind: "denied" } }],
    ["left 1 min ago; grace period 10 s", "connection", left, gone],
    ["none: no istiod keeps a connection for this entry", "connection", { connection: "unmanaged" }, {}],
    ["none: no connection was written down since the entry exists", "connection", { connection: "never" }, { connectedAtText: null }],
    ["runs since 02:16:12 (2 h)", "controller", {}, {}],
    ["runs since 6 Aug 04:16:12 (6 d)", "controller", {}, { replica: { ...runs, runningSince: ROWS_NOW - 6 * 24 * 60 * minute } }],
    ["the last to hold the connection; runs since 02:16:12 (2 h)", "controller", left, gone],
    ["istiod-7c9f-b is gone", "controller", { connection: "ghost", connectionWhy: "no-such-pod" }, { replica: null }],
    ["istiod's Pods are not visible with these rights, so nobody can tell whether it runs", "controller", {}, { replicasKind: "denied", replica: null }],
    [
      "runs since 02:16:12 (2 h); istiod-7c9f-b is not ready (ContainersNotReady)",
      "controller",
      { vouched: false, connectionWhy: "replica-not-ready" },
      { replica: { ...runs, readyReason: "ContainersNotReady" } },
    ],
    [
      "runs since 02:16:12 (2 h); its Pod is being deleted and has to be gone by 04:16:42",
      "controller",
      {},
      { replica: { ...runs, deletingAt: ROWS_NOW + 30_000 } },
    ],
    ["istiod-7c9f-b is on a Node that has stopped reporting", "controller", { connection: "ghost", connectionWhy: "node-silent" }, {}],
    ["none is named", "controller", { controller: "" }, { replica: null }],
    ["on: health decides whether it is sent", "health gate", {}, {}],
    ["off: Go does not read this value as true", "health gate", {}, { gate: "yes" }],
    ["off: the annotation is not there", "health gate", {}, { gate: null }],
    ["yes: the health gate is on and the condition is True", "so it is sent to hosts that select it", {}, {}],
    ["yes: the health gate is on and the condition is True, and nothing has removed it", "so it is sent to hosts that select it", { connection: "leaked" }, {}],
    ["yes: the health gate is off, and Healthy=True is ignored", "so it is sent to hosts that select it", { serving: "yes-unchecked" }, { gate: null }],
    ["no: the health gate is on and the condition is not True", "so it is sent to hosts that select it", { serving: "no-unhealthy" }, {}],
    ["no: the health gate is on and nothing was reported yet", "so it is sent to hosts that select it", { serving: "no-awaiting" }, { health: null }],
    ["no: the label istio.io/draining is set", "so it is sent to hosts that select it", { serving: "no-draining" }, {}],
    [
      "yes: the health gate is on and the condition is True; it has no address, and callers in other networks get the gateway of vpc-2",
      "so it is sent to hosts that select it",
      { address: "" },
      { addressReach: { own: "nothing", others: "gateway", none: "gateway" } },
    ],
    [
      "yes: the health gate is off, and Healthy=True is ignored; it has no address, and callers get no endpoint",
      "so it is sent to hosts that select it",
      { serving: "yes-unchecked", address: "" },
      { gate: null, addressReach: { own: "nothing", others: "nothing", none: "nothing" } },
    ],
    ["no: neither an address nor a network: callers get no address for it", "so it is sent to hosts that select it", { serving: "no-endpoint" }, {}],
    ["cannot tell: the object is unreadable", "so it is sent to hosts that select it", { serving: "unknown" }, {}],
  ];
  it.each(cases)("states: %s", (words, term, row, change) => {
    expect(meaning(term, row, change)).toBe(words);
  });
});
