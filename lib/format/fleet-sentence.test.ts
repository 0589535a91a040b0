import { describe, expect, it } from "vitest";
import { type FleetLinePart, type FleetServing, fleetLine, fleetServing } from "@/lib/domain/statements/fleet";
import { aFleetHead, aRollUp } from "@/lib/testing/rows";
import { fleetHeadline, fleetLineText, onCallLine, untroubledSentence } from "./fleet-sentence";
import type { Tense } from "./text/tense";

const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: 0 };
const serving = (change: Partial<FleetServing> = {}): FleetServing => ({
  ...{ kind: "fleet-serving", serving: 910, total: 924, basis: "expected", registered: 924, unverified: 0 },
  ...change,
});

describe("fleetHeadline", () => {
  it.each([
    ["910 of 924 machines are serving.", serving(), live],
    ["910 of 924 machines are serving.", serving({ unverified: 2 }), live],
    ["910 of 924 machines were serving at 04:16:12.", serving({ unverified: 2 }), past],
    ["1,910 of 2,924 machines are serving.", serving({ serving: 1910, total: 2924 }), live],
    ["All 1,210 machines are serving.", serving({ serving: 1210, total: 1210 }), live],
    ["All 1,210 machines were serving at 04:16:12.", serving({ serving: 1210, total: 1210 }), past],
    ["1 machine is serving.", serving({ serving: 1, total: 1 }), live],
    ["0 of 1 machine is serving.", serving({ serving: 0, total: 1 }), live],
    ["4 of 5 machines are serving.", serving({ serving: 4, total: 5, basis: "registered" }), live],
    ["462 of 924 machines are serving.", serving({ serving: 462, unverified: 462 }), live],
    ["463 of 924 machines are unverified.", serving({ serving: 461, unverified: 463 }), live],
    ["1,207 of 1,210 machines were unverified at 04:16:12.", serving({ serving: 3, unverified: 1207, total: 1210 }), past],
    ["All 12 machines are unverified.", serving({ serving: 0, unverified: 12, total: 12 }), live],
    ["1 of 1 machine is unverified.", serving({ serving: 0, unverified: 1, total: 1 }), live],
    ["No machine is registered.", serving({ serving: 0, total: 0, basis: "registered", registered: 0 }), live],
    ["No machine was registered at 04:16:12.", serving({ serving: 0, total: 0, registered: 0 }), past],
  ] as const)("returns: %s", (text, statement, tense) => {
    const { strong, of, rest } = fleetHeadline(statement, tense);
    expect([strong, of, rest].filter((part) => part !== "").join(" ")).toBe(text);
  });
});

type IstiodPart = Extract<FleetLinePart, { readonly kind: "istiod-connections" }>;
const istiod = (change: Partial<IstiodPart>): IstiodPart => ({
  ...{ kind: "istiod-connections", replicas: 3, connections: 864, pods: 3, ready: 3, notKnown: 0, versions: ["1.30.1"], tone: null },
  ...change,
});

describe("the parts of the line below the fleet's headline", () => {
  it.each<readonly [string, FleetLinePart]>([
    ["25 groups in 6 namespaces", { kind: "fleet-size", groups: 25, namespaces: 6, tone: null }],
    ["1 group in 1 namespace", { kind: "fleet-size", groups: 1, namespaces: 1, tone: null }],
    ["istiod 1.30.1, 3 of 3 ready", istiod({})],
    ["istiod 1.30.1 and 1.31.0, 4 of 6 ready, 1 not known", istiod({ pods: 6, ready: 4, notKnown: 1, versions: ["1.30.1", "1.31.0"] })],
    ["istiod, 0 of 1 ready", istiod({ pods: 1, ready: 0, versions: [] })],
    ["no istiod replica", istiod({ pods: 0, ready: 0, versions: [] })],
    ["istiod replicas not visible", { kind: "istiod-connections", replicas: null, connections: 864, tone: "blind" }],
    ["expected sizes are declared", { kind: "expected-sizes", declared: 25, learned: 0, tone: null }],
    ["the expected size is declared", { kind: "expected-sizes", declared: 1, learned: 0, tone: null }],
    ["expected sizes: 20 declared, 5 learned", { kind: "expected-sizes", declared: 20, learned: 5, tone: null }],
    ["expected sizes are learned", { kind: "expected-sizes", declared: 0, learned: 22, tone: null }],
    ["the expected size is learned", { kind: "expected-sizes", declared: 0, learned: 1, tone: null }],
    ["3 groups without an expected size", { kind: "groups-without-expected", count: 3, groups: 25, tone: null }],
    ["no group has an expected size", { kind: "groups-without-expected", count: 3, groups: 3, tone: null }],
    ["2 groups arriving", { kind: "groups-arriving", count: 2, tone: null }],
    ["4 groups in trouble", { kind: "groups-in-trouble", count: 4, places: 0, tone: "bad" }],
    ["1 group and machines of no group in 2 namespaces in trouble", { kind: "groups-in-trouble", count: 1, places: 2, tone: "bad" }],
    ["machines of no group in 1 namespace in trouble", { kind: "groups-in-trouble", count: 0, places: 1, tone: "bad" }],
    ["2 unverified machines", { kind: "machines-unverified", count: 2, tone: "blind" }],
    ["1 machine reconnecting", { kind: "machines-reconnecting", count: 1, tone: null }],
  ])("read: %s", (text, part) => {
    expect(fleetLineText(part)).toBe(text);
  });
});

it("agree with the counts of a whole fleet", () => {
  const head = aFleetHead({ rollUp: aRollUp({ healthy: 30 }, { expected: 20, fullTotal: 32 }), groupsWithoutExpected: 3 });
  expect(fleetHeadline(fleetServing(head), live)).toEqual({ strong: "30", of: "of 32", rest: "machines are serving." });
  expect(fleetLine(aFleetHead()).map(fleetLineText)).toEqual([
    "25 groups in 6 namespaces",
    "istiod 1.30.1, 3 of 3 ready",
    "expected sizes are declared",
    "4 groups in trouble",
    "2 unverified machines",
  ]);
});

it("count the rows of the page On call: groups, and namespaces with machines of no group", () => {
  const rows = { groupsInTrouble: 4, placesInTrouble: 1, failing: { count: 1 }, lost: 0, missing: 0, rollUp: aRollUp({ healthy: 4 }) };
  const parts = (change: Partial<Parameters<typeof onCallLine>[0]>) => onCallLine({ ...rows, ...change }).map(({ text, tone }) => [text, tone]);
  expect(parts({})).toEqual([["3 groups and machines of no group in 1 namespace in trouble", "bad"]]);
  expect(parts({ failing: { count: 0 }, lost: 1 })).toEqual([["3 groups and machines of no group in 1 namespace in trouble", "bad"]]);
  expect(parts({ placesInTrouble: 0, failing: { count: 0 } })).toEqual([["4 groups in trouble", "blind"]]);
  expect(parts({ groupsInTrouble: 0, placesInTrouble: 0 })).toEqual([]);
  expect(parts({ groupsInTrouble: 0, placesInTrouble: 0, rollUp: { ...rows.rollUp, accepted: 2 } })).toEqual([["2 accepted losses", null]]);
});

it.each([
  [42, 38, live, "38 of 42 groups have no trouble."],
  [2, 1, live, "1 of 2 groups has no trouble."],
  [42, 38, past, "38 of 42 groups had no trouble at 04:16:12."],
])("counts groups without trouble (%d groups, %d without), in the tense of the page", (groups, groupsUntroubled, tense, text) => {
  expect(untroubledSentence({ groups, groupsUntroubled }, tense)).toBe(text);
});
