import { expect, it } from "vitest";
import { anEntry, aReport } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { healthIgnored } from "./health-ignored";

const reporting = (gate: string | null) => anEntry({ gate, health: aReport("False", "refused") });

it.each([null, "", "false", "0"])("finds a report beside the gate %j, and is silent once the gate is on", (gate) => {
  const objects = { entries: [reporting(gate)] };
  expect(evidenceOf(healthIgnored, objects)).toEqual([{ status: "False", message: "refused", gate: gate ?? "" }]);
  expect(detectedAfterPatch(healthIgnored, objects)).toEqual([]);
});

it.each([
  { of: "a report beside a gate that is on", entry: reporting("true") },
  { of: "a gate that nobody can read, which is told apart", entry: reporting("yes") },
  { of: "no report", entry: anEntry({ gate: null, health: null }) },
])("passes over $of", ({ entry }) => {
  expect(evidenceOf(healthIgnored, { entries: [entry] })).toEqual([]);
});
