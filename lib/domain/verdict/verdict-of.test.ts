import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EndedReplica, Replica, World } from "@/lib/domain/mesh/world";
import { arbitraryEntry, arbitraryMoment, arbitraryWorld } from "@/lib/testing/arbitraries";
import { ago, anEntry, aReplica, aReport, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { shownVerdict } from "./freshness";
import { servingCategory } from "./roll-up";
import { replicaOfEntry } from "./timing";
import { STATES, type State } from "./verdict";
import { entryStateOf, verdictOf } from "./verdict-of";

const minute = 60_000;
const NOT_READY = { status: "false", reason: "ContainersNotReady" } as const;
const UNTOLD = { status: "unknown", reason: "" } as const;
const denied = aWorld([], { replicas: PODS_DENIED });

describe("the state of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, world: World, state: State, vouched: boolean][] = [
    ["is healthy if its replica runs", {}, aWorld(), "healthy", true],
    ["is healthy, not verified, if its replica is not visible", {}, denied, "healthy", false],
    ["is healthy, not verified, if its replica is not ready", {}, aWorld([aReplica({ ready: NOT_READY })]), "healthy", false],
    ["is healthy, not verified, if the readiness of its replica is not known", {}, aWorld([aReplica({ ready: UNTOLD })]), "healthy", false],
    ["is healthy, not verified, if its replica's Node is not visible", {}, aWorld([aReplica({ nodeState: "not-visible" })]), "healthy", false],
    ["is unverified if its replica's Node is silent", {}, aWorld([aReplica({ nodeState: "silent" })]), "unverified", true],
    ["is unverified if its replica is past its deletion", {}, aWorld([aReplica({ deletingAt: NOW - 1 })]), "unverified", true],
    [
      "is healthy, not verified, if another program wrote the health of a static entry",
      { registrationGroup: "", controller: "", connectedAt: null },
      aWorld(),
      "healthy",
      false,
    ],
    ["is unchecked for a static entry without health checks", { registrationGroup: "", controller: "", gate: null, health: null }, aWorld(), "unchecked", true],
    ["is unverified if its replica is gone, although the report is True", {}, aWorld([]), "unverified", true],
    ["is unhealthy if the report is False and its replica is gone", { health: aReport("False") }, aWorld([]), "unhealthy", true],
    ["is reconnecting shortly after the disconnection", { connectedAt: null, disconnectedAt: ago(1_000) }, aWorld(), "reconnecting", true],
    [
      "is draining shortly after the disconnection of a draining entry",
      { connectedAt: null, disconnectedAt: ago(1_000), metadataLabels: [["istio.io/draining", "1"]] },
      aWorld(),
      "draining",
      true,
    ],
    ["is unverified if its replica is gone and it is draining", { metadataLabels: [["istio.io/draining", "1"]] }, aWorld([]), "unverified", true],
    [
      "is awaiting shortly after the disconnection without a report",
      { connectedAt: null, disconnectedAt: ago(1_000), health: null },
      aWorld(),
      "awaiting",
      true,
    ],
    ["is reconnecting up to 5 s after the grace period", { connectedAt: null, disconnectedAt: ago(14_999) }, aWorld(), "reconnecting", true],
    ["is disconnected 5 s after the grace period", { connectedAt: null, disconnectedAt: ago(15_000) }, aWorld(), "disconnected", true],
    [
      "is disconnected long after the disconnection, also without health checks",
      { connectedAt: null, disconnectedAt: ago(minute), gate: null },
      aWorld(),
      "disconnected",
      true,
    ],
    ["is disconnected if it never connected", { connectedAt: null }, aWorld(), "disconnected", true],
    ["is overdue if its connection was not renewed in time", { connectedAt: ago(34 * minute) }, aWorld(), "overdue", true],
    ["is awaiting if it is connected without a report", { health: null }, aWorld(), "awaiting", true],
    ["is no-endpoint without an address and a network", { address: "", network: "" }, aWorld(), "no-endpoint", true],
    ["is no-endpoint without an address and a network if its replica is gone, too", { address: "", network: "" }, aWorld([]), "no-endpoint", true],
    ["is unreadable for an unreadable object, whatever its annotations", { unreadable: "no spec" }, aWorld([]), "unreadable", true],
  ];
  it.each(cases)("the state of an entry: %s", (_, change, world, state, vouched) => {
    expect(verdictOf(anEntry(change), world, NOW)).toMatchObject({ state, vouched });
  });

  it("the state of an entry is the first by serving and by connection in the order of STATES", () => {
    const overdue = { kind: "overdue", since: 0, doubt: null, dueAt: 0 } as const;
    expect(entryStateOf("yes-checked", overdue, NOW)).toBe("overdue");
    expect(entryStateOf("no-awaiting", overdue, NOW)).toBe("awaiting");
    expect(entryStateOf("no-unhealthy", { kind: "disconnected", since: null, cleanedBy: null }, NOW)).toBe("unhealthy");
  });
});

