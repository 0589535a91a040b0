import { describe, expect, it } from "vitest";
import { entryTraffic, type SelectingServices } from "@/lib/domain/statements/entry";
import { STATES } from "@/lib/domain/verdict";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { entrySentence, sincePhrase } from "./entry-sentence";
import type { Tense } from "./text/tense";

type Row = Parameters<typeof anEntryRow>[0];
const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: ROWS_NOW };
const minute = 60_000;
const text = (row: Row, tense: Tense, services: SelectingServices | null = null, now = ROWS_NOW) =>
  entrySentence(entryTraffic(anEntryRow(row), services), { tense, now, zone: "utc" });
const ghost: Row = { state: "unverified", connection: "ghost", connectionWhy: "restarted", controller: "istiod-7c9f-a" };
const leaving: Row = { state: "reconnecting", connection: "reconnecting", disconnectedAt: ROWS_NOW - 4_000, deadline: ROWS_NOW + 6_000 };

describe("the first line of an entry", () => {
  const cases: readonly [lead: string, rest: string, row: Row][] = [
    ["This machine is healthy.", "It may get traffic from hosts that select it. It has been connected to istiod-7c9f-b for 21 min.", {}],
    [
      "This machine is reported healthy, but its replica is not visible.",
      "It may get traffic from hosts that select it. It has been connected to istiod-7c9f-b for 21 min.",
      { vouched: false, connectionWhy: "replica-not-visible" },
    ],
    ["Nobody can vouch for this machine.", "Istio still lists it as Healthy, but istiod-7c9f-a restarted after this connection began.", ghost],
    [
      "Nobody can vouch for this machine.",
      "istiod-7c9f-a restarted after this connection began. Istio sends it no traffic.",
      { ...ghost, serving: "no-draining" },
    ],
    ["This machine left a moment ago.", "Left 4 s ago; deleted in 6 s unless it is back. It may still get traffic from hosts that select it.", leaving],
    ["This machine fails its health check.", "Istio sends it no traffic.", { state: "unhealthy", serving: "no-unhealthy" }],
    [
      "This machine fails its health check.",
      "Istio sends it no traffic. Nobody can vouch for its connection either.",
      { state: "unhealthy", serving: "no-unhealthy", connection: "ghost" },
    ],
    [
      "This machine never connected.",
      "Registered, never connected since. It may still get traffic from hosts that select it.",
      { state: "disconnected", connection: "never" },
    ],
    ["This object cannot be read.", "spec.weight is not a number.", { state: "unreadable", serving: "unknown", message: "spec.weight is not a number" }],
    ["No health check decides about this machine.", "It may get traffic from hosts that select it.", { state: "unchecked", serving: "yes-unchecked" }],
    [
      "Istio makes no endpoint of this machine.",
      "Its entry has neither an address nor a network. Istio sends it no traffic.",
      { state: "unreadable", serving: "no-endpoint", message: "" },
    ],
  ];
  it.each(cases)("%s %s", (lead, rest, row) => {
    expect(text(row, live)).toEqual({ lead, rest });
  });

  it.each(STATES)("speaks of %s in the past when nothing confirms it", (state) => {
    const { lead } = text({ state }, past);
    expect(lead).toMatch(/ at 04:16:12\.$/);
    expect(lead).not.toMatch(/\b(is|gets|fails|waits|can) /);
  });

  it("says when a check failed, which is not the moment that the page shows", () => {
    const failing: Row = { state: "unhealthy", serving: "no-unhealthy", since: ROWS_NOW - 12 * minute };
    const lead = (row: Row) => text(row, past).lead;
    expect(lead(failing)).toBe("This machine failed its health check at 04:04:12, and still did at 04:16:12.");
    expect(lead({ ...failing, sinceAtLeast: true })).toBe("This machine was failing its health check at 04:16:12.");
    expect(lead({ state: "overdue", connection: "overdue" })).toBe("This machine's connection was overdue at 04:16:12.");
  });

  it("stands still at the moment that was last known", () => {
    const rest = "Left 4 s ago; deleted in 6 s unless it is back. It may still have got traffic from hosts that selected it.";
    expect(text(leaving, past, null, ROWS_NOW + 10 * minute).rest).toBe(rest);
  });
});

describe("since when", () => {
  it("says at least, where it was so when the server first looked", () => {
    expect(sincePhrase(ROWS_NOW - 12 * minute, true, ROWS_NOW, "utc")).toBe("for at least 12 min, seen since 04:04:12");
    expect(sincePhrase(ROWS_NOW - 12 * minute, false, ROWS_NOW, "utc")).toBe("for 12 min, since 04:04:12");
    expect(sincePhrase(null, false, ROWS_NOW, "utc")).toBe("");
  });
});

describe("a machine whose hosts are known", () => {
  const known = (names: readonly string[], own = {}) => ({ names, takers: names.length, isWhole: true, notSent: null, ...own });
  it.each([
    [{}, known(["a.example", "b.example"]), "It answers for a.example and b.example. It has been connected to istiod-7c9f-b for 21 min."],
    [{ state: "unchecked", serving: "yes-unchecked" }, known([]), "No host selects it."],
    [{ state: "unchecked", serving: "yes-unchecked" }, known([], { isWhole: false }), "It may get traffic from hosts that select it."],
    [{ state: "draining", serving: "no-draining" }, known(["a.example"]), "Istio sends it no traffic."],
  ] as const)("names them, or says that there are none: %j", (row, hosts, rest) => {
    expect(text(row, live, hosts).rest).toBe(rest);
  });
});
