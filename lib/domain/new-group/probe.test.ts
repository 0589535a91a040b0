import { describe, expect, it } from "vitest";
import {
  DEFAULT_PROBE_WAITS,
  EMPTY_PROBE,
  formatProbeHeaders,
  parseProbeHeaders,
  probeEdits,
  probeMethod,
  probeStatement,
  probeTimes,
  probeWaitsOf,
  typedProbe,
  type WaitRange,
} from "./probe";

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
  const typed = (...probes: readonly unknown[]) => probes.reduce<typeof EMPTY_PROBE>(typedProbe, EMPTY_PROBE);

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

const header = (name: string, value: string) => ({ name, value });

describe("the headers of a probe", () => {
  it.each<[claim: string, lines: string, headers: readonly object[]]>([
    ["none", "", []],
    ["one", "Accept: text/plain", [header("Accept", "text/plain")]],
    ["several", "A: 1\nB: 2", [header("A", "1"), header("B", "2")]],
    ["a value with a colon", "Referer: https://a:1/", [header("Referer", "https://a:1/")]],
    ["a value that is empty", "A: ", [header("A", "")]],
  ])("are written as lines and read of them: %s", (_claim, lines, headers) => {
    expect(parseProbeHeaders(lines)).toEqual(headers);
    expect(formatProbeHeaders(headers)).toBe(lines);
  });

  it.each<[claim: string, lines: string, headers: readonly object[]]>([
    ["a name alone", "Accept", [header("Accept", "")]],
    ["no name", ": a", [header("", "a")]],
    ["empty lines and spaces", "\n  A :  1  \n\n", [header("A", "1")]],
  ])("are read as they are typed: %s", (_claim, lines, headers) => {
    expect(parseProbeHeaders(lines)).toEqual(headers);
  });

  it.each<[claim: string, headers: unknown, lines: string | null]>([
    ["nothing", undefined, ""],
    ["null", null, ""],
    ["no list", { name: "A" }, null],
    ["a value that is no text", [{ name: "A", value: 1 }], null],
    ["a value of two lines", [header("A", "1\n2")], null],
    ["an item that is no header", ["A: 1"], null],
    ["a header without a value", [{ name: "A" }], "A: "],
  ])("of a document that says %s are shown where they can be", (_claim, headers, lines) => {
    expect(formatProbeHeaders(headers)).toBe(lines);
  });
});

const span = (least: number, most: number): WaitRange => ({ least, most });

describe("how long it takes until callers know", () => {
  it.each([
    ["three failures ten seconds apart", { periodSeconds: 10, failureThreshold: 3, tcpSocket: { port: 1 } }, span(20, 31), span(0, 11)],
    ["the agent's defaults", { httpGet: { port: 1 } }, span(0, 11), span(0, 11)],
    ["zeros, which mean the defaults", { periodSeconds: 0, failureThreshold: 0, timeoutSeconds: 0, successThreshold: 0 }, span(0, 11), span(0, 11)],
    ["a slow probe that must succeed twice", { periodSeconds: 30, timeoutSeconds: 5, successThreshold: 2 }, span(0, 35), span(30, 65)],
    ["a timeout as long as the period", { periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2, successThreshold: 3 }, span(5, 15), span(10, 20)],
    ["a timeout longer than the period", { periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 3, successThreshold: 2 }, span(2, 16), span(1, 15)],
    ["a first delay, which is over once the agent runs", { initialDelaySeconds: 90 }, span(0, 11), span(0, 11)],
    ["numbers that are none", { periodSeconds: "x", failureThreshold: -1 }, span(0, 11), span(0, 11)],
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
    const { bothOut } = probeTimes(undefined);
    expect([bothOut?.least, bothOut?.most].map((seconds = 0) => Math.round(seconds / 60))).toEqual([12, 47]);
  });

  it("is never where the machine's istiod dies with it, and no connection has an end", () => {
    expect(probeTimes(undefined, { graceSeconds: 10, maxAgeSeconds: null })).toMatchObject({ bothOut: null, machineOut: span(20, 50) });
  });

  it.each([
    ["the agent's defaults", {}, span(0, 11), 0],
    ["a first delay", { initialDelaySeconds: 30 }, span(30, 41), 30],
    ["a slow probe that must succeed twice", { periodSeconds: 30, timeoutSeconds: 5, successThreshold: 2, initialDelaySeconds: 7 }, span(37, 72), 7],
    ["a timeout longer than the period", { periodSeconds: 1, timeoutSeconds: 5, successThreshold: 2, initialDelaySeconds: 7 }, span(8, 18), 7],
    ["no probe", undefined, null, 0],
  ])("a machine that starts again is back by its probe: %s", (_claim, probe, machineBack, firstAfter) => {
    expect(probeTimes(probe)).toMatchObject({ machineBack, firstAfter });
  });

  it("follows what istiod is set to", () => {
    expect(probeTimes(undefined, { graceSeconds: 60, maxAgeSeconds: 600 })).toMatchObject({ machineOut: span(70, 100), bothOut: { most: 1_500 } });
  });
});

describe("istiod's settings", () => {
  const known = (value: number | null) => ({ kind: "known", value }) as const;
  const assumed = (value: number | null) => ({ kind: "assumed", value }) as const;
  const denied = { kind: "denied", value: null } as const;

  it.each([
    ["those that were read", { grace: known(60_000), maxAge: known(600_000) }, { graceSeconds: 60, maxAgeSeconds: 600, isKnown: true }],
    ["an age without end", { grace: known(10_000), maxAge: known(null) }, { graceSeconds: 10, maxAgeSeconds: null, isKnown: true }],
    ["one that is assumed", { grace: assumed(10_000), maxAge: known(60_000) }, { graceSeconds: 10, maxAgeSeconds: 60, isKnown: false }],
    ["Helm's where they cannot be seen", { grace: denied, maxAge: denied }, { ...DEFAULT_PROBE_WAITS, isKnown: false }],
  ])("are %s", (_claim, facts, waits) => {
    expect(probeWaitsOf(facts)).toEqual(waits);
  });
});

it("states each span of a probe as its least and most seconds", () => {
  const waits = { graceSeconds: 10, maxAgeSeconds: null, isKnown: true };
  const statement = probeStatement(probeTimes({ periodSeconds: 5 }, waits), waits);
  expect(statement).toMatchObject({ kind: "probe-times", applicationOut: ["0", "6"], machineOut: ["20", "50"], bothOut: null, graceSeconds: 10 });
});
