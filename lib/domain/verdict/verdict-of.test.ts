import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EndedReplica, Replica, World } from "@/lib/domain/mesh/world";
import { arbitraryEntry, arbitraryMoment, arbitraryWorld } from "@/lib/testing/arbitraries";
import { ago, anEntry, aReplica, aReport, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { shownVerdict } from "./freshness";
import { countsServing } from "./roll-up";
import { replicaOfEntry } from "./timing";
import { STATES, type State } from "./verdict";
import { stateOf, verdictOf } from "./verdict-of";

const minute = 60_000;
const NOT_READY = { status: "false", reason: "ContainersNotReady" } as const;
const UNTOLD = { status: "unknown", reason: "" } as const;
const denied = aWorld([], { replicas: PODS_DENIED });

describe("the one word of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, world: World, state: State, vouched: boolean][] = [
    ["well, and its replica runs: healthy", {}, aWorld(), "healthy", true],
    ["well, but its replica cannot be seen: healthy, and nobody vouches", {}, denied, "healthy", false],
    ["well, but its replica is not ready: healthy, and nobody vouches", {}, aWorld([aReplica({ ready: NOT_READY })]), "healthy", false],
    ["well, but whether its replica is ready is not known: nobody vouches", {}, aWorld([aReplica({ ready: UNTOLD })]), "healthy", false],
    ["well, but its replica's Node is out of sight: nobody vouches", {}, aWorld([aReplica({ nodeState: "not-visible" })]), "healthy", false],
    ["well, but its replica's Node fell silent: unverified", {}, aWorld([aReplica({ nodeState: "silent" })]), "unverified", true],
    ["well, but its replica is past its deletion: unverified", {}, aWorld([aReplica({ deletingAt: NOW - 1 })]), "unverified", true],
    ["health written from outside: healthy, and nobody vouches", { registrationGroup: "", controller: "", connectedAt: null }, aWorld(), "healthy", false],
    ["static without a gate: unchecked", { registrationGroup: "", controller: "", gate: null, health: null }, aWorld(), "unchecked", true],
    ["Istio says healthy, its replica is gone: unverified", {}, aWorld([]), "unverified", true],
    ["unhealthy and its replica is gone: unhealthy", { health: aReport("False") }, aWorld([]), "unhealthy", true],
    ["left a moment ago: reconnecting", { connectedAt: null, disconnectedAt: ago(1_000) }, aWorld(), "reconnecting", true],
    [
      "left a moment ago and draining: draining",
      { connectedAt: null, disconnectedAt: ago(1_000), metadataLabels: [["istio.io/draining", "1"]] },
      aWorld(),
      "draining",
      true,
    ],
    ["its replica is gone and it is draining: unverified", { metadataLabels: [["istio.io/draining", "1"]] }, aWorld([]), "unverified", true],
    ["left a moment ago, without a report: awaiting", { connectedAt: null, disconnectedAt: ago(1_000), health: null }, aWorld(), "awaiting", true],
    ["left, and up to 5 s past the grace: reconnecting", { connectedAt: null, disconnectedAt: ago(14_999) }, aWorld(), "reconnecting", true],
    ["left, and 5 s past the grace: disconnected", { connectedAt: null, disconnectedAt: ago(15_000) }, aWorld(), "disconnected", true],
    ["left long ago: disconnected, served or not", { connectedAt: null, disconnectedAt: ago(minute), gate: null }, aWorld(), "disconnected", true],
    ["never connected: disconnected", { connectedAt: null }, aWorld(), "disconnected", true],
    ["not renewed in time: overdue", { connectedAt: ago(34 * minute) }, aWorld(), "overdue", true],
    ["connected and nothing reported: awaiting", { health: null }, aWorld(), "awaiting", true],
    ["neither an address nor a network: no endpoint", { address: "", network: "" }, aWorld(), "no-endpoint", true],
    ["no endpoint, and its replica is gone: no endpoint", { address: "", network: "" }, aWorld([]), "no-endpoint", true],
    ["an unreadable object: unreadable, whatever its marks", { unreadable: "no spec" }, aWorld([]), "unreadable", true],
  ];
  it.each(cases)("%s", (_, change, world, state, vouched) => {
    expect(verdictOf(anEntry(change), world, NOW)).toMatchObject({ state, vouched });
  });

  it("is the first of both axes in the order of the states", () => {
    const overdue = { kind: "overdue", since: 0, doubt: null, dueAt: 0 } as const;
    expect(stateOf("yes-checked", overdue, NOW)).toBe("overdue");
    expect(stateOf("no-awaiting", overdue, NOW)).toBe("awaiting");
    expect(stateOf("no-unhealthy", { kind: "disconnected", since: null, cleanedBy: null }, NOW)).toBe("unhealthy");
  });
});

