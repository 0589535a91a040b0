import { describe, expect, it } from "vitest";
import type { ClusterStatus, SourceStatus } from "@/lib/contract/status";
import { ManualClock } from "@/lib/testing/manual-clock";
import { logCluster, logHistory } from "./log-states";
import { type LoggedState, StateLines } from "./state-lines";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function written() {
  const clock = new ManualClock(0);
  const lines: string[] = [];
  const states = new StateLines(clock, (level, message, fields) => {
    lines.push([level, message, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(" "));
  });
  return { clock, lines, states };
}

const lost: LoggedState = { level: "warn", message: "lost", kind: "trouble", fields: { reason: "refused" } };
const back: LoggedState = { level: "info", message: "back", kind: "usual", fields: {} };

describe("a state", () => {
  it("is written when it changes, with the duration of the trouble that ends", () => {
    const { clock, lines, states } = written();
    for (const state of [back, back, lost, lost]) states.report("eu", "", state);
    clock.advance(65_000);
    states.report("eu", "", back);
    expect(lines).toEqual(["info back", "warn lost reason=refused", "info back lastedSeconds=65"]);
  });

  it("is written again every ten minutes while trouble lasts", () => {
    const { clock, lines, states } = written();
    states.report("eu", "", lost);
    clock.advance(25 * MINUTE);
    expect(lines).toEqual(["warn lost reason=refused", "warn lost reason=refused forSeconds=600", "warn lost reason=refused forSeconds=1200"]);
    states.report("eu", "", back);
    clock.advance(HOUR);
    expect(lines.slice(3)).toEqual(["info back lastedSeconds=1500"]);
  });

  it("is written for another reason, but not for other fields, which the next line has", () => {
    const { clock, lines, states } = written();
    states.report("eu", "", { ...lost, fields: { reason: "refused", tries: 1 } });
    states.report("eu", "", { ...lost, fields: { reason: "refused", tries: 2 } });
    expect(lines).toHaveLength(1);
    clock.advance(10 * MINUTE);
    states.report("eu", "", { ...lost, fields: { reason: "certificate" } });
    expect(lines.slice(1)).toEqual(["warn lost reason=refused tries=2 forSeconds=600", "warn lost reason=certificate"]);
  });

  it("that is quiet is written only after trouble", () => {
    const { lines, states } = written();
    const quiet: LoggedState = { ...back, kind: "quiet" };
    for (const state of [quiet, { ...back, kind: "usual", message: "other" } as const, quiet, lost, quiet]) states.report("eu", "pods", state);
    expect(lines).toEqual(["info other", "warn lost reason=refused", "info back lastedSeconds=0"]);
  });

  it.each([1_000, 100])("that changes every %i ms is written at most 60 times per hour, and each line has the number of changes", (everyMs) => {
    const { clock, lines, states } = written();
    const changes = HOUR / everyMs;
    for (let at = 0; at < changes; at++) {
      states.report("eu", "", at % 2 === 0 ? lost : back);
      clock.advance(everyMs);
    }
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.length).toBeLessThanOrEqual(60);
    const told = lines.reduce((sum, line) => sum + Number(/changes=(\d+)/.exec(line)?.[1] ?? 1), 0);
    expect(changes - told).toBeLessThanOrEqual(90_000 / everyMs);
  });

  it("of another subject is written in time", () => {
    const { lines, states } = written();
    for (let at = 0; at < 100; at++) states.report("eu", "", at % 2 === 0 ? lost : back);
    states.report("us", "", lost);
    expect(lines.slice(8)).toEqual(["warn lost reason=refused"]);
  });

  it("is written no more after a stop", () => {
    const { clock, lines, states } = written();
    states.report("eu", "", lost);
    states.stop();
    clock.advance(HOUR);
    expect([lines.length, clock.timers]).toEqual([1, 0]);
  });
});

