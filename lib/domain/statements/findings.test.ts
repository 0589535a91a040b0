import { expect, it } from "vitest";
import { findingStatement, findingsCompared, findingsCountStatement } from "./findings";

const RULE = { code: "STL407", before: 2, now: 5, appeared: 4, resolved: 1 };

it("findingsCompared compares only rules that existed then, and lists those with new findings", () => {
  const rules = [RULE, { ...RULE, code: "STL101", before: 0, now: 1, appeared: 1, resolved: 0 }, { ...RULE, code: "STL500", before: null, now: 9 }];
  expect(findingsCompared({ from: 10, comparedFrom: 20, rules })).toEqual({
    ...{ kind: "findings-compared", from: 20, fromHistory: true, net: 4, difference: 4, appeared: 5, resolved: 1, newRules: ["STL101"] },
  });
});

it("findingsCompared has a negative net and a positive difference for fewer findings", () => {
  const rules = [{ ...RULE, before: 5, now: 2 }];
  expect(findingsCompared({ from: 20, comparedFrom: 20, rules })).toMatchObject({ fromHistory: false, net: -3, difference: 3, newRules: [] });
});

it("findingsCompared has no time of comparison without a history", () => {
  expect(findingsCompared({ from: 20, comparedFrom: null, rules: [] })).toMatchObject({ from: null, fromHistory: false, net: 0 });
});

it("findingStatement has the evidence of a finding, without keys that cannot be part of an attribute", () => {
  const evidence = { written: "a/b", toldFrom: 6, "not an attribute": 1, kind: "a later version's own", __proto__: null };
  expect(findingStatement({ code: "STL407", objects: [{ name: "vm-1" }], evidence })).toEqual({
    ...{ kind: "found", rule: "STL407", objects: ["vm-1"], written: "a/b", toldFrom: 6 },
  });
});

it("findingsCountStatement has the last known time of a page that is not live", () => {
  const counts = {
    total: 1,
    errors: 0,
    warnings: 1,
    notes: 0,
    machines: 8,
    groups: 2,
    hosts: 3,
    rules: 40,
    untold: 0,
    settled: true,
    muted: 0,
    mutedForAll: 0,
  };
  expect(findingsCountStatement(counts, { past: true, moment: 7 })).toEqual({ kind: "findings-found", ...counts, past: true, asOf: 7 });
});
