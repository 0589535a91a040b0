import { expect, it } from "vitest";
import { timestampOf } from "@/lib/domain/timestamp";
import { ago, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { detected, dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { leakedEntry } from "./leaked-entry";

const MINUTE = 60_000;

it.each([
  { of: "of 45 minutes", connectedAt: ago(45 * MINUTE), says: { why: "too-old", maxAgeMinutes: 30, isAssumed: false } },
  { of: "that is no time", connectedAt: timestampOf("soon"), says: { why: "no-time", maxAgeMinutes: 30, isAssumed: false } },
])("finds a claim $of", ({ connectedAt, says }) => {
  const entry = anEntry({ connectedAt });
  expect(evidenceOf(leakedEntry, { entries: [entry] })).toEqual([{ ...says, connectedAt: connectedAt.text, replica: entry.controller }]);
});

it.each([
  { of: "of 44 minutes", connectedAt: ago(44 * MINUTE) },
  { of: "in the future, which is a clock's fault", connectedAt: ago(-10 * MINUTE) },
  { of: "that is none", connectedAt: null },
])("passes over a claim $of", ({ connectedAt }) => {
  expect(evidenceOf(leakedEntry, { entries: [anEntry({ connectedAt })] })).toEqual([]);
});

it("says that the age is assumed, and nothing where istiod ends no connection", () => {
  const entries = [anEntry({ connectedAt: ago(50 * MINUTE) })];
  const assumed = aWorld([], { maxConnectionAgeMs: { kind: "assumed", value: 30 * MINUTE, source: "the chart" } });
  expect(evidenceOf(leakedEntry, { entries, world: assumed })).toMatchObject([{ isAssumed: true }]);
  const unlimited = aWorld([], { maxConnectionAgeMs: { kind: "known", value: null, source: "arguments" } });
  expect(evidenceOf(leakedEntry, { entries, world: unlimited })).toEqual([]);
});

it("cannot tell where nobody knows the age", () => {
  const world = aWorld([], { maxConnectionAgeMs: { kind: "denied", source: "list pods" } });
  expect(detected(leakedEntry, { entries: [anEntry()], world })).toEqual({ cannotTell: ["istiod-pods"] });
});

it("is asked again when the verdict ends", () => {
  expect(dueOf(leakedEntry, { entries: [anEntry({ connectedAt: ago(40 * MINUTE) })] })).toBe(NOW + 5 * MINUTE);
});
