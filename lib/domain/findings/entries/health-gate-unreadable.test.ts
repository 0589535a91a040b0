import { expect, it } from "vitest";
import { anEntry, aReport } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { healthGateUnreadable } from "./health-gate-unreadable";

it.each([
  ["yes", null],
  ["on", aReport("False")],
  ["tRue", aReport("True")],
])("finds %j, and is silent after its patch", (gate, health) => {
  const objects = { entries: [anEntry({ gate, health })] };
  expect(evidenceOf(healthGateUnreadable, objects)).toEqual([{ gate, reported: health?.status ?? "" }]);
  expect(detectedAfterPatch(healthGateUnreadable, objects)).toEqual([]);
});

it("takes no machine out of traffic of which nobody reports", () => {
  expect(detected(healthGateUnreadable, { entries: [anEntry({ gate: "yes", health: null })] })).toMatchObject([
    { patch: { body: { metadata: { annotations: { "proxy.istio.io/health-checks-enabled": null } } } } },
  ]);
});

it.each([null, "", "true", "T", "0", "False"])("passes over %j", (gate) => {
  expect(evidenceOf(healthGateUnreadable, { entries: [anEntry({ gate })] })).toEqual([]);
});
