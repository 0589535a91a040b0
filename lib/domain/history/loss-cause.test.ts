import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { labelSet } from "@/lib/domain/object/label-set";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { ago, anEntry, aReplica, aReport, aWorld, GRACE_MS, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { endingEvidence, type OwnerFate } from "./ending-evidence";
import { lossCauseOf } from "./loss-cause";
import { hasPlan, isPlanned, type LossCause } from "./transition";

/** How an entry ended: what differs from one that istiod registered, whose group is there, and that was seen to go at NOW. */
interface Ending {
  readonly planned?: boolean;
  readonly last?: Partial<WorkloadEntry>;
  readonly owner?: OwnerFate;
  readonly notBefore?: number;
  readonly world?: World;
}

const MINUTE = 60_000;
const away = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });
const draining = { metadataLabels: labelSet([["istio.io/draining", "true"]]) };
const byHand = { registrationGroup: "", controller: "", connectedAt: null, owner: null };
const claimed = { registrationGroup: "", owner: null };
const none: OwnerFate = { kind: "none" };
const there: OwnerFate = { kind: "there" };
const unseen: OwnerFate = { kind: "unseen" };
const gone = (ms: number): OwnerFate => ({ kind: "gone", at: NOW - ms, notBefore: null });
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

function causeOf({ last = {}, owner = there, notBefore, world = aWorld(), planned = false }: Ending): LossCause {
  const entry = anEntry(last);
  return lossCauseOf(endingEvidence({ entry, verdict: verdictOf(entry, world, NOW) }, { at: NOW, notBefore: notBefore ?? null }, world, owner, planned));
}

