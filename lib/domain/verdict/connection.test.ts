import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { ago, anEntry, aReplica, aWorld, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { connectionOf } from "./connection";

const minute = 60_000;
const OVERDUE_MS = 33 * minute + 15_000;
const unlimited = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "known", value: null, source: "flag" } });
const noAge = aWorld([aReplica()], { maxConnectionAgeMs: { kind: "denied", source: "list pods" } });
const ready = (status: "true" | "false" | "unknown") => ({ status, reason: "" });
const on = (change: Partial<Replica>) => aWorld([aReplica(change)]);
const left = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });

describe("the connection of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, world: World, expected: object][] = [
    ["is unmanaged without a registration group and a controller", { registrationGroup: "", controller: "" }, aWorld(), { kind: "unmanaged" }],
    ["is connected for a hand-written entry with a controller", { registrationGroup: "" }, aWorld(), { kind: "connected" }],
    [
      "is connected below the maximum age, and due for renewal within 1.1 × the maximum age and ten seconds",
      {},
      aWorld(),
      { kind: "connected", doubt: null, renewBy: NOW - minute + 33 * minute + 10_000 },
    ],
    ["is connected with both connectedAt and disconnectedAt", { disconnectedAt: ago(5_000) }, aWorld(), { kind: "connected" }],
    ["is not overdue a millisecond before the limit", { connectedAt: ago(OVERDUE_MS - 1) }, aWorld(), { kind: "connected" }],
    ["is overdue at the limit, since the time at which it was due", { connectedAt: ago(OVERDUE_MS) }, aWorld(), { kind: "overdue", dueAt: NOW - 5_000 }],
    ["is still overdue a millisecond before 1.5 × the maximum age", { connectedAt: ago(1.5 * MAX_AGE_MS - 1) }, aWorld(), { kind: "overdue" }],
    ["is leaked at 1.5 × the maximum age", { connectedAt: ago(1.5 * MAX_AGE_MS) }, aWorld(), { kind: "leaked", why: "too-old" }],
    ["is never overdue without a maximum age", { connectedAt: ago(1e9) }, unlimited, { kind: "ghost", why: "restarted" }],
    ["has no renewal time if the maximum age is not visible", { connectedAt: ago(60 * minute) }, noAge, { kind: "connected", renewBy: null }],
    [
      "uses the replica's own maximum age before the world's",
      { connectedAt: ago(60 * minute) },
      aWorld([aReplica({ maxConnectionAgeMs: null })]),
      { kind: "connected", renewBy: null },
    ],
    [
      "is connected for ten seconds and the tolerance with a very short maximum age",
      { connectedAt: ago(10_000) },
      aWorld([aReplica({ maxConnectionAgeMs: 1_000 })]),
      { kind: "connected" },
    ],
    [
      "is leaked directly after the tolerance with a very short maximum age",
      { connectedAt: ago(16_100) },
      aWorld([aReplica({ maxConnectionAgeMs: 1_000 })]),
      { kind: "leaked", why: "too-old" },
    ],
    ["is leaked after the tolerance with the maximum age 0", { connectedAt: ago(16_000) }, aWorld([aReplica({ maxConnectionAgeMs: 0 })]), { kind: "leaked" }],
    ["is connected if connectedAt is thirty seconds ahead, because clocks may differ", { connectedAt: ago(-30_000) }, aWorld(), { kind: "connected" }],
    ["is leaked if connectedAt is more than thirty seconds ahead", { connectedAt: ago(-30_001) }, aWorld(), { kind: "leaked", why: "in-the-future" }],
    ["is leaked if connectedAt is not a time", { connectedAt: parseTimestamp("soon") }, aWorld(), { kind: "leaked", since: null, why: "no-time" }],
    ["is a ghost if no Pod has the replica's name", {}, aWorld([]), { kind: "ghost", why: "no-such-pod" }],
    ["is a ghost if the replica's container does not run", {}, aWorld([aReplica({ runningSince: null })]), { kind: "ghost", why: "not-running" }],
    [
      "is a ghost if the replica's container started after the connection",
      {},
      aWorld([aReplica({ runningSince: NOW - 30_000 })]),
      { kind: "ghost", why: "restarted" },
    ],
    [
      "is connected if the replica's container started in the second of the connection",
      { connectedAt: ago(60_900) },
      aWorld([aReplica({ runningSince: NOW - 60_000 - 12 })]),
      { kind: "connected" },
    ],
    [
      "is a ghost if the replica's Pod has reached the end of its deletion",
      {},
      aWorld([aReplica({ deletingAt: NOW })]),
      { kind: "ghost", why: "past-deletion" },
    ],
    ["is connected a millisecond before the end of the Pod's deletion", {}, aWorld([aReplica({ deletingAt: NOW + 1 })]), { kind: "connected", doubt: null }],
    ["is a ghost if the Node of the replica is silent", {}, on({ nodeState: "silent" }), { kind: "ghost", why: "node-silent" }],
    [
      "is a ghost if the Node is silent, even if the Pod is Ready",
      {},
      on({ nodeState: "silent", ready: ready("true") }),
      { kind: "ghost", why: "node-silent" },
    ],
    ["keeps the reason of a ghost when the Pod's deletion ends", {}, on({ nodeState: "silent", deletingAt: NOW }), { kind: "ghost", why: "node-silent" }],
    [
      "keeps the reason of a restarted ghost when the Pod's deletion ends",
      {},
      on({ runningSince: NOW - 30_000, deletingAt: NOW }),
      { kind: "ghost", why: "restarted" },
    ],
    ["stays connected, unverified, if the replica is not ready", {}, on({ ready: ready("false") }), { kind: "connected", doubt: "replica-not-ready" }],
    ["is unverified if the readiness of the replica is missing", {}, on({ ready: ready("unknown") }), { kind: "connected", doubt: "readiness-not-known" }],
    ["is unverified if the Node is not ready", {}, on({ nodeState: "not-ready" }), { kind: "connected", doubt: "node-not-ready" }],
    ["is unverified if the Node does not exist", {}, on({ nodeState: "not-known" }), { kind: "connected", doubt: "node-not-known" }],
    ["is unverified if Nodes are not visible", {}, on({ nodeState: "not-visible" }), { kind: "connected", doubt: "node-not-visible" }],
    [
      "is unverified with a separate reason if the replica is not ready and its Node is not visible",
      {},
      on({ nodeState: "not-visible", ready: ready("false") }),
      { kind: "connected", doubt: "not-ready-node-not-visible" },
    ],
    [
      "is overdue and unverified if the renewal is late and the replica is not ready",
      { connectedAt: ago(OVERDUE_MS) },
      on({ ready: ready("false") }),
      { kind: "overdue", doubt: "replica-not-ready" },
    ],
    ["is a ghost for an auto-registered entry without a controller", { controller: "" }, aWorld(), { kind: "ghost", why: "no-controller" }],
    ["is leaked if it is both leaked and a ghost", { connectedAt: ago(46 * minute) }, aWorld([]), { kind: "leaked", why: "too-old" }],
    ["is a ghost if it is both a ghost and overdue", { connectedAt: ago(34 * minute) }, aWorld([]), { kind: "ghost", why: "no-such-pod" }],
    ["is unverified, and no ghost, if Pods are denied", {}, aWorld([], { replicas: PODS_DENIED }), { kind: "connected", doubt: "replica-not-visible" }],
    ["is reconnecting within the grace period", left(4_000), aWorld(), { kind: "reconnecting", since: NOW - 4_000, deadline: NOW + 6_000 }],
    ["is disconnected at the end of the grace period", left(10_000), aWorld(), { kind: "disconnected", since: NOW - 10_000 }],
    ["uses the replica's own grace period before the world's", left(4_000), aWorld([aReplica({ gracePeriodMs: 3_000 })]), { kind: "disconnected" }],
    ["assumes ten seconds if the grace period is not known", left(9_999), aWorld([], { gracePeriodMs: PODS_DENIED }), { kind: "reconnecting" }],
    ["is reconnecting if disconnectedAt is in the future", left(-5_000), aWorld(), { kind: "reconnecting", deadline: NOW + 15_000 }],
    [
      "is disconnected if disconnectedAt is not a time",
      { connectedAt: null, disconnectedAt: parseTimestamp("once") },
      aWorld(),
      { kind: "disconnected", since: null },
    ],
    ["is 'never' without connectedAt and disconnectedAt", { connectedAt: null }, aWorld(), { kind: "never" }],
  ];
  it.each(cases)("the connection of an entry: %s", (_, change, world, expected) => {
    expect(connectionOf(anEntry(change), world, NOW)).toMatchObject(expected);
  });
});
