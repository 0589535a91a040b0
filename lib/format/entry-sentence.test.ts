import { describe, expect, it } from "vitest";
import type { EmptyAddressOutcomeByCaller } from "@/lib/domain/networks/empty-address";
import { entryTraffic, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { STATES } from "@/lib/domain/verdict/verdict";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { entryHeadline, sincePhrase } from "./entry-sentence";
import type { Tense } from "./text/tense";

type Row = Parameters<typeof anEntryRow>[0];
const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: ROWS_NOW };
const minute = 60_000;
const text = (row: Row, tense: Tense, services: ServicesSelectingMachine | null = null, now = ROWS_NOW, reach: EmptyAddressOutcomeByCaller | null = null) =>
  entryHeadline(entryTraffic(anEntryRow(row), services, reach), { tense, now, zone: "utc" });
const ghost: Row = { state: "unverified", connection: "ghost", connectionWhy: "restarted", controller: "istiod-7c9f-a" };
const leaving: Row = { state: "reconnecting", connection: "reconnecting", disconnectedAt: ROWS_NOW - 4_000, deadline: ROWS_NOW + 6_000 };

describe("the headline of an entry's page", () => {
  const REFUSED = 'Get "http://10.20.1.14:8000/healthz": dial tcp 10.20.1.14:8000: connect: connection refused';
  const failed: Row = { state: "unhealthy", serving: "no-unhealthy", message: REFUSED };
  it("shows the last time without observation since the state began", () => {
    const unrecorded = { from: ROWS_NOW - 8 * minute, to: ROWS_NOW - 7 * minute };
    const { lead, aside, reason } = entryHeadline(entryTraffic(anEntryRow(failed), null), { tense: live, now: ROWS_NOW, zone: "utc" }, unrecorded);
    expect(lead + aside + reason).toBe("Unhealthy for 12 min (not recorded 04:08:12–04:09:12): connection refused on :8000/healthz.");
  });

  const cases: readonly [line: string, rest: string, row: Row][] = [
    ["Healthy for 12 min.", "It may get traffic from services that select it.", {}],
    ["Healthy.", "It may get traffic from services that select it.", { since: null }],
    [
      "Healthy for 12 min: its replica is not visible.",
      "It may get traffic from services that select it.",
      { vouched: false, connectionWhy: "replica-not-visible" },
    ],
    ["Unverified for 12 min: its istiod replica restarted after the connection began.", "istiod still sends it to sidecars as healthy.", ghost],
    ["Unverified for 12 min: its istiod replica restarted after the connection began.", "It gets no traffic.", { ...ghost, serving: "no-draining" }],
    [
      "Unverified for 12 min: its istiod replica is gone.",
      "istiod still sends it to sidecars.",
      { ...ghost, connectionWhy: "no-such-pod", serving: "yes-unchecked" },
    ],
    ["Reconnecting for 12 min: disconnected at 04:16:08.", "It may still get traffic from services that select it.", leaving],
    ["Unhealthy for 12 min: connection refused on :8000/healthz.", "istiod took it out of the endpoints at 04:04:12.", failed],
    ["Unhealthy for at least 12 min: connection refused on :8000/healthz.", "It gets no traffic.", { ...failed, sinceAtLeast: true }],
    ["Unhealthy for 12 min: the probe failed without a message.", "istiod took it out of the endpoints at 04:04:12.", { ...failed, message: "" }],
    [
      "Unhealthy for 12 min: connection refused on :8000/healthz.",
      "istiod took it out of the endpoints at 04:04:12. Its connection is unverified too.",
      { ...failed, connection: "ghost" },
    ],
    ["Unverified for 12 min: registered, never connected.", "istiod still sends it to sidecars as healthy.", { state: "disconnected", connection: "never" }],
    [
      "Unverified for 12 min: disconnected at 04:02:12, not back in time.",
      "istiod still sends it to sidecars as healthy.",
      { state: "disconnected", connection: "disconnected", disconnectedAt: ROWS_NOW - 14 * minute },
    ],
    [
      "Unverified for 12 min: the object cannot be read.",
      "Cannot tell whether it gets traffic.",
      { state: "unreadable", serving: "unknown", message: "spec.weight is not a number" },
    ],
    ["Draining for 12 min: its label istio.io/draining is set.", "It gets no traffic.", { state: "draining", serving: "no-draining" }],
    ["Not checked for 12 min.", "It may get traffic from services that select it.", { state: "unchecked", serving: "yes-unchecked" }],
    ["Starting for 12 min: no health report yet.", "It gets no traffic.", { state: "awaiting", serving: "no-awaiting" }],
    [
      "No endpoint for 12 min: neither an address nor a network.",
      "No caller gets an address for it.",
      { state: "unreadable", serving: "no-endpoint", message: "" },
    ],
  ];
  it.each(cases)("has the two lines: %s %s", (line, rest, row) => {
    const { lead, reason, rest: second } = text(row, live);
    expect([`${lead}${reason}`, second]).toEqual([line, rest]);
  });

  it.each(STATES)("uses the past tense for %s on a page that is not live", (state) => {
    const { lead, reason, rest } = text({ state }, past);
    expect(lead).toMatch(/^Had been .* for 12 min at 04:16:12$/);
    expect(`${reason} ${rest}`).not.toMatch(/\b(is|gets|fails|waits|can) /);
  });

  it("has the time of the failure and of the page on a page of the past", () => {
    const { lead, reason, rest } = text(failed, past);
    expect(`${lead}${reason} ${rest}`).toBe(
      "Had been unhealthy for 12 min at 04:16:12: connection refused on :8000/healthz. istiod had taken it out of the endpoints at 04:04:12.",
    );
    expect(text({ ...failed, since: null }, past).lead).toBe("Was unhealthy at 04:16:12");
  });

  it("keeps the end of a long error", () => {
    const { reason } = text({ ...failed, message: `${"the answer of the app was ".repeat(12)}no space left on device` }, live);
    expect(reason.length).toBeLessThan(105);
    expect(reason).toMatch(/…/);
    expect(reason).toMatch(/no space left on device\.$/);
  });

  it("does not change after the last known time", () => {
    const headline = (now: number) => JSON.stringify(text(leaving, past, null, now));
    expect(headline(ROWS_NOW + 10 * minute)).toBe(headline(ROWS_NOW));
  });
});

