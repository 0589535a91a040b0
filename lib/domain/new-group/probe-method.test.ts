import { describe, expect, it } from "vitest";
import { NOTHING_TYPED, probeEdits, probeMethod, typedProbe } from "./probe-method";

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

describe("what was typed of a method before", () => {
  const http = { periodSeconds: 5, httpGet: { path: "/ok", port: 81, scheme: "HTTPS" } };
  const typed = (...probes: readonly unknown[]) => probes.reduce<typeof NOTHING_TYPED>(typedProbe, NOTHING_TYPED);

  it.each<[claim: string, now: unknown, before: readonly unknown[], method: "httpGet" | "exec", target: unknown]>([
    ["is there again, with the port of now", { tcpSocket: { port: 90 } }, [http], "httpGet", { path: "/ok", port: 90, scheme: "HTTPS" }],
    ["is there again with its own port, where there is none now", { exec: { command: ["a"] } }, [http], "httpGet", { path: "/ok", port: 81, scheme: "HTTPS" }],
    ["is there again after several others", { tcpSocket: { port: 1 } }, [{ exec: { command: ["a", "b"] } }, http], "exec", { command: ["a", "b"] }],
    ["is the last of it", { tcpSocket: { port: 1 } }, [http, { httpGet: { path: "/new", port: 2 } }], "httpGet", { path: "/new", port: 1 }],
  ])("%s", (_claim, now, before, method, target) => {
    const edits = probeEdits(group(now), method, typed(...before, now));
    expect(edits.find(([path]) => path.at(-1) === method)).toEqual([[...PROBE, method], target]);
  });

  it("comes back with its numbers where the probe was taken away", () => {
    expect(probeEdits(group(undefined), "httpGet", typed(http, undefined))).toEqual([
      [[...PROBE, "httpGet"], { path: "/ok", port: 81, scheme: "HTTPS" }],
      [[...PROBE, "periodSeconds"], 5],
    ]);
  });

  it("has the numbers that the probe had last, and none that were taken out of it", () => {
    expect(typed(http, { tcpSocket: { port: 1 } }).numbers).toEqual({});
  });
});