describe("why an entry ended, by evidence", () => {
  const rows: readonly [cause: LossCause, evidence: string, ending: Ending][] = [
    // istiod: what it registered and who did not come back (docs/istio.md#grace-period).
    ["left", "away for the whole grace period", { last: away(GRACE_MS) }],
    ["left", "away for the grace period, and the clocks differ by half a second", { last: away(GRACE_MS - 500) }],
    ["left", "away for the grace period, without an owner", { last: { ...away(GRACE_MS), owner: null }, owner: none }],
    ["left", "away since a time that is none, which istiod reads as over", { last: { connectedAt: null, disconnectedAt: { text: "soon", ms: null } } }],
    ["left", "away for the grace period when its deletion was asked for, and gone later", { last: { ...away(3 * MINUTE), deletingAt: NOW - 2 * MINUTE } }],
    ["left", "draining, then away for the grace period: stopped or crashed, nothing tells", { last: { ...draining, ...away(GRACE_MS) } }],
    ["left", "away just as long as istiod's default, which is assumed", { last: away(GRACE_MS), world: assumedGrace }],
    ["left", "the same, where Pods cannot be seen and groups neither", { last: away(GRACE_MS), world: podsDenied, owner: unseen }],
    ["left", "away for the grace period before its group went", { last: away(GRACE_MS + 5_000), owner: gone(100) }],
    ["unknown", "away for longer than the default: the grace period is assumed", { last: away(30_000), world: assumedGrace }],
    ["unknown", "away for less than the default: the grace period is assumed", { last: away(3_000), world: assumedGrace }],
    ["unknown", "away for the grace period, and no istiod runs that deletes", { last: away(GRACE_MS), world: nobodyRuns }],
    // istiod: whose connection nobody ended (docs/istio.md#cleanup, #dead-replica).
    ["swept", "connected for longer than any connection lasts", { last: tooOld }],
    ["swept", "held by a replica that is gone, and the sweep was due", { last: { ...ghost, ...tooOld } }],
    ["swept", "the same, without an owner, and its group does not exist", { last: { ...ghost, ...tooOld, owner: null }, owner: none }],
    ["swept", "draining, with its replica gone: a crash", { last: { ...draining, ...ghost, ...tooOld } }],
    ["swept", "connected in the future: due at once, as an unsigned age", { last: { connectedAt: ago(-5 * MINUTE) } }],
    ["swept", "too old by the chart's age, which is assumed, at the next sweep", { last: tooOld, world: podsDenied }],
    ["removed", "held by a replica that is gone, and the sweep was not due", { last: ghost }],
    ["removed", "the same while draining: it had crashed before", { last: { ...ghost, ...draining } }],
    ["removed", "held by a replica that is gone, and connections may be of any age", { last: { ...ghost, ...tooOld }, world: unlimited }],
    ["removed", "connected since a time that is none: istiod never sweeps it", { last: { connectedAt: { text: "soon", ms: null } } }],
    ["unknown", "held by a replica that is gone, and the sweep is not due by an age that is assumed", { last: ghost, world: podsDenied }],
    ["unknown", "far too old by an age that is assumed", { last: { connectedAt: ago(3 * MAX_AGE_MS) }, world: podsDenied }],
    ["unknown", "connected, and nobody knows for how long connections last", { world: noAge }],
    // Kubernetes: what a deleted group owned (docs/istio.md#group-deletion).
    ["group-deleted", "connected and well, its owner went just before", { owner: gone(50) }],
    ["group-deleted", "the same, heard of half a second later", { owner: gone(-500) }],
    ["group-deleted", "its turn came five minutes later: a large group is collected slowly", { owner: gone(5 * MINUTE) }],
    ["group-deleted", "away, and not for the grace period yet", { last: away(2_000), owner: gone(50) }],
    ["group-deleted", "written by hand, with the group as its owner", { last: { ...byHand, owner: anEntry().owner }, owner: gone(50) }],
    [
      "group-deleted",
      "its owner went, though it was asked for its deletion before it was gone",
      { last: { deletingAt: NOW - MINUTE }, owner: gone(MINUTE + 50) },
    ],
    ["removed", "its owner went after it", { owner: gone(-MINUTE) }],
    ["unknown", "its owner went before or after it: nobody saw when", { owner: { kind: "gone", at: NOW + MINUTE, notBefore: NOW - MINUTE } }],
    ["removed", "no owner, though its group does not exist", { last: { owner: null }, owner: none }],
    ["unknown", "its owner went an hour before", { owner: gone(60 * MINUTE) }],
    ["unknown", "its owner went, and later the grace period was over as well", { last: away(GRACE_MS + 5_000), owner: gone(MINUTE) }],
    ["unknown", "its owner does not exist, and nobody saw it go", { owner: { kind: "absent" } }],
    ["unknown", "groups cannot be seen", { owner: unseen }],
    ["unknown", "something else owned it", { owner: { kind: "other" } }],
    // Somebody: whatever neither had a reason for.
    ["removed", "connected and well", {}],
    ["removed", "its probe failed: istiod deletes nobody for that", { last: { health: aReport("False", "503") } }],
    ["removed", "away, and istiod still waited", { last: away(2_000) }],
    ["removed", "never connected: istiod leaves it for ever", { last: { connectedAt: null } }],
    ["removed", "a deletion mark, while connected: it does not tell whose", { last: { deletingAt: NOW - 1_000 } }],
    ["removed", "a deletion mark from before nobody looked", { last: { deletingAt: NOW - MINUTE }, notBefore: NOW - 30_000 }],
    ["drained", "draining and connected", { last: draining }],
    ["removed", "draining, and its probe failed", { last: { ...draining, health: aReport("False", "503") } }],
    ["removed", "draining, and away for a moment", { last: { ...draining, ...away(2_000) } }],
    // People: what istiod never deletes (docs/istio.md#cleanup).
    ["deleted", "written by hand", { last: byHand, owner: none }],
    ["deleted", "written by hand, and nobody was looking", { last: byHand, owner: none, notBefore: NOW - MINUTE }],
    ["deleted", "written by hand and claimed, away for the grace period", { last: { ...claimed, ...away(GRACE_MS) }, owner: none }],
    ["deleted", "written by hand and claimed, its replica gone", { last: { ...claimed, ...ghost, ...tooOld }, owner: none }],
    ["unknown", "written by hand, and something else owned it", { last: byHand, owner: { kind: "other" } }],
    // Nobody knows.
    ["found-missing", "nobody was looking", { notBefore: NOW - MINUTE }],
    ["found-missing", "nobody was looking, and it was away already", { last: away(GRACE_MS), notBefore: NOW - MINUTE }],
    ["found-missing", "nobody was looking, and its group went too", { owner: gone(50), notBefore: NOW - MINUTE }],
    ["found-missing", "it could not be read, and nobody was looking", { last: { unreadable: "spec: expected an object" }, notBefore: NOW - MINUTE }],
    ["unknown", "it could not be read: who kept it is not known", { last: { unreadable: "spec: expected an object" } }],
  ];
  it.each(rows)("%s: %s", (cause, _evidence, ending) => {
    expect(causeOf(ending)).toBe(cause);
  });

  it("is no loss if a user deleted a hand-written entry or drained the machine; the deletion of a group is one", () => {
    const causes = [...new Set(rows.map(([cause]) => cause))].sort();
    expect(causes.filter(isPlanned)).toEqual(["deleted", "drained"]);
    expect(causes.filter(hasPlan)).toEqual(["drained"]);
    expect([...causes, "planned" as const].filter(hasPlan)).toEqual(["drained", "planned"]);
    expect(causes).toContain("group-deleted");
  });

  it.each(rows)(
    "with a mark of its group that it was planned to go it is planned, unless somebody's will is proven without: %s, %s",
    (cause, _evidence, ending) => {
      expect(causeOf({ ...ending, planned: true })).toBe(isPlanned(cause) ? cause : "planned");
    },
  );

  it("is judged the same after its evidence was kept as JSON", () => {
    const entry = anEntry({ ...ghost, ...tooOld });
    const evidence = endingEvidence({ entry, verdict: verdictOf(entry, aWorld(), NOW) }, { at: NOW, notBefore: null }, aWorld(), gone(50), true);
    expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence);
  });
});