describe("sincePhrase", () => {
  it("states a lower bound if the state was already there at the first observation", () => {
    expect(sincePhrase(ROWS_NOW - 12 * minute, true, ROWS_NOW, "utc")).toBe("for at least 12 min, seen since 04:04:12");
    expect(sincePhrase(ROWS_NOW - 12 * minute, false, ROWS_NOW, "utc")).toBe("for 12 min, since 04:04:12");
    expect(sincePhrase(null, false, ROWS_NOW, "utc")).toBe("");
  });
});

describe("the traffic of a machine whose services are known", () => {
  const known = (names: readonly string[], own = {}) => ({ names, takers: names.length, isWhole: true, notSent: null, ...own });
  it.each([
    [{}, known(["a.example", "b.example"]), "It is an endpoint of a.example and b.example."],
    [{ state: "unchecked", serving: "yes-unchecked" }, known([]), "No service selects it."],
    [{ state: "unchecked", serving: "yes-unchecked" }, known([], { isWhole: false }), "It may get traffic from services that select it."],
    [{ state: "draining", serving: "no-draining" }, known(["a.example"]), "It gets no traffic."],
  ] as const)("names the services, or states that there are none: %j", (row, hosts, rest) => {
    expect(text(row, live, hosts).rest).toBe(rest);
  });
});

describe("the traffic of a machine without an address", () => {
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
    [row, known([], { takers: 0 }), reach("nothing", "gateway"), "No service selects it."],
    [
      row,
      known([], { notSent: { code: "port-name-missing", missing: "web" } as const }),
      reach("nothing", "gateway"),
      "Services select it, but callers do not get it: it has no port named web.",
    ],
    [{ ...row, state: "draining", serving: "no-draining" }, one, reach("nothing", "gateway"), "It gets no traffic."],
    [{ ...row, state: "unreadable", serving: "no-endpoint", network: "", message: "" }, one, reach("nothing"), "Callers get no endpoint for it."],
    [
      { ...row, state: "unreadable", serving: "no-endpoint", network: "", message: "" },
      one,
      reach("empty-address"),
      "Callers get an empty address with the port. The effect on their proxies is not known.",
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
