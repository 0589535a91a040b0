import { describe, expect, it } from "vitest";
import { machineAnalysisMessage, machineWaypointNotBound } from "@/lib/domain/findings/entries/labels-and-status";
import type { Rule } from "@/lib/domain/findings/rule";
import { type IstiodCondition, type IstiodStatus, istiodStatusText } from "@/lib/domain/istiod-status";
import { anEntry, aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { evidenceOfAll, findingsOf } from "@/lib/testing/finding-cases";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { analysisMessage, canaryWaypointNotAttached, hostOfRevisionNotRunning, waypointMissing, waypointNotBound } from "./labels-and-status";

describe("STL325 waypoint-not-bound", () => {
  const condition = (type: IstiodCondition["type"], status: string, message = "m", isOlder: boolean | null = null): Partial<IstiodStatus> => ({
    conditions: [{ type, status, reason: "R", message, isOlder }],
  });
  const MESSAGES: Partial<IstiodStatus> = {
    messages: [
      { code: "IST0133", level: "WARNING", isOlder: true },
      { code: "IST0133", level: "WARNING", isOlder: true },
      { code: "IST0171", level: "INFO", isOlder: null },
    ],
  };
  const textOf = (status: Partial<IstiodStatus>) => istiodStatusText({ conditions: [], messages: [], ...status });
  const reported = (status: Partial<IstiodStatus>) => ({
    hosts: [aServiceEntry(), aKubernetesService()],
    statuses: new Map([["ServiceEntry/shop/a", textOf(status)]]),
  });
  const BOUND = "Successfully attached to waypoint shop/wp";
  const CANARY = `${BOUND}. Canary waypoint not attached: canary is not ready`;

  describe("a report of istiod about a ServiceEntry", () => {
    it.each<[string, Rule<"host">, Partial<IstiodStatus>, readonly object[]]>([
      ["a waypoint that is not bound", waypointNotBound, condition("WaypointBound", "False"), [{ reason: "R", message: "m", age: "unknown" }]],
      ["one that is older than the object", waypointNotBound, condition("WaypointBound", "False", "m", true), [{ age: "older" }]],
      ["one that is not", waypointNotBound, condition("WaypointBound", "False", "m", false), [{ age: "current" }]],
      ["a waypoint that is bound", waypointNotBound, condition("WaypointBound", "True", BOUND), []],
      ["a status of the condition that is unknown", waypointNotBound, condition("WaypointBound", "Unknown"), []],
      ["a waypoint that is missing", waypointMissing, condition("WaypointMissing", "True"), [{ reason: "R", message: "m" }]],
      ["none that is missing", waypointMissing, condition("WaypointMissing", "False"), []],
      ["a canary that is not attached", canaryWaypointNotAttached, condition("WaypointBound", "True", CANARY), [{ message: "canary is not ready" }]],
      ["no canary", canaryWaypointNotAttached, condition("WaypointBound", "True", BOUND), []],
      ["a canary's text while nothing is bound", canaryWaypointNotAttached, condition("WaypointBound", "False", CANARY), []],
      ["a visibility, which is a fact", waypointNotBound, condition("VisibilityApplied", "True"), []],
      [
        "messages, each code once",
        analysisMessage,
        MESSAGES,
        [
          { message: "IST0133", level: "WARNING", age: "older" },
          { message: "IST0171", age: "unknown" },
        ],
      ],
      ["no message", analysisMessage, condition("WaypointBound", "False"), []],
    ])("has %s", (_what, rule, status, evidence) => {
      expect(evidenceOfAll(rule, reported(status))).toEqual(evidence.map((one) => expect.objectContaining(one)));
    });
  });

  describe("a report of istiod about an entry", () => {
    it.each<[string, Rule<"entry">, Partial<IstiodStatus>, readonly object[]]>([
      ["a waypoint that is not bound", machineWaypointNotBound, condition("WaypointBound", "False"), [{ reason: "R", message: "m", age: "unknown" }]],
      ["nothing", machineWaypointNotBound, {}, []],
      ["messages", machineAnalysisMessage, MESSAGES, [{ message: "IST0133" }, { message: "IST0171" }]],
    ])("has %s", (_what, rule, status, evidence) => {
      expect(evidenceOfAll(rule, { entries: [anEntry({ istiodStatus: textOf(status) })] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
    });
  });
});

describe("STL390 host-of-revision-not-running", () => {
  const labelled = (revision: string) => aServiceEntry({ labels: [["istio.io/rev", revision]] });

  it("finds a ServiceEntry of a revision that nobody runs, and is silent after its patch", () => {
    const objects = { hosts: [labelled("1-29")] };
    expect(evidenceOf(hostOfRevisionNotRunning, objects)).toEqual([{ revision: "1-29", running: ["default"], isStarting: false, hosts: ["a.example.com"] }]);
    expect(detectedAfterPatch(hostOfRevisionNotRunning, objects)).toEqual([]);
  });

  it.each([
    { of: "a revision that runs", host: labelled("default"), world: aWorld() },
    { of: "no label", host: aServiceEntry(), world: aWorld() },
    { of: "a Service, of which the label says nothing", host: aKubernetesService({ labels: [["istio.io/rev", "1-29"]] }), world: aWorld() },
    { of: "no istiod that runs", host: labelled("1-29"), world: aWorld([]) },
  ])("passes over a host with $of", ({ host, world }) => {
    expect(evidenceOf(hostOfRevisionNotRunning, { hosts: [host], world })).toEqual([]);
  });

  it("cannot tell where istiod's Pods are not in sight", () => {
    const world = aWorld([], { replicas: PODS_DENIED });
    expect(detected(hostOfRevisionNotRunning, { hosts: [labelled("1-29")], world })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("has no patch while a Pod of that revision starts", () => {
    const starting = aWorld([aReplica(), aReplica({ name: "c", revision: "1-29", runningSince: null })]);
    const [found] = findingsOf(hostOfRevisionNotRunning, { ...{ hosts: [labelled("1-29")] }, world: starting });
    expect(found?.detected.evidence).toMatchObject({ revision: "1-29", isStarting: true });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});
