import { describe, expect, it } from "vitest";
import {
  DEFAULT_ISTIOD_DELAYS,
  formatProbeHeaders,
  istiodDelaysOf,
  mergeProbeIntoFormValues,
  NO_PROBE_VALUES,
  parseProbeHeaders,
  probeDelayStatement,
  probeDelays,
  probeMethod,
  probeMethodEdits,
  type SecondsRange,
} from "./probe";

const group = (probe: unknown, ports: unknown = undefined) => ({ spec: { probe, template: { ports } } });

const PROBE = ["spec", "probe"];

describe("another method of a probe", () => {
  it("probeMethodEdits replaces the earlier method, and keeps its port and the numbers", () => {
    expect(probeMethodEdits(group({ periodSeconds: 5, httpGet: { path: "/ok", port: 81 } }), "tcpSocket")).toEqual([
      [[...PROBE, "httpGet"], undefined],
      [[...PROBE, "tcpSocket"], { port: 81 }],
    ]);
  });

  it.each([
    ["the first port of the machines", { http: 9_090 }, 9_090],
    ["port 8080", undefined, 8_080],
  ])("probeEdits sets %s if the group had no probe", (_claim, ports, port) => {
    expect(probeMethodEdits(group(undefined, ports), "httpGet")).toEqual([[[...PROBE, "httpGet"], { path: "/", port }]]);
  });

  it('probeEdits removes the probe for the method "none", and reads a probe with numbers alone as "none"', () => {
    expect(probeMethodEdits(group({ httpGet: { port: 1 } }), "none")).toEqual([[PROBE, undefined]]);
    expect([undefined, {}, { periodSeconds: 1 }, { grpc: {} }].map(probeMethod)).toEqual(["none", "none", "none", "grpc"]);
  });
});

describe("earlier input for a probe method", () => {
  const http = { periodSeconds: 5, httpGet: { path: "/ok", port: 81, scheme: "HTTPS" } };
  const typed = (...probes: readonly unknown[]) => probes.reduce<typeof NO_PROBE_VALUES>(mergeProbeIntoFormValues, NO_PROBE_VALUES);

  it.each<[claim: string, now: unknown, before: readonly unknown[], method: "httpGet" | "exec", target: unknown]>([
    ["is restored with the current port", { tcpSocket: { port: 90 } }, [http], "httpGet", { path: "/ok", port: 90, scheme: "HTTPS" }],
    [
      "is restored with its own port if the current method has none",
      { exec: { command: ["a"] } },
      [http],
      "httpGet",
      { path: "/ok", port: 81, scheme: "HTTPS" },
    ],
    ["is restored after several other methods", { tcpSocket: { port: 1 } }, [{ exec: { command: ["a", "b"] } }, http], "exec", { command: ["a", "b"] }],
    ["is the last input for the method", { tcpSocket: { port: 1 } }, [http, { httpGet: { path: "/new", port: 2 } }], "httpGet", { path: "/new", port: 1 }],
  ])("earlier input for a probe method: %s", (_claim, now, before, method, target) => {
    const edits = probeMethodEdits(group(now), method, typed(...before, now));
    expect(edits.find(([path]) => path.at(-1) === method)).toEqual([[...PROBE, method], target]);
  });

  it("earlier input for a probe method is restored with its numbers after the probe was removed", () => {
    expect(probeMethodEdits(group(undefined), "httpGet", typed(http, undefined))).toEqual([
      [[...PROBE, "httpGet"], { path: "/ok", port: 81, scheme: "HTTPS" }],
      [[...PROBE, "periodSeconds"], 5],
    ]);
  });

  it("earlier input for a probe method contains the last numbers of the probe, and no removed ones", () => {
    expect(typed(http, { tcpSocket: { port: 1 } }).numbers).toEqual({});
  });
});

const header = (name: string, value: string) => ({ name, value });

describe("the headers of a probe", () => {
  it.each<[claim: string, lines: string, headers: readonly object[]]>([
    ["no header", "", []],
    ["one header", "Accept: text/plain", [header("Accept", "text/plain")]],
    ["several headers", "A: 1\nB: 2", [header("A", "1"), header("B", "2")]],
    ["a value with a colon", "Referer: https://a:1/", [header("Referer", "https://a:1/")]],
    ["an empty value", "A: ", [header("A", "")]],
  ])("the headers of a probe are formatted as lines and parsed back: %s", (_claim, lines, headers) => {
    expect(parseProbeHeaders(lines)).toEqual(headers);
    expect(formatProbeHeaders(headers)).toBe(lines);
  });

  it.each<[claim: string, lines: string, headers: readonly object[]]>([
    ["a name alone", "Accept", [header("Accept", "")]],
    ["a value without a name", ": a", [header("", "a")]],
    ["empty lines and spaces", "\n  A :  1  \n\n", [header("A", "1")]],
  ])("the headers of a probe are parsed from typed lines: %s", (_claim, lines, headers) => {
    expect(parseProbeHeaders(lines)).toEqual(headers);
  });

  it.each<[claim: string, headers: unknown, lines: string | null]>([
    ["no headers", undefined, ""],
    ["null", null, ""],
    ["an object instead of a list", { name: "A" }, null],
    ["a value that is not a string", [{ name: "A", value: 1 }], null],
    ["a value of two lines", [header("A", "1\n2")], null],
    ["an item that is not an object", ["A: 1"], null],
    ["a header without a value", [{ name: "A" }], "A: "],
  ])("the headers of a probe are formatted, or null if lines cannot show them, for a document with %s", (_claim, headers, lines) => {
    expect(formatProbeHeaders(headers)).toBe(lines);
  });
});

