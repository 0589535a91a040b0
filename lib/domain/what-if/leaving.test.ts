import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { connectionOf } from "@/lib/domain/verdict/connection";
import { ago, anEntry, aReplica, aWorld, GRACE_MS, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { type EntryRemoval, entryRemovalOf, isStillListed, LOSS_MOMENTS, type LostReplicas, removalDelayRange, tallyRemovals } from "./leaving";

const MINUTE = 60_000;
const LIVES: LostReplicas = { isLost: () => false, isNoneLeft: false };
const DIES: LostReplicas = { isLost: () => true, isNoneLeft: false };
const UNPLACED: LostReplicas = { isLost: () => null, isNoneLeft: false };
const NONE_LEFT: LostReplicas = { isLost: () => true, isNoneLeft: true };

const BY_HAND = { registrationGroup: "" };
const STATIC = { ...BY_HAND, controller: "", connectedAt: null };
const AGE_KNOWN = aWorld();
const NO_AGE = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "known", value: null, source: "" } });
const AGE_ASSUMED = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "assumed", value: MAX_AGE_MS, source: "" } });
const AGE_DENIED = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "denied", source: "" } });

const within = (from: number, to: number) => ({ from: NOW + from, to: NOW + to });
const noticed: EntryRemoval = { kind: "grace", why: "noticed", ...within(20_000, 50_000) };
const swept = (why: "died-with-replica" | "replica-gone-before" | "swept-next", from: number, isAssumed = false): EntryRemoval => ({
  ...{ kind: "age", why, isAssumed },
  ...within(from, from + 10 * GRACE_MS),
});

describe("the removal of a dead machine from the endpoints of callers (docs/istio.md#leaving-times)", () => {
  it.each<[string, Partial<WorkloadEntry>, World, LostReplicas, EntryRemoval]>([
    ["follows the grace period after istiod notices the loss, if its replica is alive", {}, AGE_KNOWN, LIVES, noticed],
    ["follows at 1.5 × the maximum age of its connection, if its replica is lost too", {}, AGE_KNOWN, DIES, swept("died-with-replica", 44 * MINUTE)],
    ["is earlier for an older connection", { connectedAt: ago(33 * MINUTE) }, AGE_KNOWN, DIES, swept("died-with-replica", 12 * MINUTE)],
    ["is assumed if the maximum age is assumed", {}, AGE_ASSUMED, DIES, swept("died-with-replica", 44 * MINUTE, true)],
    ["never happens if its replica is lost and no maximum age is set", {}, NO_AGE, DIES, { kind: "never", why: "no-age" }],
    ["does not depend on the maximum age if its replica is alive", {}, NO_AGE, LIVES, noticed],
    ["is not known if the maximum age is not visible", {}, AGE_DENIED, DIES, { kind: "unknown", why: "age-not-visible" }],
    ["is not known if the locality of its replica is not known", {}, AGE_KNOWN, UNPLACED, { kind: "unknown", why: "replica-place-not-known" }],
    ["is not known if replicas are not visible", {}, aWorld([], { replicas: PODS_DENIED }), LIVES, { kind: "unknown", why: "replicas-not-visible" }],
    ["never happens if no istiod is left", {}, AGE_KNOWN, NONE_LEFT, { kind: "never", why: "no-istiod-left" }],
    ["follows at a sweep if its replica was gone before", {}, aWorld([]), LIVES, swept("replica-gone-before", 44 * MINUTE)],
    ["follows at the next sweep if its connection is past the age limit", { connectedAt: ago(60 * MINUTE) }, AGE_KNOWN, LIVES, swept("swept-next", 0)],
    ["follows at the next sweep if its connection time is in the future", { connectedAt: ago(-10 * MINUTE) }, AGE_KNOWN, LIVES, swept("swept-next", 0)],
    [
      "follows the rest of the grace period if it was disconnected before",
      { connectedAt: null, disconnectedAt: ago(2_000) },
      AGE_KNOWN,
      LIVES,
      { kind: "grace", why: "disconnected-before", ...within(0, 10_000) },
    ],
    ["never happens if it never connected", { connectedAt: null }, AGE_KNOWN, LIVES, { kind: "never", why: "never-connected" }],
    ["never happens for an entry without a connection to istiod", STATIC, AGE_KNOWN, LIVES, { kind: "never", why: "static" }],
    ["never happens for an entry without a connection to istiod, even if a replica is lost too", STATIC, AGE_KNOWN, DIES, { kind: "never", why: "static" }],
    ["follows at the same times for a hand-written entry with a health check, which loses its condition", BY_HAND, AGE_KNOWN, LIVES, noticed],
    ["never happens for a hand-written entry without a health check", { ...BY_HAND, gate: null }, AGE_KNOWN, LIVES, { kind: "never", why: "not-checked" }],
    ["follows for an auto-registered entry without a health check, which is deleted", { gate: null }, AGE_KNOWN, LIVES, noticed],
  ])("the removal of a dead machine from the endpoints of callers: %s", (_, change, world, replicas, leaving) => {
    const entry = anEntry(change);
    expect(entryRemovalOf(entry, connectionOf(entry, world, NOW), { world, replicas, now: NOW })).toEqual(leaving);
  });

  it("removalDelayRange is 20 to 50 s with the defaults", () => {
    expect(removalDelayRange(GRACE_MS)).toEqual({ from: 20_000, to: 50_000 });
  });
});

const GRACE: EntryRemoval = { kind: "grace", why: "noticed", from: 20, to: 50 };
const AGE: EntryRemoval = { kind: "age", why: "died-with-replica", from: 700, to: 800, isAssumed: false };
const GHOST: EntryRemoval = { kind: "age", why: "replica-gone-before", from: 300, to: 400, isAssumed: true };
const NEVER: EntryRemoval = { kind: "never", why: "static" };
const UNKNOWN: EntryRemoval = { kind: "unknown", why: "replicas-not-visible" };

describe("the times at which a dead machine is still listed", () => {
  it.each<[string, EntryRemoval, readonly boolean[]]>([
    ["end after the grace period if its replica is alive", GRACE, [true, false, false]],
    ["end after the sweep if its replica is lost too", AGE, [true, true, false]],
    ["do not end for an entry without a connection to istiod", NEVER, [true, true, true]],
    ["do not end if the removal is not known", UNKNOWN, [true, true, true]],
  ])("the times at which a dead machine is still listed: %s", (_, leaving, listed) => {
    expect(LOSS_MOMENTS.map((moment) => isStillListed(moment, leaving))).toEqual(listed);
  });
});

describe("the tally of removals", () => {
  it("the tally of removals has the number of each kind, and the times of the first and the last removal", () => {
    expect(tallyRemovals([GRACE, { ...GRACE, from: 10, to: 90 }, AGE, GHOST, NEVER, UNKNOWN])).toEqual({
      ...{ grace: 2, age: 2, withReplica: 1, never: 1, unknown: 1 },
      ...{ graceSpan: { from: 10, to: 90 }, ageSpan: { from: 300, to: 800 }, isAgeAssumed: true },
    });
  });

  it("the tally of removals has only zeros without lost machines", () => {
    expect(tallyRemovals([])).toMatchObject({ grace: 0, age: 0, graceSpan: null, ageSpan: null, isAgeAssumed: false });
  });
});
