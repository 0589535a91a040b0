import { describe, expect, it } from "vitest";
import type { PastScript, ScriptEvent } from "@/lib/testing/played-past/script";
import type { Observation } from "./engine";
import { storyFleet, ZONE_C } from "./fleet";
import { observationsOf } from "./observations-of";
import type { Story } from "./story";
import { Truth } from "./truth";

const SECOND = 1_000;
const MINUTE = 60_000;

function storyWith(events: readonly ScriptEvent[], lengthMs = 90 * MINUTE, more: Partial<Story> = {}, size: 5 | 1_200 = 1_200): Story {
  const script: PastScript = { lengthMs, clusters: [storyFleet(size, 1)], events };
  return { kind: "test", seed: 1, size, script, incidents: [], ...more };
}

/** The machines' observations of a story, with their times from its beginning. */
function machineRows(story: Story) {
  const { observations, from } = observationsOf(story);
  return observations.flatMap((one) => (one.kind === "machine" ? [{ ...one, at: one.at - from }] : []));
}

const only = (story: Story, kind: Observation["kind"]) => observationsOf(story).observations.filter((one) => one.kind === kind);
const pay = (...numbers: number[]) => ({ groups: ["shop/pay"], numbers });

describe("the model of a cluster", () => {
  it("loses a machine that dies 20 to 50 s later, and a stopped one after the grace period of 10 s", () => {
    const silent = machineRows(storyWith([{ at: MINUTE, kind: "lose", machines: { groups: ["shop/pay"] }, how: "silent" }]));
    expect(silent).toHaveLength(100);
    expect(silent.every(({ condition, wasHealthy, cause }) => condition === "lost" && wasHealthy && cause === "left")).toBe(true);
    const delays = silent.map(({ at }) => at - MINUTE);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(20 * SECOND);
    expect(Math.max(...delays)).toBeLessThanOrEqual(50 * SECOND);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(20 * SECOND);
    const stopped = machineRows(storyWith([{ at: MINUTE, kind: "lose", machines: pay(1), how: "stopped" }]));
    expect(stopped.map(({ at, condition }) => [at, condition])).toEqual([[70 * SECOND, "lost"]]);
  });

  it("observes nothing of a machine that is back within the grace period", () => {
    expect(machineRows(storyWith([{ at: MINUTE, kind: "lose", machines: pay(1), how: "stopped", backMs: 8 * SECOND }]))).toEqual([]);
  });

  it("registers a machine that returns under another uid, which replaces its loss", () => {
    const { observations } = observationsOf(storyWith([{ at: MINUTE, kind: "lose", machines: pay(1), how: "stopped", backMs: MINUTE }]));
    const rows = observations.filter(({ kind }) => kind === "machine" || kind === "settled");
    expect(rows.map((one) => (one.kind === "machine" ? one.condition : one.kind))).toEqual(["lost", "waiting", "settled", "serving"]);
    const [lost, waiting, settled] = rows;
    if (lost?.kind !== "machine" || waiting?.kind !== "machine" || settled?.kind !== "settled") throw new Error("Other observations came.");
    expect([waiting.machine.name, settled.machineId, settled.by]).toEqual([lost.machine.name, lost.machine.id, lost.machine.name]);
    expect(waiting.machine.id).not.toBe(lost.machine.id);
  });

  it("has unverified machines 40 s after their replica died with them, which are swept after 12 to 47 min", () => {
    const rows = machineRows(storyWith([{ at: MINUTE, kind: "zone-outage", zone: ZONE_C }]));
    const unverified = rows.filter(({ condition }) => condition === "unverified");
    expect(unverified.length).toBeGreaterThan(80);
    expect(new Set(unverified.map(({ at, machine }) => `${at} ${machine.traits.replica} ${machine.traits.zone}`))).toEqual(
      new Set([`${100 * SECOND} istiod-1-c ${ZONE_C}`]),
    );
    const swept = rows.filter(({ cause }) => cause === "swept");
    expect(swept.map(({ machine }) => machine.id).sort()).toEqual(unverified.map(({ machine }) => machine.id).sort());
    const ages = swept.map(({ at }) => at - MINUTE);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(12 * MINUTE);
    expect(Math.max(...ages)).toBeLessThanOrEqual(47 * MINUTE);
    const others = rows.filter(({ cause }) => cause === "left");
    expect(others.length).toBeGreaterThan(200);
    expect(others.every(({ machine, at }) => machine.traits.replica !== "istiod-1-c" && at <= MINUTE + 50 * SECOND)).toBe(true);
  });

  it("has no observation of a machine that connects to another replica in a rollout, and unverified machines that do not", () => {
    const quiet = storyWith([{ at: MINUTE, kind: "rollout", version: "1.31.1", written: 0 }], 10 * MINUTE);
    expect(machineRows(quiet)).toEqual([]);
    const { moves } = observationsOf(quiet);
    expect(new Set(moves.map(({ machine }) => machine.traits.replica))).toEqual(new Set(["istiod-1.31.1-a", "istiod-1.31.1-b", "istiod-1.31.1-c"]));
    const stuck = machineRows(storyWith([{ at: MINUTE, kind: "rollout", version: "1.31.1", stuck: pay(1, 2, 3), written: 0 }], 8 * MINUTE));
    expect(stuck.map(({ condition, cause }) => [condition, cause])).toEqual(Array.from({ length: 3 }, () => ["unverified", "no-such-pod"]));
    expect(Math.min(...stuck.map(({ at }) => at))).toBeGreaterThanOrEqual(MINUTE + 75 * SECOND);
  });

  it("has only unverified machines without istiod, and deletes nothing", () => {
    const rows = machineRows(storyWith([{ at: MINUTE, kind: "remove-istiods" }]));
    expect(rows).toHaveLength(1_200);
    expect(new Set(rows.map(({ at, condition }) => `${at} ${condition}`))).toEqual(new Set([`${MINUTE} unverified`]));
  });

  it("does not lose a machine whose successor joined first, nor a drained one, nor those of a group deleted in Stolos", () => {
    const replaced = machineRows(storyWith([{ at: MINUTE, kind: "replace", machines: pay(1) }]));
    expect(replaced.map(({ condition, at }) => [condition, at <= MINUTE + 25 * SECOND])).toEqual([
      ["waiting", true],
      ["serving", true],
      ["gone", true],
    ]);
    const drained = storyWith([
      { at: MINUTE, kind: "drain", machines: pay(1) },
      { at: 2 * MINUTE, kind: "delete-entry", machines: pay(1), with: "kubectl" },
    ]);
    expect(machineRows(drained).map(({ condition, cause }) => [condition, cause])).toEqual([
      ["waiting", "draining"],
      ["gone", "drained"],
    ]);
    const deleted = (tool: "stolos" | "kubectl") => machineRows(storyWith([{ at: MINUTE, kind: "delete-group", group: "shop/pay", with: tool }]));
    expect(new Set(deleted("stolos").map(({ condition }) => condition))).toEqual(new Set(["gone"]));
    expect(deleted("kubectl").map(({ condition, at }) => [condition, at])).toEqual(
      Array.from({ length: 100 }, (_, position) => ["lost", MINUTE + (position + 1) * 50]),
    );
  });

  it("loses a reclaimed machine until its successor joins", () => {
    const { observations, from } = observationsOf(storyWith([{ at: MINUTE, kind: "reclaim", machines: pay(1), successorMs: 5 * MINUTE }]));
    const rows = observations.filter(({ kind }) => kind === "machine" || kind === "settled");
    expect(rows.slice(0, 3).map((one) => [one.at - from, one.kind === "machine" ? one.condition : one.kind])).toEqual([
      [70 * SECOND, "lost"],
      [6 * MINUTE, "waiting"],
      [6 * MINUTE, "settled"],
    ]);
  });

  it("sweeps entries with a connection time in the future within 100 s, and ignores one in the past", () => {
    const rows = machineRows(storyWith([{ at: MINUTE, kind: "skew", machines: pay(1, 2), aheadMs: 5 * MINUTE }]));
    expect(rows.slice(0, 4).map(({ condition, cause }) => [condition, cause])).toEqual([
      ["unverified", "in-the-future"],
      ["unverified", "in-the-future"],
      ["lost", "swept"],
      ["lost", "swept"],
    ]);
    expect(rows[3]?.at).toBeLessThanOrEqual(MINUTE + 101 * SECOND);
    expect(rows.slice(4).map(({ condition }) => condition)).toEqual(["waiting", "serving", "waiting", "serving"]);
    expect(machineRows(storyWith([{ at: MINUTE, kind: "skew", machines: pay(1), aheadMs: -5 * MINUTE }]))).toEqual([]);
  });
});

