import { describe, expect, it } from "vitest";
import { probeEdits, probeMethod } from "./probe-method";

const group = (probe: unknown, ports: unknown = undefined) => ({ spec: { probe, template: { ports } } });

const PROBE = ["spec", "probe"];

describe("another method of a probe", () => {
  it("takes the place of the one before, with its port; the numbers are not touched", () => {
    expect(probeEdits(group({ periodSeconds: 5, httpGet: { path: "/ok", port: 81 } }), "tcpSocket")).toEqual([
      [[...PROBE, "httpGet"], undefined],
      [[...PROBE, "tcpSocket"], { port: 81 }],
    ]);
  });

  it.each([
    ["the first port of the machines", { http: 9_090 }, 9_090],
    ["8080", undefined, 8_080],
  ])("asks at %s where none was asked", (_claim, ports, port) => {
    expect(probeEdits(group(undefined, ports), "httpGet")).toEqual([[[...PROBE, "httpGet"], { path: "/", port }]]);
  });

  it("is none where nothing is asked", () => {
    expect(probeEdits(group({ httpGet: { port: 1 } }), "none")).toEqual([[PROBE, undefined]]);
    expect([undefined, {}, { periodSeconds: 1 }, { grpc: {} }].map(probeMethod)).toEqual(["none", "none", "none", "grpc"]);
  });
});