const span = (least: number, most: number): SecondsRange => ({ least, most });

describe("the waits until callers know", () => {
  it.each([
    ["three failures ten seconds apart", { periodSeconds: 10, failureThreshold: 3, tcpSocket: { port: 1 } }, span(20, 31), span(0, 11)],
    ["the agent's defaults", { httpGet: { port: 1 } }, span(0, 11), span(0, 11)],
    [
      "zeros, for which the agent uses the defaults",
      { periodSeconds: 0, failureThreshold: 0, timeoutSeconds: 0, successThreshold: 0 },
      span(0, 11),
      span(0, 11),
    ],
    ["a slow probe that must succeed twice", { periodSeconds: 30, timeoutSeconds: 5, successThreshold: 2 }, span(0, 35), span(30, 65)],
    ["a timeout as long as the period", { periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2, successThreshold: 3 }, span(5, 15), span(10, 20)],
    ["a timeout longer than the period", { periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 3, successThreshold: 2 }, span(2, 16), span(1, 15)],
    ["an initial delay, which has no effect while the agent runs", { initialDelaySeconds: 90 }, span(0, 11), span(0, 11)],
    ["numbers that are invalid", { periodSeconds: "x", failureThreshold: -1 }, span(0, 11), span(0, 11)],
  ])("the waits until callers know follow from %s", (_claim, probe, out, back) => {
    expect(probeDelays(probe)).toMatchObject({ applicationOut: out, applicationBack: back });
  });

  it("the waits until callers know are null for an application without health checks", () => {
    expect(probeDelays(undefined)).toMatchObject({ applicationOut: null, applicationBack: null });
  });

  it("the waits until callers know do not depend on the probe if the machine dies, because no agent is left to report", () => {
    for (const probe of [undefined, { periodSeconds: 600 }]) expect(probeDelays(probe).machineOut).toEqual(span(20, 50));
  });

  it("the waits until callers know are 12 to 47 minutes with Helm's settings if the machine's istiod dies with it", () => {
    const { bothOut } = probeDelays(undefined);
    expect([bothOut?.least, bothOut?.most].map((seconds = 0) => Math.round(seconds / 60))).toEqual([12, 47]);
  });

  it("the waits until callers know have no end if the machine's istiod dies with it and connections have no maximum age", () => {
    expect(probeDelays(undefined, { graceSeconds: 10, maxAgeSeconds: null })).toMatchObject({ bothOut: null, machineOut: span(20, 50) });
  });

  it.each([
    ["the agent's defaults", {}, span(0, 11), 0],
    ["an initial delay", { initialDelaySeconds: 30 }, span(30, 41), 30],
    ["a slow probe that must succeed twice", { periodSeconds: 30, timeoutSeconds: 5, successThreshold: 2, initialDelaySeconds: 7 }, span(37, 72), 7],
    ["a timeout longer than the period", { periodSeconds: 1, timeoutSeconds: 5, successThreshold: 2, initialDelaySeconds: 7 }, span(8, 18), 7],
    ["no probe", undefined, null, 0],
  ])("machineBack, the wait after a restart of the machine, follows from %s", (_claim, probe, machineBack, firstAfter) => {
    expect(probeDelays(probe)).toMatchObject({ machineBack, firstAfter });
  });

  it("the waits until callers know follow the settings of istiod", () => {
    expect(probeDelays(undefined, { graceSeconds: 60, maxAgeSeconds: 600 })).toMatchObject({ machineOut: span(70, 100), bothOut: { most: 1_500 } });
  });
});

describe("the settings of istiod that waits depend on", () => {
  const known = (value: number | null) => ({ kind: "known", value }) as const;
  const assumed = (value: number | null) => ({ kind: "assumed", value }) as const;
  const denied = { kind: "denied", value: null } as const;

  it.each([
    ["the values that were read", { grace: known(60_000), maxAge: known(600_000) }, { graceSeconds: 60, maxAgeSeconds: 600, isKnown: true }],
    ["null for a maximum age without an end", { grace: known(10_000), maxAge: known(null) }, { graceSeconds: 10, maxAgeSeconds: null, isKnown: true }],
    ["not known if one value is assumed", { grace: assumed(10_000), maxAge: known(60_000) }, { graceSeconds: 10, maxAgeSeconds: 60, isKnown: false }],
    ["the defaults of Helm if they are not visible", { grace: denied, maxAge: denied }, { ...DEFAULT_ISTIOD_DELAYS, isKnown: false }],
  ])("the settings of istiod that waits depend on are %s", (_claim, facts, waits) => {
    expect(istiodDelaysOf(facts)).toEqual(waits);
  });
});

it("probeDelayStatement has the smallest and largest number of seconds of each wait", () => {
  const waits = { graceSeconds: 10, maxAgeSeconds: null, isKnown: true };
  const statement = probeDelayStatement(probeDelays({ periodSeconds: 5 }, waits), waits);
  expect(statement).toMatchObject({ kind: "probe-times", applicationOut: ["0", "6"], machineOut: ["20", "50"], bothOut: null, graceSeconds: 10 });
});
