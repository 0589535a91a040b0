import { describe, expect, it } from "vitest";
import type { Probe } from "@/lib/domain/group/workload-group";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { gateWithoutProbe, probeRefusalReason, probeRefused } from "./probes";

describe("a probe", () => {
  it.each([
    ["httpGet", [], null],
    ["tcpSocket", [], null],
    ["exec", ["check"], null],
    ["exec", [], "no-command"],
    ["grpc", [], "grpc"],
    ["none", [], "no-method"],
  ] as const)("with %s and the command %j is rejected with the reason %j", (method, command, why) => {
    const unset = { port: null, path: "", scheme: "", host: "", initialDelaySeconds: null, timeoutSeconds: null };
    expect(probeRefusalReason({ method, command, ...unset, periodSeconds: null, successThreshold: null, failureThreshold: null })).toBe(why);
  });
});

describe("STL210 probe-refused", () => {
  const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
  const group = (own: Partial<Probe>) => aGroup({ probe: { method: "httpGet", port: 8080, path: "/", scheme: "", host: "", command: [], ...UNSET, ...own } });

  it.each<[string, Partial<Probe>, string]>([
    ["gRPC", { method: "grpc" }, "grpc"],
    ["gRPC without a port", { method: "grpc", port: null }, "grpc"],
    ["no method", { method: "none", port: null }, "no-method"],
    ["an empty command", { method: "exec", port: null }, "no-command"],
  ])("STL210 finds a probe with %s, and nothing after its patch", (_what, own, why) => {
    const objects = { groups: [group(own)] };
    expect(evidenceOf(probeRefused, objects)).toMatchObject([{ why }]);
    expect(detectedAfterPatch(probeRefused, objects)).toEqual([]);
  });

  it("STL210 replaces a gRPC probe by a TCP probe of its port", () => {
    expect(detected(probeRefused, { groups: [group({ method: "grpc" })] })).toMatchObject([
      { patch: { body: { spec: { probe: { grpc: null, tcpSocket: { port: 8080 } } } } } },
    ]);
  });

  it.each([
    { of: "an HTTP probe", group: group({}) },
    { of: "a command", group: group({ method: "exec", command: ["true"] }) },
    { of: "no probe", group: aGroup() },
  ])("STL210 finds nothing for $of", ({ group: one }) => {
    expect(evidenceOf(probeRefused, { groups: [one] })).toEqual([]);
  });
});

describe("STL212 gate-without-probe", () => {
  const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
  const probe = { method: "tcpSocket", port: 8080, path: "", scheme: "", host: "", command: [], ...UNSET } as const;
  const gated = (value: string, own: Parameters<typeof aGroup>[0] = {}) =>
    aGroup({ entryAnnotations: [["proxy.istio.io/health-checks-enabled", value]], ...own });

  it("STL212 finds a group with health checks and no probe, and nothing after its patch", () => {
    const objects = { groups: [gated("true")], entries: [anEntry()] };
    expect(evidenceOf(gateWithoutProbe, objects)).toEqual([{ machines: 1 }]);
    expect(detectedAfterPatch(gateWithoutProbe, objects)).toEqual([]);
  });

  it.each([
    { of: "with a probe", group: gated("true", { probe }) },
    { of: "whose health checks are off", group: gated("false") },
    { of: "with neither annotation nor probe", group: aGroup() },
  ])("STL212 finds nothing for a group $of", ({ group }) => {
    expect(evidenceOf(gateWithoutProbe, { groups: [group] })).toEqual([]);
  });
});
