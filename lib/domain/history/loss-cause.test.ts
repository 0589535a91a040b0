import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { ago, anEntry, aReplica, aReport, aWorld, GRACE_MS, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { endingEvidence, type OwnerStateAtEnd } from "./ending-evidence";
import { endingCauseOf } from "./loss-cause";
import { type EndingCause, hasPlanEvidence, isPlannedEnd } from "./transition";

/** The differences of an end from the default: istiod registered the entry, its group exists, and the end was observed at NOW. */
interface Ending {
  readonly planned?: boolean;
  readonly last?: Partial<WorkloadEntry>;
  readonly owner?: OwnerStateAtEnd;
  readonly notBefore?: number;
  readonly world?: World;
}

const MINUTE = 60_000;
const away = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });
const draining = { metadataLabels: sortedLabelSet([["istio.io/draining", "true"]]) };
const byHand = { registrationGroup: "", controller: "", connectedAt: null, owner: null };
const claimed = { registrationGroup: "", owner: null };
const none: OwnerStateAtEnd = { kind: "none" };
const there: OwnerStateAtEnd = { kind: "there" };
const unseen: OwnerStateAtEnd = { kind: "unseen" };
const gone = (ms: number): OwnerStateAtEnd => ({ kind: "gone", at: NOW - ms, notBefore: null });
const ghost = { controller: "istiod-gone" };
const tooOld = { connectedAt: ago(1.5 * MAX_AGE_MS) };
const assumedGrace = aWorld([aReplica()], { gracePeriodMs: { kind: "assumed", value: GRACE_MS, source: "" } });
const podsDenied = aWorld([], {
  ...{ replicas: PODS_DENIED, gracePeriodMs: { kind: "assumed", value: GRACE_MS, source: "" } },
  maxConnectionAgeMs: { kind: "assumed", value: MAX_AGE_MS, source: "" },
});
const noAge = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "denied", source: "" } });
const unlimited = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "known", value: null, source: "" } });
const nobodyRuns = aWorld([aReplica({ runningSince: null })]);

function causeOf({ last = {}, owner = there, notBefore, world = aWorld(), planned = false }: Ending): EndingCause {
  const entry = anEntry(last);
  return endingCauseOf(endingEvidence({ entry, verdict: verdictOf(entry, world, NOW) }, { at: NOW, notBefore: notBefore ?? null }, world, owner, planned));
}

