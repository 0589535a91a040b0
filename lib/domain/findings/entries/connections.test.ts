import { describe, expect, it } from "vitest";
import { LOST_DRAIN_RETENTION_MS } from "@/lib/domain/entry/lost-drain";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { ago, anEntry, aReplica, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { cannotTell, findingsOf } from "@/lib/testing/finding-cases";
import { findingsWorld } from "@/lib/testing/findings-world";
import { detected, detectedAfterPatch, dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { aMesh } from "@/lib/testing/selection";
import { clockSkew, drainLost, ghostClaim, leakedEntry, neverConnected } from "./connections";

describe("STL101 clock-skew", () => {
  const writer = (time: number) => ({ manager: "pilot-discovery", operation: "Update", subresource: "", time });
  const at = (ms: number) => parseTimestamp(new Date(ms).toISOString());

  it.each([
    { of: "a connectedAt of a minute ago", entry: anEntry(), says: [] },
    { of: "no connectedAt", entry: anEntry({ connectedAt: null }), says: [] },
    { of: "a connectedAt that is not a time", entry: anEntry({ connectedAt: parseTimestamp("yesterday") }), says: [] },
    { of: "a tolerated 30 s in the future", entry: anEntry({ connectedAt: ago(-30_000) }), says: [] },
    { of: "a connectedAt far in the future", entry: anEntry({ connectedAt: at(NOW + 30_001) }), says: [undefined] },
    { of: "a connectedAt close to the write", entry: anEntry({ connectedAt: at(NOW - 58_000), lastWriter: writer(NOW - 60_000) }), says: [] },
    { of: "a connectedAt after the write", entry: anEntry({ connectedAt: at(NOW - 50_000), lastWriter: writer(NOW - 60_000) }), says: [10] },
  ])("STL101 finds these seconds of skew: $says, for $of", ({ entry, says }) => {
    const found = clockSkew.detect(entry, findingsWorld({ entries: [entry] }));
    expect(found).toEqual(
      says.map((aheadSeconds) => ({
        objects: [{ kind: "WorkloadEntry", namespace: entry.namespace, name: entry.name }],
        evidence: { connectedAt: entry.connectedAt?.text, replica: entry.controller, ...(aheadSeconds === undefined ? {} : { aheadSeconds }) },
      })),
    );
  });

  it("STL101 is due when istiod tolerates a time in the future again", () => {
    const entry = anEntry({ connectedAt: at(NOW + 40_000) });
    const world = findingsWorld({ entries: [entry] });
    expect(clockSkew.due?.(entry, world)).toBe(NOW + 10_000);
    expect(clockSkew.due?.(anEntry(), world)).toBeNull();
  });
});

describe("STL109 leaked-entry", () => {
  const MINUTE = 60_000;

  it.each([
    { of: "of 45 minutes", connectedAt: ago(45 * MINUTE), says: { why: "too-old", maxAgeMinutes: 30, isAssumed: false } },
    { of: "that is not a time", connectedAt: parseTimestamp("soon"), says: { why: "no-time", maxAgeMinutes: 30, isAssumed: false } },
  ])("STL109 finds a connection $of", ({ connectedAt, says }) => {
    const entry = anEntry({ connectedAt });
    expect(evidenceOf(leakedEntry, { entries: [entry] })).toEqual([{ ...says, connectedAt: connectedAt.text, replica: entry.controller }]);
  });

  it.each([
    { of: "of 44 minutes", connectedAt: ago(44 * MINUTE) },
    { of: "in the future, which is a clock's fault", connectedAt: ago(-10 * MINUTE) },
    { of: "that is none", connectedAt: null },
  ])("STL109 finds nothing for a connection $of", ({ connectedAt }) => {
    expect(evidenceOf(leakedEntry, { entries: [anEntry({ connectedAt })] })).toEqual([]);
  });

  it("STL109 reports an assumed age, and finds nothing if istiod ends no connection", () => {
    const entries = [anEntry({ connectedAt: ago(50 * MINUTE) })];
    const assumed = aWorld([], { maxConnectionAgeMs: { kind: "assumed", value: 30 * MINUTE, source: "the chart" } });
    expect(evidenceOf(leakedEntry, { entries, world: assumed })).toMatchObject([{ isAssumed: true }]);
    const unlimited = aWorld([], { maxConnectionAgeMs: { kind: "known", value: null, source: "arguments" } });
    expect(evidenceOf(leakedEntry, { entries, world: unlimited })).toEqual([]);
  });

  it("STL109 has no answer if the maximum age is not known", () => {
    const world = aWorld([], { maxConnectionAgeMs: { kind: "denied", source: "list pods" } });
    expect(detected(leakedEntry, { entries: [anEntry()], world })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("STL109 is due when the verdict ends", () => {
    expect(dueOf(leakedEntry, { entries: [anEntry({ connectedAt: ago(40 * MINUTE) })] })).toBe(NOW + 5 * MINUTE);
  });
});

describe("STL110 ghost-claim", () => {
  it.each([
    { of: "that is gone", replica: aReplica({ name: "istiod-other" }), why: "no-such-pod" },
    { of: "that was restarted since", replica: aReplica({ runningSince: NOW - 1000 }), why: "restarted" },
    { of: "that does not run", replica: aReplica({ runningSince: null }), why: "not-running" },
  ])("STL110 finds a connection to a replica $of", ({ replica, why }) => {
    const entry = anEntry();
    expect(evidenceOf(ghostClaim, { entries: [entry], world: aWorld([replica]) })).toEqual([
      { why, replica: "istiod-7c9f-a", connectedAt: entry.connectedAt?.text },
    ]);
  });

  it.each([
    { of: "of a replica that runs", entry: anEntry() },
    { of: "that ended", entry: anEntry({ connectedAt: null, disconnectedAt: ago(1000) }) },
    { of: "of a hand-written entry", entry: anEntry({ registrationGroup: "", controller: "", connectedAt: null }) },
  ])("STL110 finds nothing for a connection $of", ({ entry }) => {
    expect(evidenceOf(ghostClaim, { entries: [entry] })).toEqual([]);
  });

  it("STL110 has no answer if istiod's Pods are not visible", () => {
    expect(detected(ghostClaim, { entries: [anEntry()], world: aWorld([], { replicas: PODS_DENIED }) })).toEqual({ cannotTell: ["istiod-pods"] });
  });

  it("STL110 is due when a terminating Pod must be gone", () => {
    expect(dueOf(ghostClaim, { entries: [anEntry()], world: aWorld([aReplica({ deletingAt: NOW + 5000 })]) })).toBe(NOW + 5000);
  });
});

describe("STL121 never-connected", () => {
  const unmarked = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ connectedAt: null, disconnectedAt: null, ...own });

  it("STL121 finds an entry of istiod without connection times", () => {
    expect(evidenceOf(neverConnected, { entries: [unmarked()] })).toEqual([{ group: "checkout", replica: "istiod-7c9f-a" }]);
  });

  it.each([
    { of: "that is connected", entry: anEntry(), due: null },
    { of: "that left", entry: unmarked({ disconnectedAt: ago(1000) }), due: null },
    { of: "that istiod created a second ago", entry: unmarked({ createdAt: NOW - 1000 }), due: NOW + 59_000 },
    { of: "that istiod does not manage", entry: unmarked({ registrationGroup: "", controller: "", owner: null }), due: null },
  ])("STL121 finds nothing for an entry $of", ({ entry, due }) => {
    expect(evidenceOf(neverConnected, { entries: [entry] })).toEqual([]);
    expect(dueOf(neverConnected, { entries: [entry] })).toBe(due);
  });
});

describe("STL126 drain-lost", () => {
  const HOUR = 3_600_000;
  const DRAINED: WorkloadEntry["specLabels"] = [["istio.io/draining", "true"]];
  /** An entry whose predecessor of the same name was draining when it went, so long ago. */
  const afterDrain = (change: Partial<WorkloadEntry> = {}, agoMs = HOUR) => {
    const entry = anEntry(change);
    return { entries: [entry], pasts: new Map([[entry.uid, { healthTurns: [], drainedBefore: { uid: "before", endedAt: NOW - agoMs, reason: "" } }]]) };
  };

  it("STL126 finds a drained machine that registered again, for a day or until it is drained again", () => {
    expect(evidenceOf(drainLost, afterDrain())).toEqual([{ label: "istio.io/draining", isInForce: true }]);
    expect(dueOf(drainLost, afterDrain())).toBe(NOW - HOUR + LOST_DRAIN_RETENTION_MS);
    expect(detectedAfterPatch(drainLost, afterDrain())).toEqual([]);
  });

  it.each([
    { of: "is drained again", objects: afterDrain({ metadataLabels: DRAINED }) },
    { of: "is drained by its own labels", objects: afterDrain({ metadataLabels: [], specLabels: DRAINED }) },
    { of: "was drained a day ago", objects: afterDrain({}, LOST_DRAIN_RETENTION_MS) },
    { of: "has a hand-written entry", objects: afterDrain({ registrationGroup: "", owner: null }) },
    { of: "was never drained", objects: { entries: [anEntry()] } },
  ])("STL126 finds nothing for a machine that $of", ({ objects }) => {
    expect(evidenceOf(drainLost, objects)).toEqual([]);
    expect(dueOf(drainLost, objects)).toBeNull();
  });

  it("STL126 has no answer if the past of the entry is not known", () => {
    expect(cannotTell(drainLost, { entries: [anEntry()], pasts: null })).toBe(true);
  });

  it("STL126 has no patch if istiod has another draining label", () => {
    const [found] = findingsOf(drainLost, { ...afterDrain(), mesh: { settings: aMesh({ drainingLabel: "example.com/out" }), doubts: [] } });
    expect(found?.detected.evidence).toMatchObject({ isInForce: false });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});