describe("a service", () => {
  it("has no endpoint after its last machine failed, with that machine, and has one again", () => {
    const story = storyWith([{ at: MINUTE, kind: "fail", machines: { groups: ["shop/pay"] }, message: "x", backMs: MINUTE }], 5 * MINUTE, {}, 5);
    const last = machineRows(story)[1];
    const rows = only(story, "service");
    expect(rows.map((one) => (one.kind === "service" ? [one.service.name, one.endpoints, one.lastMachineId] : []))).toEqual([
      ["pay", 0, last?.machine.id],
      ["pay", 1, machineRows(story)[2]?.machine.id],
    ]);
  });

  it("has no endpoint after its selector matches nothing, without a machine", () => {
    const service = { kind: "Service", namespace: "shop", name: "pay" } as const;
    const story = storyWith([{ at: MINUTE, kind: "edit-selector", service, selector: { app: "pya" } }]);
    expect(only(story, "service").map((one) => (one.kind === "service" ? [one.endpoints, one.lastMachineId, one.reason] : []))).toEqual([
      [0, null, "selector"],
    ]);
    expect(only(story, "change")).toHaveLength(1);
  });
});

describe("time without observation", () => {
  const fails: ScriptEvent = { at: 2 * MINUTE, kind: "fail", machines: pay(1), message: "x" };

  it("shows what lasts when Stolos is back, with the time of its stop", () => {
    const story = storyWith([{ at: MINUTE, kind: "stolos-away", how: "killed", forMs: 10 * MINUTE }, fails]);
    const { observations, from, away } = observationsOf(story);
    expect(away).toEqual([[from + MINUTE, from + 11 * MINUTE]]);
    const [row] = observations.filter(({ kind }) => kind === "machine");
    expect([row?.at, row?.notBefore]).toEqual([from + 11 * MINUTE, from + MINUTE]);
    expect(observations.filter(({ at, kind }) => at > from && kind === "started")).toEqual([
      { at: from + 11 * MINUTE, notBefore: null, kind: "started", stoppedAt: from + MINUTE },
    ]);
  });

  it("shows nothing of what began and ended in it, and a machine that was replaced in it as gone", () => {
    const watch: ScriptEvent = { at: MINUTE, kind: "watch", source: "all", freshness: "stale", reason: "x", forMs: 10 * MINUTE };
    expect(machineRows(storyWith([watch, { ...fails, kind: "fail", machines: pay(1), message: "x", backMs: MINUTE }]))).toEqual([]);
    const replaced = machineRows(storyWith([watch, { at: 2 * MINUTE, kind: "reclaim", machines: pay(1), successorMs: MINUTE }]));
    expect(replaced.map(({ condition, cause }) => [condition, cause])).toEqual([
      ["gone", "found-missing"],
      ["serving", ""],
    ]);
    expect(only(storyWith([watch, fails]), "cluster").map((one) => (one.kind === "cluster" ? one.sight : ""))).toEqual(["observed", "stale", "observed"]);
  });
});

it("an autoscaler's leaves are losses until its size fell and rose three times", () => {
  const group = { "shop/pay": { expected: null } };
  const script: PastScript = {
    lengthMs: 100 * MINUTE,
    clusters: [storyFleet(1_200, 1, group)],
    events: [1, 2, 3, 4].flatMap((turn): ScriptEvent[] => [
      { at: turn * 20 * MINUTE, kind: "scale", group: "shop/pay", to: 90 },
      { at: turn * 20 * MINUTE + 10 * MINUTE, kind: "scale", group: "shop/pay", to: 100 },
    ]),
  };
  const story: Story = { kind: "test", seed: 1, size: 1_200, script, incidents: [] };
  const left = machineRows(story).filter(({ condition }) => condition === "lost" || condition === "gone");
  expect(left.map(({ condition }) => condition)).toEqual([...Array.from({ length: 30 }, () => "lost"), ...Array.from({ length: 10 }, () => "gone")]);
  const truth = new Truth(story, observationsOf(story));
  for (const observation of observationsOf(story).observations) truth.apply(observation);
  expect(truth.open.size).toBe(0);
});
