import { describe, expect, it } from "vitest";
import { probeTimes, type Span } from "./probe-times";

const span = (least: number, most: number): Span => ({ least, most });

describe("how long it takes until callers know", () => {
  it.each([
    ["three failures ten seconds apart", { periodSeconds: 10, failureThreshold: 3, tcpSocket: { port: 1 } }, span(20, 31), span(0, 10)],
    ["the agent's defaults", { httpGet: { port: 1 } }, span(0, 11), span(0, 10)],
    ["zeros, which mean the defaults", { periodSeconds: 0, failureThreshold: 0, timeoutSeconds: 0, successThreshold: 0 }, span(0, 11), span(0, 10)],
    ["a slow probe that must succeed twice", { periodSeconds: 30, timeoutSeconds: 5, successThreshold: 2 }, span(0, 35), span(30, 60)],
    ["numbers that are none", { periodSeconds: "x", failureThreshold: -1 }, span(0, 11), span(0, 10)],
  ])("%s", (_claim, probe, out, back) => {
    expect(probeTimes(probe)).toMatchObject({ applicationOut: out, applicationBack: back });
  });

  it("is never for an application that nothing checks", () => {
    expect(probeTimes(undefined)).toMatchObject({ applicationOut: null, applicationBack: null });
  });

  it("is the same for every probe where the machine dies: nobody is left to report", () => {
    for (const probe of [undefined, { periodSeconds: 600 }]) expect(probeTimes(probe).machineOut).toEqual(span(20, 50));
  });

  it("is 12 to 47 minutes where the machine's istiod dies with it, with Helm's settings", () => {
    const { least, most } = probeTimes(undefined).bothOut;
    expect([Math.round(least / 60), Math.round(most / 60)]).toEqual([12, 47]);
  });

  it("follows what istiod is set to", () => {
    expect(probeTimes(undefined, { graceSeconds: 60, maxAgeSeconds: 600 })).toMatchObject({ machineOut: span(70, 100), bothOut: { most: 1_500 } });
  });
});
