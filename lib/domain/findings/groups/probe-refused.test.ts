import { expect, it } from "vitest";
import type { Probe } from "@/lib/domain/workload-group";
import { aGroup } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { probeRefused } from "./probe-refused";

const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const group = (own: Partial<Probe>) => aGroup({ probe: { method: "httpGet", port: 8080, path: "/", scheme: "", host: "", command: [], ...UNSET, ...own } });

it.each<[string, Partial<Probe>, string]>([
  ["gRPC", { method: "grpc" }, "grpc"],
  ["gRPC without a port", { method: "grpc", port: null }, "grpc"],
  ["no method", { method: "none", port: null }, "no-method"],
  ["an empty command", { method: "exec", port: null }, "no-command"],
])("finds a probe with %s, and is silent after its patch", (_what, own, why) => {
  const objects = { groups: [group(own)] };
  expect(evidenceOf(probeRefused, objects)).toMatchObject([{ why }]);
  expect(detectedAfterPatch(probeRefused, objects)).toEqual([]);
});

it("asks a gRPC application whether it accepts connections", () => {
  expect(detected(probeRefused, { groups: [group({ method: "grpc" })] })).toMatchObject([
    { patch: { body: { spec: { probe: { grpc: null, tcpSocket: { port: 8080 } } } } } },
  ]);
});

it.each([
  { of: "an HTTP probe", group: group({}) },
  { of: "a command", group: group({ method: "exec", command: ["true"] }) },
  { of: "no probe", group: aGroup() },
])("passes over $of", ({ group: one }) => {
  expect(evidenceOf(probeRefused, { groups: [one] })).toEqual([]);
});
