import { describe, expect, it } from "vitest";
import type { FindingEvidence } from "@/lib/domain/findings/rule";
import { ENTRY_TEXTS } from "./entries";
import { visibilityPhrase } from "./istiod-reports";
import { SERVICE_TEXTS } from "./services";

const HOST = [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }];
const MACHINE = [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }];
const NOT_READY = { reason: "WaypointIsNotReady", message: 'waypoint "shop/wp" is not ready', age: "unknown" };
const hosts = ["a.example.com"];

describe("texts about a report of istiod", () => {
  it.each<["waypoint-not-bound" | "waypoint-missing" | "canary-waypoint-not-attached" | "analysis-message", FindingEvidence, string]>([
    [
      "waypoint-not-bound",
      { hosts, ...NOT_READY },
      'a.example.com is not bound to its waypoint. istiod reports: waypoint "shop/wp" is not ready (WaypointIsNotReady).',
    ],
    [
      "waypoint-not-bound",
      { hosts, ...NOT_READY, age: "older" },
      'a.example.com is not bound to its waypoint. istiod reports: waypoint "shop/wp" is not ready (WaypointIsNotReady). The report is older than the last edit of the object.',
    ],
    ["waypoint-not-bound", { hosts, reason: "", message: "", age: "current" }, "a.example.com is not bound to its waypoint. istiod reports: no message."],
    [
      "waypoint-missing",
      { hosts, reason: "R", message: "one\n two \u00a0three...", age: "unknown" },
      "a.example.com has no waypoint, and needs one for ambient callers. istiod reports: one two three (R).",
    ],
    [
      "canary-waypoint-not-attached",
      { hosts, reason: "WaypointAccepted", message: "weight is invalid", age: "unknown" },
      "The canary waypoint of a.example.com is not attached. istiod reports: weight is invalid (WaypointAccepted).",
    ],
    [
      "analysis-message",
      { hosts, message: "IST0133", level: "WARNING", age: "older" },
      "istiod's analysis reports IST0133 (WARNING) about a.example.com. The report is older than the last edit of the object.",
    ],
  ])("%s with evidence %j", (rule, evidence, sentence) => expect(SERVICE_TEXTS[rule].found({ objects: HOST, evidence })).toBe(sentence));

  it.each<["machine-waypoint-not-bound" | "machine-analysis-message", FindingEvidence, string]>([
    ["machine-waypoint-not-bound", NOT_READY, 'vm-1 is not bound to its waypoint. istiod reports: waypoint "shop/wp" is not ready (WaypointIsNotReady).'],
    ["machine-analysis-message", { message: "IST0171", level: "", age: "unknown" }, "istiod's analysis reports IST0171 about vm-1."],
  ])("%s with evidence %j", (rule, evidence, sentence) => expect(ENTRY_TEXTS[rule].found({ objects: MACHINE, evidence })).toBe(sentence));
});

it.each([
  [
    { reason: "Namespace", message: "ServiceEntry is visible only here.", isOlder: null },
    "visibility Namespace, as istiod reports: ServiceEntry is visible only here",
  ],
  [{ reason: "", message: "", isOlder: true }, "visibility without a reason, as istiod reports, before its last edit: no message"],
])("the visibility %j is a phrase", (condition, phrase) => expect(visibilityPhrase(condition)).toBe(phrase));
