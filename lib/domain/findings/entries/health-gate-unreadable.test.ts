import { expect, it } from "vitest";
import { ago, anEntry, aReport } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { healthGateUnreadable } from "./health-gate-unreadable";

it.each([
  ["yes", null, "remove"],
  ["on", aReport("False"), "true"],
  ["tRue", aReport("True"), "true"],
  ["enabled", { ...aReport("False"), lastProbeTime: ago(120_000) }, "remove"],
  ["no", aReport("False"), "remove"],
  ["disabled", aReport("True"), "remove"],
])("finds %j, and is silent after its patch", (gate, health, remedy) => {
  const objects = { entries: [anEntry({ gate, health })] };
  expect(evidenceOf(healthGateUnreadable, objects)).toEqual([{ gate, reported: health?.status ?? "", remedy }]);
  const annotations = { "proxy.istio.io/health-checks-enabled": remedy === "true" ? "true" : null };
  expect(detected(healthGateUnreadable, objects)).toMatchObject([{ patch: { body: { metadata: { annotations } } } }]);
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
