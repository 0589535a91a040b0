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
    ["neither mark: nobody keeps it", { registrationGroup: "", controller: "" }, aWorld(), { kind: "unmanaged" }],
    ["a controller alone makes a hand-written entry claimed", { registrationGroup: "" }, aWorld(), { kind: "connected" }],
    [
      "young enough is connected, and renewed within 1.1 ages and ten seconds",
      {},
      aWorld(),
      { kind: "connected", doubt: null, renewBy: NOW - minute + 33 * minute + 10_000 },
    ],
    ["both marks mean connected", { disconnectedAt: ago(5_000) }, aWorld(), { kind: "connected" }],
    ["a millisecond ago the limit it is not overdue", { connectedAt: ago(OVERDUE_MS - 1) }, aWorld(), { kind: "connected" }],
    ["at the limit it is overdue since it was due", { connectedAt: ago(OVERDUE_MS) }, aWorld(), { kind: "overdue", dueAt: NOW - 5_000 }],
    ["a millisecond ago 1.5 ages it is overdue still", { connectedAt: ago(1.5 * MAX_AGE_MS - 1) }, aWorld(), { kind: "overdue" }],
    ["at 1.5 ages it is leaked", { connectedAt: ago(1.5 * MAX_AGE_MS) }, aWorld(), { kind: "leaked", why: "too-old" }],
    ["without a maximum age it is never too old", { connectedAt: ago(1e9) }, unlimited, { kind: "ghost", why: "restarted" }],
    ["a maximum age that is not visible counts nothing down", { connectedAt: ago(60 * minute) }, noAge, { kind: "connected", renewBy: null }],
    [
      "the replica's own maximum age wins",
      { connectedAt: ago(60 * minute) },
      aWorld([aReplica({ maxConnectionAgeMs: null })]),
      { kind: "connected", renewBy: null },
    ],
    ["a short age still leaves ten seconds and slack", { connectedAt: ago(10_000) }, aWorld([aReplica({ maxConnectionAgeMs: 1_000 })]), { kind: "connected" }],
    ["after which it is leaked at once", { connectedAt: ago(16_100) }, aWorld([aReplica({ maxConnectionAgeMs: 1_000 })]), { kind: "leaked", why: "too-old" }],
    [
      "with the age 0, which ends no connection, it is leaked as well",
      { connectedAt: ago(16_000) },
      aWorld([aReplica({ maxConnectionAgeMs: 0 })]),
      { kind: "leaked" },
    ],
    ["thirty seconds ahead is a clock that differs", { connectedAt: ago(-30_000) }, aWorld(), { kind: "connected" }],
    ["further ahead is what a sweep takes", { connectedAt: ago(-30_001) }, aWorld(), { kind: "leaked", why: "in-the-future" }],
    ["a connectedAt that is no time proves nothing", { connectedAt: parseTimestamp("soon") }, aWorld(), { kind: "leaked", since: null, why: "no-time" }],
    ["no Pod of the name: a ghost", {}, aWorld([]), { kind: "ghost", why: "no-such-pod" }],
    ["a container that does not run holds nothing", {}, aWorld([aReplica({ runningSince: null })]), { kind: "ghost", why: "not-running" }],
    ["a container started later does not hold it", {}, aWorld([aReplica({ runningSince: NOW - 30_000 })]), { kind: "ghost", why: "restarted" }],
    [
      "a container started in the same second holds it",
      { connectedAt: ago(60_900) },
      aWorld([aReplica({ runningSince: NOW - 60_000 - 12 })]),
      { kind: "connected" },
    ],
    ["a Pod at the end of its deletion does not run", {}, aWorld([aReplica({ deletingAt: NOW })]), { kind: "ghost", why: "past-deletion" }],
    ["a Pod that is given another millisecond still runs", {}, aWorld([aReplica({ deletingAt: NOW + 1 })]), { kind: "connected", doubt: null }],
    ["a Pod on a Node that fell silent does not run", {}, on({ nodeState: "silent" }), { kind: "ghost", why: "node-silent" }],
    ["nor where it says that it is ready", {}, on({ nodeState: "silent", ready: ready("true") }), { kind: "ghost", why: "node-silent" }],
    ["a ghost keeps its reason when its Pod's time runs out", {}, on({ nodeState: "silent", deletingAt: NOW }), { kind: "ghost", why: "node-silent" }],
    ["also where it was restarted", {}, on({ runningSince: NOW - 30_000, deletingAt: NOW }), { kind: "ghost", why: "restarted" }],
    ["not being ready alone ends no connection", {}, on({ ready: ready("false") }), { kind: "connected", doubt: "replica-not-ready" }],
    ["a readiness that is missing is not known", {}, on({ ready: ready("unknown") }), { kind: "connected", doubt: "readiness-not-known" }],
    ["a Node that is not ready leaves a doubt", {}, on({ nodeState: "not-ready" }), { kind: "connected", doubt: "node-not-ready" }],
    ["a Node that is not there leaves a doubt", {}, on({ nodeState: "not-known" }), { kind: "connected", doubt: "node-not-known" }],
    ["Nodes out of sight: nobody can tell whether it is lost", {}, on({ nodeState: "not-visible" }), { kind: "connected", doubt: "node-not-visible" }],
    [
      "not ready, and its Node out of sight: it may be lost",
      {},
      on({ nodeState: "not-visible", ready: ready("false") }),
      { kind: "connected", doubt: "not-ready-node-not-visible" },
    ],
    ["a doubt stays with a late renewal", { connectedAt: ago(OVERDUE_MS) }, on({ ready: ready("false") }), { kind: "overdue", doubt: "replica-not-ready" }],
    ["an auto-registered entry without a controller is a ghost", { controller: "" }, aWorld(), { kind: "ghost", why: "no-controller" }],
    ["leaked wins over ghost", { connectedAt: ago(46 * minute) }, aWorld([]), { kind: "leaked", why: "too-old" }],
    ["ghost wins over overdue", { connectedAt: ago(34 * minute) }, aWorld([]), { kind: "ghost", why: "no-such-pod" }],
    ["where Pods are denied nobody is called a ghost", {}, aWorld([], { replicas: PODS_DENIED }), { kind: "connected", doubt: "replica-not-visible" }],
    ["within the grace period it is reconnecting", left(4_000), aWorld(), { kind: "reconnecting", since: NOW - 4_000, deadline: NOW + 6_000 }],
    ["at the end of grace it is disconnected", left(10_000), aWorld(), { kind: "disconnected", since: NOW - 10_000 }],
    ["the replica's own grace period wins", left(4_000), aWorld([aReplica({ gracePeriodMs: 3_000 })]), { kind: "disconnected" }],
    ["an unknown grace period is taken for ten seconds", left(9_999), aWorld([], { gracePeriodMs: PODS_DENIED }), { kind: "reconnecting" }],
    ["a disconnectedAt ahead of the clock is in grace", left(-5_000), aWorld(), { kind: "reconnecting", deadline: NOW + 15_000 }],
    [
      "a disconnectedAt that is no time counts as long ago",
      { connectedAt: null, disconnectedAt: parseTimestamp("once") },
      aWorld(),
      { kind: "disconnected", since: null },
    ],
    ["neither time: never connected since", { connectedAt: null }, aWorld(), { kind: "never" }],
  ];
  it.each(cases)("%s", (_, change, world, expected) => {
    expect(connectionOf(anEntry(change), world, NOW)).toMatchObject(expected);
  });
});
