import { describe, expect, it } from "vitest";
import { formatIstiodStatus, type IstiodCondition, type IstiodStatus } from "@/lib/domain/entry/istiod-status";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOfAll } from "@/lib/testing/finding-cases";
import { detected } from "@/lib/testing/rule-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { machineAnalysisMessage, machineWaypointNotBound, misplacedKey } from "./entries/labels-and-status";
import { misplacedKeyOfGroup } from "./groups/labels";
import type { Rule } from "./rule";
import { analysisMessage, canaryWaypointNotAttached, misplacedKeyOfService, waypointMissing, waypointNotBound } from "./services/labels-and-status";

describe("misplaced keys (STL129, STL217, STL322)", () => {
  const TLS_MODE = "metadata.annotations[security.istio.io/tlsMode]";
  const GATE = "metadata.labels[proxy.istio.io/health-checks-enabled]";

  it("misplaced keys (STL129, STL217, STL322) finds the misplaced keys of an entry, with the right field for each", () => {
    const entry = anEntry({ misplacedKeys: `${TLS_MODE} ${GATE}` });
    expect(detected(misplacedKey, { entries: [entry] })).toEqual([
      {
        objects: [{ kind: "WorkloadEntry", namespace: "shop", name: entry.name }],
        evidence: { written: [TLS_MODE, GATE], read: ["metadata.labels", "metadata.annotations"] },
      },
    ]);
  });

  it("misplaced keys (STL129, STL217, STL322) finds nothing for a key that the group gives to its entries, which STL217 finds", () => {
    const entry = anEntry({ misplacedKeys: `${TLS_MODE} ${GATE}` });
    const groups = [aGroup({ misplacedKeys: ["spec.metadata.annotations[security.istio.io/tlsMode]"] })];
    expect(detected(misplacedKey, { entries: [entry], groups })).toMatchObject([{ evidence: { written: [GATE], read: ["metadata.annotations"] } }]);
  });

  it("misplaced keys (STL129, STL217, STL322) finds the misplaced keys of a group and of its template (STL217)", () => {
    const group = aGroup({ misplacedKeys: ["metadata.annotations[istio.io/rev]", "spec.metadata.annotations[istio-locality]"] });
    expect(detected(misplacedKeyOfGroup, { groups: [group] })).toEqual([
      {
        objects: [{ kind: "WorkloadGroup", namespace: "shop", name: "checkout" }],
        evidence: { written: group.misplacedKeys, read: ["metadata.labels", "spec.metadata.labels"] },
      },
    ]);
  });

  it.each([
    [aKubernetesService({ misplacedKeys: ["metadata.labels[networking.istio.io/exportTo]"] }), "metadata.annotations"],
    [aServiceEntry({ misplacedKeys: ["metadata.annotations[networking.istio.io/exportTo]"] }), "spec.exportTo"],
  ])("misplaced keys (STL129, STL217, STL322) finds the misplaced key of %o (STL322)", (host, read) => {
    expect(detected(misplacedKeyOfService, { hosts: [host] })).toEqual([
      { objects: [{ kind: host.kind, namespace: "shop", name: "a" }], evidence: { written: host.misplacedKeys, read: [read] } },
    ]);
  });

  it("misplaced keys (STL129, STL217, STL322) finds nothing for objects without misplaced keys", () => {
    const objects = { entries: [anEntry()], groups: [aGroup()], hosts: [aServiceEntry()] };
    expect([misplacedKey, misplacedKeyOfGroup, misplacedKeyOfService].map((rule) => detected(rule as typeof misplacedKey, objects))).toEqual([[], [], []]);
  });
});

describe("reports of istiod (STL131, STL132, STL325 to STL328)", () => {
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
  const textOf = (status: Partial<IstiodStatus>) => formatIstiodStatus({ conditions: [], messages: [], ...status });
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
    ])("a report of istiod about a ServiceEntry has %s", (_what, rule, status, evidence) => {
      expect(evidenceOfAll(rule, reported(status))).toEqual(evidence.map((one) => expect.objectContaining(one)));
    });
  });

  describe("a report of istiod about an entry", () => {
    it.each<[string, Rule<"entry">, Partial<IstiodStatus>, readonly object[]]>([
      ["a waypoint that is not bound", machineWaypointNotBound, condition("WaypointBound", "False"), [{ reason: "R", message: "m", age: "unknown" }]],
      ["nothing", machineWaypointNotBound, {}, []],
      ["messages", machineAnalysisMessage, MESSAGES, [{ message: "IST0133" }, { message: "IST0171" }]],
    ])("a report of istiod about an entry has %s", (_what, rule, status, evidence) => {
      expect(evidenceOfAll(rule, { entries: [anEntry({ istiodStatus: textOf(status) })] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
    });
  });
});
