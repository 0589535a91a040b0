import { describe, expect, it } from "vitest";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { probeWhyOf, type WhyRow, whyOf } from "./why";

const minute = 60_000;
const gone = {
  state: "unverified",
  connection: "ghost",
  connectionWhy: "no-such-pod",
  controller: "istiod-7c9f-a",
  deadline: ROWS_NOW + 13.5 * minute,
} as const;

describe("the WHY of an entry", () => {
  const cases: readonly [why: string, change: Partial<WhyRow>][] = [
    ["", {}],
    ["replica not visible", { vouched: false, connectionWhy: "replica-not-visible" }],
    ["istiod-7c9f-b is not ready", { vouched: false, connectionWhy: "replica-not-ready" }],
    ["istiod-7c9f-b is not ready; whether its Node is lost cannot be told", { vouched: false, connectionWhy: "not-ready-node-not-visible" }],
    ["whether istiod-7c9f-b is ready is not known", { vouched: false, connectionWhy: "readiness-not-known" }],
    ["Nodes are not visible: whether that of istiod-7c9f-b is lost cannot be told", { vouched: false, connectionWhy: "node-not-visible" }],
    ["its connection is not proved", { vouched: false }],
    ["health written from outside; no connection proves it", { vouched: false, connection: "unmanaged" }],
    ["readiness probe failed: HTTP 503", { state: "unhealthy", message: "readiness probe failed: HTTP 503" }],
    ["the probe failed without a message", { state: "unhealthy", message: "" }],
    [
      "left 4 s ago; deleted in 6 s unless it is back",
      { state: "reconnecting", connection: "reconnecting", disconnectedAt: ROWS_NOW - 4_000, deadline: ROWS_NOW + 6_000 },
    ],
    [
      "left 4 s ago; its health report goes in 6 s unless it is back",
      { state: "reconnecting", connection: "reconnecting", disconnectedAt: ROWS_NOW - 4_000, deadline: ROWS_NOW + 6_000, origin: "hand-written-checked" },
    ],
    ["left 60 min ago; deletion is due", { state: "disconnected", connection: "disconnected", disconnectedAt: ROWS_NOW - 60 * minute }],
    [
      "left 60 min ago; it may still get traffic, as nothing checks it",
      { state: "disconnected", connection: "disconnected", disconnectedAt: ROWS_NOW - 60 * minute, origin: "hand-written-checked", serving: "yes-unchecked" },
    ],
    ["registered, never connected since", { state: "disconnected", connection: "never" }],
    ["istiod-7c9f-a is gone; swept in 14 min", gone],
    ["istiod-7c9f-a restarted after this connection began; swept in 14 min", { ...gone, connectionWhy: "restarted" }],
    ["istiod-7c9f-a should have ended before now: its Pod is past its deletion; swept in 14 min", { ...gone, connectionWhy: "past-deletion" }],
    ["istiod-7c9f-a is on a Node that has stopped reporting; swept in 14 min", { ...gone, connectionWhy: "node-silent" }],
    ["istiod-7c9f-a does not run", { ...gone, connectionWhy: "not-running", deadline: null }],
    ["istiod-7c9f-a is gone; health report goes in 14 min", { ...gone, origin: "hand-written-checked" }],
    [
      "connection is 46 min old, too old to be real; swept with the next sweep",
      { ...gone, connection: "leaked", connectionWhy: "too-old", connectedAt: ROWS_NOW - 46 * minute, deadline: null },
    ],
    [
      "connection begins 5 min in the future; swept with the next sweep",
      { ...gone, connection: "leaked", connectionWhy: "in-the-future", connectedAt: ROWS_NOW + 5 * minute },
    ],
    ["connectedAt is no time", { ...gone, connection: "leaked", connectionWhy: "no-time", connectedAt: null, deadline: null }],
    [
      "connection is 34 min old, not renewed in time; swept in 11 min",
      { state: "overdue", connection: "overdue", connectedAt: ROWS_NOW - 34 * minute, deadline: ROWS_NOW + 11 * minute },
    ],
    ["label istio.io/draining", { state: "draining", serving: "no-draining" }],
    ["no health report yet", { state: "awaiting", serving: "no-awaiting" }],
    ["neither an address nor a network: callers get no address for it", { state: "unreadable", serving: "no-endpoint", message: "" }],
    ["spec.weight is not a number", { state: "unreadable", message: "spec.weight is not a number" }],
  ];
  it.each(cases)("%j", (why, change) => {
    expect(whyOf(anEntryRow(change as Parameters<typeof anEntryRow>[0]), ROWS_NOW)).toBe(why);
  });
});

describe("the error of a probe in a column", () => {
  const refused = 'Get "http://10.20.1.14:8080/healthz": dial tcp 10.20.1.14:8080: connect: connection refused';

  it("begins with the reason, and the probed port and path follow", () => {
    expect(probeWhyOf({ state: "unhealthy", message: refused })).toEqual({ reason: "connection refused", target: ":8080/healthz" });
    expect(probeWhyOf({ state: "unhealthy", message: "HTTP 503" })).toEqual({ reason: "HTTP 503", target: "" });
  });

  it("is none in another state, and without a message", () => {
    expect(probeWhyOf({ state: "vanished", message: refused })).toBeNull();
    expect(probeWhyOf({ state: "unhealthy", message: "" })).toBeNull();
  });
});