describe("a cluster", () => {
  type Kind = SourceStatus["freshness"]["kind"];
  const freshness = (kind: Kind, reason = "") => ({ kind, asOf: 0, reason });
  const source = (name: string, kind: Kind, { namespace = "*", reason = "" } = {}): SourceStatus => ({
    ...{ source: name, namespace, freshness: freshness(kind, reason), proofMs: 0, objects: 0, unreadable: 0 },
  });
  const cluster = (kind: Kind, sources: readonly SourceStatus[] = [], more: Partial<ClusterStatus> = {}): ClusterStatus => ({
    ...{ cluster: "eu", freshness: freshness(kind, kind === "stale" ? "connection refused" : ""), sources: [...sources], skewMs: null, version: "v1.33" },
    ...more,
  });
  const linesOf = (...statuses: readonly ClusterStatus[]) => {
    const { lines, states } = written();
    for (const status of statuses) logCluster(states, status);
    return lines;
  };

  it("writes its start, its loss with the reason and its return, and nothing for its sources", () => {
    const live = [source("pods", "live"), source("nodes", "live")];
    const away = [source("pods", "stale"), source("nodes", "stale")];
    const again = [source("pods", "catching-up"), source("nodes", "live")];
    expect(linesOf(cluster("starting"), cluster("live", live), cluster("stale", away), cluster("catching-up", again), cluster("live", live))).toEqual([
      "info waiting for the first answer of a cluster cluster=eu",
      "info a cluster is live cluster=eu version=v1.33 lastedSeconds=0",
      "warn a cluster is not reached cluster=eu reason=connection refused",
      "info the objects of a cluster are listed again cluster=eu lastedSeconds=0",
      "info a cluster is live cluster=eu version=v1.33",
    ]);
  });

  it("writes a permission that is withdrawn and granted, a source that is listed again, and a watch that fails", () => {
    const of = (pods: Kind, reason = "") => cluster("live", [source("pods", pods, { reason }), source("nodes", "live"), source("mesh", "absent")]);
    expect(linesOf(of("live"), of("denied", "pods is forbidden"), of("live"), of("catching-up"), of("live"), of("stale", "no answer")).slice(1)).toEqual([
      "warn a permission is missing cluster=eu source=pods reason=pods is forbidden",
      "info objects are watched cluster=eu source=pods lastedSeconds=0",
      "info objects are listed again cluster=eu source=pods",
      "warn objects are not watched cluster=eu source=pods reason=no answer",
    ]);
  });

  it("that does not accept the credentials has no missing permission", () => {
    const refusing = cluster("denied", [], { freshness: { kind: "denied", asOf: null, reason: "401", failure: "unauthorized" } });
    expect(linesOf(refusing)).toEqual(["warn a cluster does not accept the credentials of Stolos cluster=eu reason=401"]);
  });

  it("writes one line for a source that is denied in several namespaces", () => {
    const denied = ["shop", "pay", "web"].map((namespace) => source("pods", "denied", { namespace, reason: "forbidden" }));
    expect(linesOf(cluster("live", [source("pods", "live", { namespace: "lab" }), ...denied])).slice(1)).toEqual([
      "warn a permission is missing cluster=eu source=pods reason=forbidden",
    ]);
  });

  it.each([
    [4_999, []],
    [-4_999, []],
    [5_000, ["warn the clock of a cluster is ahead of this machine cluster=eu skewSeconds=5"]],
    [-61_400, ["warn the clock of a cluster is behind this machine cluster=eu skewSeconds=-61"]],
  ])("writes a clock that differs by five seconds or more: %i ms", (skewMs, lines) => {
    expect(linesOf(cluster("live", [], { skewMs })).slice(1)).toEqual(lines);
  });
});

it("of the history is written when it pauses, each ten minutes, and with the duration when it records again", () => {
  const { clock, lines, states } = written();
  logHistory(states, { kind: "starting", reason: "" }, "/data (STOLOS_DATA)");
  logHistory(states, { kind: "recording", since: 0, notice: "" }, "/data (STOLOS_DATA)");
  logHistory(states, { kind: "paused", since: 0, reason: "the disk is full" }, "/data (STOLOS_DATA)");
  clock.advance(12 * MINUTE);
  logHistory(states, { kind: "recording", since: 0, notice: "" }, "/data (STOLOS_DATA)");
  expect(lines).toEqual([
    "info the history records",
    "warn the history is paused reason=the disk is full place=/data (STOLOS_DATA)",
    "warn the history is paused reason=the disk is full place=/data (STOLOS_DATA) forSeconds=600",
    "info the history records lastedSeconds=720",
  ]);
});
