import { expect, it } from "vitest";
import { ago, anEntry, aReport } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { healthIgnored } from "./health-ignored";

const reporting = (gate: string | null) => anEntry({ gate, health: aReport("False", "refused") });

it.each([null, "", "false", "0"])("finds a report beside the gate %j, and is silent once the gate is on", (gate) => {
  const objects = { entries: [reporting(gate)] };
  expect(evidenceOf(healthIgnored, objects)).toEqual([{ status: "False", message: "refused", gate: gate ?? "", isCurrent: true }]);
  expect(detectedAfterPatch(healthIgnored, objects)).toEqual([]);
});

it.each([
  { of: "a report beside a gate that is on", entry: reporting("true") },
  { of: "a gate that nobody can read, which is told apart", entry: reporting("yes") },
  { of: "no report", entry: anEntry({ gate: null, health: null }) },
])("passes over $of", ({ entry }) => {
  expect(evidenceOf(healthIgnored, { entries: [entry] })).toEqual([]);
});

/** True for each finding with a patch. */
const offered = (objects: FindingObjects) => findingsOf(healthIgnored, objects).map(({ detected }) => detected.patch !== undefined);
const old = anEntry({ gate: null, health: { ...aReport("False"), lastProbeTime: ago(120_000) } });

it.each([
  ["a report since the last connection", reporting(null), true],
  ["an older report of a failure, which no agent may renew", old, false],
  ["a report of a failure without a connection", { ...reporting(null), connectedAt: null }, false],
  ["an older report of health", { ...old, health: { ...aReport("True"), lastProbeTime: ago(120_000) } }, true],
])("of %s", (_what, entry, isOffered) => {
  expect(offered({ entries: [entry] })).toEqual([isOffered]);
});