describe("a machine whose replica was deleted", () => {
  const [a, b] = [aReplica(), aReplica({ name: "istiod-b", uid: "b" })];
  const end = { revision: a.revision, at: NOW - 10_000, inOrder: true };
  const gone = (others: readonly Replica[], change: Partial<EndedReplica> = {}) =>
    aWorld(others, { endedReplicas: new Map([[a.name, { ...end, ...change }]]) });

  it("a machine whose replica was deleted reconnects for 60 s, then is unverified", () => {
    const verdict = verdictOf(anEntry(), gone([b]), NOW);
    expect(verdict).toMatchObject({ state: "reconnecting", connection: { kind: "ghost" }, validUntil: NOW + 50_000 });
    expect(verdictOf(anEntry(), gone([b]), NOW + 49_999).state).toBe("reconnecting");
    expect(verdictOf(anEntry(), gone([b]), NOW + 50_000).state).toBe("unverified");
  });

  const cases: readonly [claim: string, world: World][] = [
    ["the replica crashed", gone([b], { inOrder: false })],
    ["no other replica exists", gone([])],
    ["the other replica is not ready", gone([aReplica({ name: "istiod-b", uid: "b", ready: NOT_READY })])],
    ["the other replica belongs to another revision", gone([aReplica({ name: "istiod-b", uid: "b", revision: "1-31" })])],
    ["the other replica is deleted, too", gone([aReplica({ name: "istiod-b", uid: "b", deletingAt: NOW + 5_000 })])],
    ["the end of the replica was not observed", aWorld([b])],
  ];
  it.each(cases)("a machine whose replica was deleted is unverified at once if %s", (_, world) => {
    expect(verdictOf(anEntry(), world, NOW).state).toBe("unverified");
  });

  it("a machine whose replica was deleted is unverified if the Pod still exists after the end of its deletion", () => {
    const world = aWorld([aReplica({ deletingAt: NOW - 1_000 }), b]);
    expect(verdictOf(anEntry(), world, NOW)).toMatchObject({ state: "unverified", connection: { kind: "ghost", why: "past-deletion" } });
  });
});

describe("the end of a replica's deletion", () => {
  const marked = aWorld([aReplica({ deletingAt: NOW + 30_000, ready: NOT_READY })]);

  it("the end of a replica's deletion ends the verdict and makes the machine a ghost without an event", () => {
    expect(verdictOf(anEntry(), marked, NOW)).toMatchObject({ state: "healthy", vouched: false, validUntil: NOW + 30_000 });
    expect(verdictOf(anEntry(), marked, NOW + 29_999).connection.kind).toBe("connected");
    expect(verdictOf(anEntry(), marked, NOW + 30_000)).toMatchObject({ state: "unverified", connection: { kind: "ghost", why: "past-deletion" } });
  });

  it("the end of a replica's deletion does not change the serving count before it", () => {
    for (const ready of [NOT_READY, UNTOLD]) {
      const { state } = verdictOf(anEntry(), aWorld([aReplica({ ready, deletingAt: NOW + 30_000 })]), NOW);
      expect(servingCategory(state)).toBe("serving");
    }
  });
});

describe("a verdict", () => {
  it("a verdict is valid until exactly validUntil, unless something is written", () => {
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

  it("a verdict changes its connection or its state exactly at validUntil", () => {
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

  it("a verdict is green only with a live watch, a running replica, health checks on and a report True", () => {
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

  it("a verdict is healthy only with checked serving, and a connection that is connected or unmanaged", () => {
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
