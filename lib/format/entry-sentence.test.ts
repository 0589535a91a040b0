import { describe, expect, it } from "vitest";
import type { EmptyAddressOutcomeByCaller } from "@/lib/domain/networks/empty-address";
import { entryTraffic, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { STATES } from "@/lib/domain/verdict/verdict";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { entrySentence, sincePhrase } from "./entry-sentence";
import type { Tense } from "./text/tense";

type Row = Parameters<typeof anEntryRow>[0];
const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: ROWS_NOW };
const minute = 60_000;
const text = (row: Row, tense: Tense, services: ServicesSelectingMachine | null = null, now = ROWS_NOW, reach: EmptyAddressOutcomeByCaller | null = null) =>
  entrySentence(entryTraffic(anEntryRow(row), services, reach), { tense, now, zone: "utc" });
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
    ["This machine is unverified.", "Istio still lists it as Healthy, but istiod-7c9f-a restarted after this connection began.", ghost],
    ["This machine is unverified.", "istiod-7c9f-a restarted after this connection began. Istio sends it no traffic.", { ...ghost, serving: "no-draining" }],
    ["This machine left a moment ago.", "Left 4 s ago; deleted in 6 s unless it is back. It may still get traffic from hosts that select it.", leaving],
    ["This machine fails its health check.", "Istio sends it no traffic.", { state: "unhealthy", serving: "no-unhealthy" }],
    [
      "This machine fails its health check.",
      "Istio sends it no traffic. Its connection is unverified too.",
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
      "This machine has no address.",
      "Its entry has neither an address nor a network. No caller gets an address for it.",
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

describe("a machine without an address", () => {
  const known = (names: readonly string[], own = {}) => ({ names, takers: 1, isWhole: true, notSent: null, ...own });
  const one = known(["a.example"]);
  const none = known([], { notSent: { code: "no-address", network: "vpc-2" } as const });
  const row: Row = { state: "unchecked", serving: "yes-unchecked", address: "" };
  const reach = (own: EmptyAddressOutcomeByCaller["own"], others = own): EmptyAddressOutcomeByCaller => ({ own, others, none: others });

  it.each<[Row, ServicesSelectingMachine | null, EmptyAddressOutcomeByCaller, string]>([
    [
      row,
      one,
      reach("nothing", "gateway"),
      "It has no address. Callers of a.example in other networks reach it through the gateway of vpc-2. Callers in vpc-2 do not.",
    ],
    [row, null, reach("nothing", "gateway"), "It has no address. Callers in other networks reach it through the gateway of vpc-2. Callers in vpc-2 do not."],
    [row, none, reach("nothing", "gateway"), "It has no address. Callers in other networks reach it through the gateway of vpc-2. Callers in vpc-2 do not."],
    [row, none, reach("nothing"), "It has no address. Callers get no endpoint for it."],
    [row, one, reach("empty-address"), "It has no address. Callers get an empty address with the port. The effect on their proxies is not known."],
    [row, one, reach("not-known"), "It has no address. The gateways that its callers use are not known."],
    [row, one, reach("nothing", "not-known"), "It has no address. Callers in vpc-2 get no endpoint for it. The gateways that other callers use are not known."],
    [row, one, reach("by-service"), "It has no address. Callers of its DNS services get another answer than callers of its other services."],
    [row, known([], { takers: 0 }), reach("nothing", "gateway"), "No host selects it."],
    [
      row,
      known([], { notSent: { code: "port-name-missing", missing: "web" } as const }),
      reach("nothing", "gateway"),
      "It is selected, but callers are not sent it: it names no port web.",
    ],
    [{ ...row, state: "draining", serving: "no-draining" }, one, reach("nothing", "gateway"), "Istio sends it no traffic."],
    [
      { ...row, state: "unreadable", serving: "no-endpoint", network: "", message: "" },
      one,
      reach("nothing"),
      "Its entry has neither an address nor a network. Callers get no endpoint for it.",
    ],
    [
      { ...row, state: "unreadable", serving: "no-endpoint", network: "", message: "" },
      one,
      reach("empty-address"),
      "Its entry has neither an address nor a network. Callers get an empty address with the port. The effect on their proxies is not known.",
    ],
  ])("states which callers reach it, for row %j, services %j and outcome %j", (change, services, outcomes, rest) => {
    expect(text(change, live, services, ROWS_NOW, outcomes).rest).toBe(rest);
  });

  it.each([
    [reach("nothing", "gateway"), "It had no address. Callers in other networks reached it through the gateway of vpc-2. Callers in vpc-2 did not."],
    [reach("nothing"), "It had no address. Callers got no endpoint for it."],
    [reach("empty-address"), "It had no address. Callers got an empty address with the port. The effect on their proxies is not known."],
    [reach("not-known"), "It had no address. The gateways that its callers used are not known."],
    [reach("nothing", "not-known"), "It had no address. Callers in vpc-2 got no endpoint for it. The gateways that other callers used are not known."],
    [reach("by-service"), "It had no address. Callers of its DNS services got another answer than callers of its other services."],
  ])("is in the past tense on a past page: %j", (outcomes, rest) => {
    expect(text(row, past, null, ROWS_NOW, outcomes).rest).toBe(rest);
  });
});