describe("a machine whose replica was deleted", () => {
  const [a, b] = [aReplica(), aReplica({ name: "istiod-b", uid: "b" })];
  const end = { revision: a.revision, at: NOW - 10_000, inOrder: true };
  const gone = (others: readonly Replica[], change: Partial<EndedReplica> = {}) =>
    aWorld(others, { endedReplicas: new Map([[a.name, { ...end, ...change }]]) });

  it("reconnects for 60 s, then is unverified", () => {
    const verdict = verdictOf(anEntry(), gone([b]), NOW);
    expect(verdict).toMatchObject({ state: "reconnecting", connection: { kind: "ghost" }, validUntil: NOW + 50_000 });
    expect(verdictOf(anEntry(), gone([b]), NOW + 49_999).state).toBe("reconnecting");
    expect(verdictOf(anEntry(), gone([b]), NOW + 50_000).state).toBe("unverified");
  });

  const cases: readonly [claim: string, world: World][] = [
    ["it crashed", gone([b], { inOrder: false })],
    ["no other replica is there", gone([])],
    ["the other one is not ready", gone([aReplica({ name: "istiod-b", uid: "b", ready: NOT_READY })])],
    ["the other one is of another revision", gone([aReplica({ name: "istiod-b", uid: "b", revision: "1-31" })])],
    ["the other one is deleted too", gone([aReplica({ name: "istiod-b", uid: "b", deletingAt: NOW + 5_000 })])],
    ["its end was not seen", aWorld([b])],
  ];
  it.each(cases)("is unverified at once if %s", (_, world) => {
    expect(verdictOf(anEntry(), world, NOW).state).toBe("unverified");
  });

  it("is unverified if its Pod outlives its deletion", () => {
    const world = aWorld([aReplica({ deletingAt: NOW - 1_000 }), b]);
    expect(verdictOf(anEntry(), world, NOW)).toMatchObject({ state: "unverified", connection: { kind: "ghost", why: "past-deletion" } });
  });
});

describe("the end of a replica's deletion", () => {
  const marked = aWorld([aReplica({ deletingAt: NOW + 30_000, ready: NOT_READY })]);

  it("is when the verdict runs out, and the machine a ghost by the clock alone", () => {
    expect(verdictOf(anEntry(), marked, NOW)).toMatchObject({ state: "healthy", vouched: false, validUntil: NOW + 30_000 });
    expect(verdictOf(anEntry(), marked, NOW + 29_999).connection.kind).toBe("connected");
    expect(verdictOf(anEntry(), marked, NOW + 30_000)).toMatchObject({ state: "unverified", connection: { kind: "ghost", why: "past-deletion" } });
  });

  it("takes no machine from the serving before it", () => {
    for (const ready of [NOT_READY, UNTOLD]) {
      const { state } = verdictOf(anEntry(), aWorld([aReplica({ ready, deletingAt: NOW + 30_000 })]), NOW);
      expect(countsServing(state)).toBe("serving");
    }
  });
});

describe("the laws of a verdict", () => {
  it("holds until exactly validUntil, unless something is written", () => {
    fc.assert(
      fc.property(arbitraryEntry, arbitraryWorld, arbitraryMoment, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (entry, world, now, part) => {
        const verdict = verdictOf(entry, world, now);
        const end = verdict.validUntil ?? now + 100 * 24 * 60 * minute;
        expect(end).toBeGreaterThan(now);
        const later = now + Math.floor((end - now) * part);
        expect(verdictOf(entry, world, later)).toEqual(verdict);
        expect(verdictOf(entry, world, end - 1)).toEqual(verdict);
      }),
      { numRuns: 2000 },
    );
  });

  it("changes its connection or its state at validUntil: the moment is exact, not merely safe", () => {
    fc.assert(
      fc.property(arbitraryEntry, arbitraryWorld, arbitraryMoment, (entry, world, now) => {
        const { connection, state, validUntil } = verdictOf(entry, world, now);
        if (validUntil === null) return;
        const next = verdictOf(entry, world, validUntil);
        expect([next.connection.kind, next.state]).not.toEqual([connection.kind, state]);
      }),
      { numRuns: 2000 },
    );
  });

  it("shows green only for a live watch, a replica that runs and a report that is True behind a gate", () => {
    fc.assert(
      fc.property(
        arbitraryEntry,
        arbitraryWorld,
        arbitraryMoment,
        fc.constantFrom("live", "stale", "starting", "catching-up", "denied", "absent"),
        (entry, world, now, kind) => {
          const verdict = verdictOf(entry, world, now);
          const { tone } = shownVerdict(verdict, kind === "live" ? { kind, asOf: now } : { kind, asOf: now, reason: "" });
          if (tone !== "good") return;
          expect(kind).toBe("live");
          expect(world.replicas.kind).toBe("known");
          expect(verdict.connection.kind).toBe("connected");
          expect(entry.health?.status).toBe("True");
          const replica = replicaOfEntry(entry, world);
          expect(replica).toMatchObject({ ready: { status: "true" }, nodeState: "ready" });
          expect(replica?.deletingAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("never lies better than its axes: healthy needs a checked serving and no doubt about the connection", () => {
    fc.assert(
      fc.property(arbitraryEntry, arbitraryWorld, arbitraryMoment, (entry, world, now) => {
        const { state, serving, connection } = verdictOf(entry, world, now);
        expect(STATES).toContain(state);
        if (state === "healthy") expect([serving.kind, ["connected", "unmanaged"].includes(connection.kind)]).toEqual(["yes-checked", true]);
      }),
      { numRuns: 2000 },
    );
  });
});
