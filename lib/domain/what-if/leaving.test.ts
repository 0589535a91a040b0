import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { connectionOf } from "@/lib/domain/verdict/connection";
import { ago, anEntry, aReplica, aWorld, GRACE_MS, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { type EntryRemoval, entryRemovalOf, isStillListed, type LostReplicas, MOMENTS, noticedWithinMs, tallyRemovals } from "./leaving";

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

describe("when a machine that dies leaves the endpoints of callers (docs/istio.md#leaving-times)", () => {
  it.each<[string, Partial<WorkloadEntry>, World, LostReplicas, EntryRemoval]>([
    ["its replica lives: noticed, then the grace period", {}, AGE_KNOWN, LIVES, noticed],
    ["it died with its replica: 1.5 × the age after it connected", {}, AGE_KNOWN, DIES, swept("died-with-replica", 44 * MINUTE)],
    ["the older its connection, the sooner", { connectedAt: ago(33 * MINUTE) }, AGE_KNOWN, DIES, swept("died-with-replica", 12 * MINUTE)],
    ["an assumed age is said", {}, AGE_ASSUMED, DIES, swept("died-with-replica", 44 * MINUTE, true)],
    ["never where no age is set", {}, NO_AGE, DIES, { kind: "never", why: "no-age" }],
    ["the age plays no part where its replica lives", {}, NO_AGE, LIVES, noticed],
    ["the age is not visible", {}, AGE_DENIED, DIES, { kind: "unknown", why: "age-not-visible" }],
    ["where its replica stands is not known", {}, AGE_KNOWN, UNPLACED, { kind: "unknown", why: "replica-place-not-known" }],
    ["replicas are not visible", {}, aWorld([], { replicas: PODS_DENIED }), LIVES, { kind: "unknown", why: "replicas-not-visible" }],
    ["no istiod is left: nothing changes", {}, AGE_KNOWN, NONE_LEFT, { kind: "never", why: "no-istiod-left" }],
    ["its replica was gone before", {}, aWorld([]), LIVES, swept("replica-gone-before", 44 * MINUTE)],
    ["it is due for a sweep already", { connectedAt: ago(60 * MINUTE) }, AGE_KNOWN, LIVES, swept("swept-next", 0)],
    ["it connected in the future: due at once", { connectedAt: ago(-10 * MINUTE) }, AGE_KNOWN, LIVES, swept("swept-next", 0)],
    [
      "it was disconnected before",
      { connectedAt: null, disconnectedAt: ago(2_000) },
      AGE_KNOWN,
      LIVES,
      { kind: "grace", why: "disconnected-before", ...within(0, 10_000) },
    ],
    ["it never connected", { connectedAt: null }, AGE_KNOWN, LIVES, { kind: "never", why: "never-connected" }],
    ["a static entry never leaves", STATIC, AGE_KNOWN, LIVES, { kind: "never", why: "static" }],
    ["nor with its zone's istiod", STATIC, AGE_KNOWN, DIES, { kind: "never", why: "static" }],
    ["one by hand with a check loses its condition at the same times", BY_HAND, AGE_KNOWN, LIVES, noticed],
    ["one by hand without a check loses nothing", { ...BY_HAND, gate: null }, AGE_KNOWN, LIVES, { kind: "never", why: "not-checked" }],
    ["a registered one without a check is deleted all the same", { gate: null }, AGE_KNOWN, LIVES, noticed],
  ])("%s", (_, change, world, replicas, leaving) => {
    const entry = anEntry(change);
    expect(entryRemovalOf(entry, connectionOf(entry, world, NOW), { world, replicas, now: NOW })).toEqual(leaving);
  });

  it("takes 20 to 50 s with the defaults", () => {
    expect(noticedWithinMs(GRACE_MS)).toEqual({ from: 20_000, to: 50_000 });
  });
});

const GRACE: EntryRemoval = { kind: "grace", why: "noticed", from: 20, to: 50 };
const AGE: EntryRemoval = { kind: "age", why: "died-with-replica", from: 700, to: 800, isAssumed: false };
const GHOST: EntryRemoval = { kind: "age", why: "replica-gone-before", from: 300, to: 400, isAssumed: true };
const NEVER: EntryRemoval = { kind: "never", why: "static" };
const UNKNOWN: EntryRemoval = { kind: "unknown", why: "replicas-not-visible" };

describe("who is still listed", () => {
  it.each<[string, EntryRemoval, readonly boolean[]]>([
    ["whose replica lives leaves after the grace period", GRACE, [true, false, false]],
    ["who died with the replica leaves with the sweep", AGE, [true, true, false]],
    ["a static one stays", NEVER, [true, true, true]],
    ["of whom nobody knows counts as listed", UNKNOWN, [true, true, true]],
  ])("%s", (_, leaving, listed) => {
    expect(MOMENTS.map((moment) => isStillListed(moment, leaving))).toEqual(listed);
  });
});

describe("how lost machines leave", () => {
  it("is counted by way, with the moments between which the first and the last are gone", () => {
    expect(tallyRemovals([GRACE, { ...GRACE, from: 10, to: 90 }, AGE, GHOST, NEVER, UNKNOWN])).toEqual({
      ...{ grace: 2, age: 2, withReplica: 1, never: 1, unknown: 1 },
      ...{ graceSpan: { from: 10, to: 90 }, ageSpan: { from: 300, to: 800 }, isAgeAssumed: true },
    });
  });

  it("is nothing where nobody is lost", () => {
    expect(tallyRemovals([])).toMatchObject({ grace: 0, age: 0, graceSpan: null, ageSpan: null, isAgeAssumed: false });
  });
});