describe("the cause of an entry's end", () => {
  const rows: readonly [cause: EndingCause, evidence: string, ending: Ending][] = [
    // istiod: registered entries that did not reconnect (docs/istio.md#grace-period).
    ["left", "it was disconnected for the whole grace period", { last: away(GRACE_MS) }],
    ["left", "it was disconnected for the grace period less half a second, as clocks differ", { last: away(GRACE_MS - 500) }],
    ["left", "it was disconnected for the grace period and has no owner", { last: { ...away(GRACE_MS), owner: null }, owner: none }],
    [
      "left",
      "its disconnectedAt is not a time, because istiod then treats the grace period as over",
      { last: { connectedAt: null, disconnectedAt: { text: "soon", ms: null } } },
    ],
    [
      "left",
      "it was disconnected for the grace period at its delete request, and ended later",
      { last: { ...away(3 * MINUTE), deletingAt: NOW - 2 * MINUTE } },
    ],
    ["left", "it was draining, then disconnected for the grace period", { last: { ...draining, ...away(GRACE_MS) } }],
    ["left", "it was disconnected for exactly the assumed default of the grace period", { last: away(GRACE_MS), world: assumedGrace }],
    ["left", "it was disconnected for the assumed default, without visible Pods and groups", { last: away(GRACE_MS), world: podsDenied, owner: unseen }],
    ["left", "it was disconnected for the grace period before its group was deleted", { last: away(GRACE_MS + 5_000), owner: gone(100) }],
    ["unknown", "it was disconnected for longer than the assumed default", { last: away(30_000), world: assumedGrace }],
    ["unknown", "it was disconnected for less than the assumed default", { last: away(3_000), world: assumedGrace }],
    ["unknown", "it was disconnected for the grace period while no istiod was running", { last: away(GRACE_MS), world: nobodyRuns }],
    // istiod: entries whose connection has no end (docs/istio.md#cleanup, #dead-replica).
    ["swept", "its connection was older than 1.5 × the maximum age", { last: tooOld }],
    ["swept", "its replica was gone, and the sweep was due", { last: { ...ghost, ...tooOld } }],
    ["swept", "its replica was gone, the sweep was due, and it has no owner", { last: { ...ghost, ...tooOld, owner: null }, owner: none }],
    ["swept", "it was draining, its replica was gone, and the sweep was due", { last: { ...draining, ...ghost, ...tooOld } }],
    ["swept", "its connection begins in the future, which is due at once as an unsigned age", { last: { connectedAt: ago(-5 * MINUTE) } }],
    ["swept", "its connection was too old by the assumed maximum age, at the next sweep", { last: tooOld, world: podsDenied }],
    ["removed", "its replica was gone, and the sweep was not due", { last: ghost }],
    ["removed", "it was draining, its replica was gone, and the sweep was not due", { last: { ...ghost, ...draining } }],
    ["removed", "its replica was gone, and there is no maximum age", { last: { ...ghost, ...tooOld }, world: unlimited }],
    ["removed", "its connectedAt is not a time, so that istiod never sweeps it", { last: { connectedAt: { text: "soon", ms: null } } }],
    ["unknown", "its replica was gone, and the sweep was not due by the assumed maximum age", { last: ghost, world: podsDenied }],
    ["unknown", "its connection was far older than the assumed maximum age", { last: { connectedAt: ago(3 * MAX_AGE_MS) }, world: podsDenied }],
    ["unknown", "it was connected, and the maximum age is not known", { world: noAge }],
    // Kubernetes: objects of a deleted group (docs/istio.md#group-deletion).
    ["group-deleted", "it was connected and healthy, and its owner was deleted just before", { owner: gone(50) }],
    ["group-deleted", "it was connected, and the deletion of its owner was reported half a second later", { owner: gone(-500) }],
    ["group-deleted", "its owner was deleted five minutes before, as large groups are collected slowly", { owner: gone(5 * MINUTE) }],
    ["group-deleted", "it was disconnected for less than the grace period, and its owner was deleted just before", { last: away(2_000), owner: gone(50) }],
    ["group-deleted", "it was hand-written with the deleted group as its owner", { last: { ...byHand, owner: anEntry().owner }, owner: gone(50) }],
    ["group-deleted", "its owner was deleted before its delete request, and it ended later", { last: { deletingAt: NOW - MINUTE }, owner: gone(MINUTE + 50) }],
    ["removed", "its owner was deleted after it", { owner: gone(-MINUTE) }],
    ["unknown", "its owner was deleted in a gap, before or after it", { owner: { kind: "gone", at: NOW + MINUTE, notBefore: NOW - MINUTE } }],
    ["removed", "it has no owner, although its group does not exist", { last: { owner: null }, owner: none }],
    ["unknown", "its owner was deleted an hour before", { owner: gone(60 * MINUTE) }],
    ["unknown", "its owner was deleted, and later the grace period ended, too", { last: away(GRACE_MS + 5_000), owner: gone(MINUTE) }],
    ["unknown", "its owner does not exist, and the deletion was not observed", { owner: { kind: "absent" } }],
    ["unknown", "groups are not visible", { owner: unseen }],
    ["unknown", "its owner is not a group", { owner: { kind: "other" } }],
    // Users and tools: neither istiod nor Kubernetes had a reason.
    ["removed", "it was connected and healthy", {}],
    ["removed", "its probe failed, for which istiod deletes no entry", { last: { health: aReport("False", "503") } }],
    ["removed", "it was disconnected for less than the grace period", { last: away(2_000) }],
    ["removed", "it never connected, so that istiod never deletes it", { last: { connectedAt: null } }],
    ["removed", "it had a deletion mark while connected, without a known requester", { last: { deletingAt: NOW - 1_000 } }],
    ["removed", "it had a deletion mark from before the gap", { last: { deletingAt: NOW - MINUTE }, notBefore: NOW - 30_000 }],
    ["drained", "it was draining and connected", { last: draining }],
    ["removed", "it was draining, and its probe failed", { last: { ...draining, health: aReport("False", "503") } }],
    ["removed", "it was draining, and disconnected for a moment", { last: { ...draining, ...away(2_000) } }],
    // Users and tools: entries that istiod never deletes (docs/istio.md#cleanup).
    ["deleted", "it was hand-written", { last: byHand, owner: none }],
    ["deleted", "it was hand-written, and ended in a gap", { last: byHand, owner: none, notBefore: NOW - MINUTE }],
    ["deleted", "it was hand-written and claimed, and disconnected for the grace period", { last: { ...claimed, ...away(GRACE_MS) }, owner: none }],
    ["deleted", "it was hand-written and claimed, and its replica was gone", { last: { ...claimed, ...ghost, ...tooOld }, owner: none }],
    ["unknown", "it was hand-written, and its owner is not a group", { last: byHand, owner: { kind: "other" } }],
    // Ends in a gap, and unreadable entries.
    ["found-missing", "it ended in a gap", { notBefore: NOW - MINUTE }],
    ["found-missing", "it ended in a gap, and was disconnected before", { last: away(GRACE_MS), notBefore: NOW - MINUTE }],
    ["found-missing", "it ended in a gap, and its group was deleted, too", { owner: gone(50), notBefore: NOW - MINUTE }],
    ["found-missing", "it was unreadable, and ended in a gap", { last: { unreadable: "spec: expected an object" }, notBefore: NOW - MINUTE }],
    ["unknown", "it was unreadable, so that its manager is not known", { last: { unreadable: "spec: expected an object" } }],
  ];
  it.each(rows)("the cause of an entry's end is '%s' if %s", (cause, _evidence, ending) => {
    expect(causeOf(ending)).toBe(cause);
  });

  it("the cause of an entry's end is planned if a user deleted a hand-written entry or drained the machine, and a loss if the group was deleted", () => {
    const causes = [...new Set(rows.map(([cause]) => cause))].sort();
    expect(causes.filter(isPlannedEnd)).toEqual(["deleted", "drained"]);
    expect(causes.filter(hasPlanEvidence)).toEqual(["drained"]);
    expect([...causes, "planned" as const].filter(hasPlanEvidence)).toEqual(["drained", "planned"]);
    expect(causes).toContain("group-deleted");
  });

  it.each(rows)(
    "the cause of a planned leave is 'planned', unless 'deleted' or 'drained' is proven (without the plan: '%s' if %s)",
    (cause, _evidence, ending) => {
      expect(causeOf({ ...ending, planned: true })).toBe(isPlannedEnd(cause) ? cause : "planned");
    },
  );

  it("the cause of an entry's end has evidence that is equal after a round trip through JSON", () => {
    const entry = anEntry({ ...ghost, ...tooOld });
    const evidence = endingEvidence({ entry, verdict: verdictOf(entry, aWorld(), NOW) }, { at: NOW, notBefore: null }, aWorld(), gone(50), true);
    expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence);
  });
});
