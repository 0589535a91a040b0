import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { gateWithoutProbe } from "./gate-without-probe";

const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const probe = { method: "tcpSocket", port: 8080, path: "", scheme: "", host: "", command: [], ...UNSET } as const;
const gated = (value: string, own: Parameters<typeof aGroup>[0] = {}) =>
  aGroup({ entryAnnotations: [["proxy.istio.io/health-checks-enabled", value]], ...own });

it("finds a group with the gate and no probe, and is silent after its patch", () => {
  const objects = { groups: [gated("true")], entries: [anEntry()] };
  expect(evidenceOf(gateWithoutProbe, objects)).toEqual([{ machines: 1 }]);
  expect(detectedAfterPatch(gateWithoutProbe, objects)).toEqual([]);
});

it.each([
  { of: "with a probe", group: gated("true", { probe }) },
  { of: "whose gate is off", group: gated("false") },
  { of: "with neither", group: aGroup() },
])("passes over a group $of", ({ group }) => {
  expect(evidenceOf(gateWithoutProbe, { groups: [group] })).toEqual([]);
});
