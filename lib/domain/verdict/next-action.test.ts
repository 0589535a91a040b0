import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { arbitraryEntry, arbitraryMoment, arbitraryWorld } from "@/lib/testing/arbitraries";
import { ago, anEntry, aReplica, aWorld, GRACE_MS, MAX_AGE_MS, NOW } from "@/lib/testing/entries";
import { connectionOf } from "./connection";
import { type NextAction, nextActionOf, nextActionOfGroup } from "./next-action";
import { verdictOf } from "./verdict-of";

const minute = 60_000;
const SWEEP_MS = 10 * GRACE_MS;
const claimed = { registrationGroup: "" };
const bare = { registrationGroup: "", health: null };
const left = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });
const unlimited = aWorld([], { maxConnectionAgeMs: { kind: "known", value: null, source: "flag" } });
const assumed = aWorld([], { maxConnectionAgeMs: { kind: "assumed", value: MAX_AGE_MS, source: "chart" } });
const blind = aWorld([], { maxConnectionAgeMs: { kind: "denied", source: "list pods" } });

describe("what Istio does next", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, world: World, expected: Partial<NextAction>][] = [
    [
      "a live connection is renewed at 1.1 ages, ten seconds later at most",
      {},
      aWorld(),
      { kind: "renew", at: NOW + 32 * minute, latestAt: NOW + 32 * minute + 10_000 },
    ],
    ["without a maximum age it is left alone", {}, aWorld([aReplica({ maxConnectionAgeMs: null })]), { kind: "nothing", at: null }],
    ["in grace, what istiod created is deleted at its end", left(4_000), aWorld(), { kind: "delete", at: NOW + 6_000, latestAt: NOW + 6_000 + SWEEP_MS }],
    ["in grace, what a person wrote loses its condition", { ...claimed, ...left(4_000) }, aWorld(), { kind: "drop-condition", at: NOW + 6_000 }],
    ["without a condition there is nothing to lose", { ...bare, ...left(4_000) }, aWorld(), { kind: "nothing" }],
    ["after grace, the next sweep deletes it", left(minute), aWorld(), { kind: "delete", at: NOW - 50_000, latestAt: NOW - 50_000 + SWEEP_MS }],
    ["after grace, a hand-written one without condition stays", { ...bare, ...left(minute) }, aWorld(), { kind: "nothing" }],
    [
      "a disconnectedAt that is no time is cleaned up, at an unknown moment",
      { connectedAt: null, disconnectedAt: parseTimestamp("x") },
      aWorld(),
      { kind: "delete", at: null },
    ],
    ["a ghost is swept at 1.5 ages", {}, aWorld([]), { kind: "sweep", at: NOW + 44 * minute, latestAt: NOW + 44 * minute + SWEEP_MS, assumed: false }],
    ["on an assumed age it says so", {}, assumed, { kind: "sweep", assumed: true }],
    ["a ghost without a maximum age is never cleaned", {}, unlimited, { kind: "never-cleaned" }],
    ["a ghost under an age that is not visible: nobody knows", {}, aWorld([], { maxConnectionAgeMs: blind.maxConnectionAgeMs }), { kind: "unknown" }],
    ["a hand-written ghost loses its condition then", claimed, aWorld([]), { kind: "drop-condition", at: NOW + 44 * minute }],
    ["an overdue one is swept unless it is renewed", { connectedAt: ago(34 * minute) }, aWorld(), { kind: "sweep", at: NOW + 11 * minute }],
    ["a leaked one with the next sweep", { connectedAt: ago(46 * minute) }, aWorld(), { kind: "sweep", at: NOW - minute, latestAt: NOW - minute + SWEEP_MS }],
    ["a connection in the future is swept whatever the age", { connectedAt: ago(-minute) }, unlimited, { kind: "sweep", at: null }],
    ["a connectedAt that is no time is never too old", { connectedAt: parseTimestamp("x") }, aWorld(), { kind: "never-cleaned" }],
    ["what never connected is not cleaned up", { connectedAt: null }, aWorld(), { kind: "never-cleaned" }],
    ["nobody touches a static entry", { registrationGroup: "", controller: "" }, aWorld(), { kind: "nothing" }],
    ["of an unreadable object nobody knows", { unreadable: "no spec" }, aWorld(), { kind: "unknown" }],
  ];
  it.each(cases)("%s", (_, change, world, expected) => {
    const entry = anEntry(change);
    expect(nextActionOf(entry, { connection: connectionOf(entry, world, NOW) }, world, NOW)).toMatchObject(expected);
  });

  it("is never a deletion of what a person wrote, nor later than its latest moment", () => {
    fc.assert(
      fc.property(arbitraryEntry, arbitraryWorld, arbitraryMoment, (entry, world, now) => {
        const next = nextActionOf(entry, verdictOf(entry, world, now), world, now);
        if (entry.registrationGroup === "") expect(["delete", "sweep"]).not.toContain(next.kind);
        if (next.at !== null && next.latestAt !== null) expect(next.latestAt).toBeGreaterThanOrEqual(next.at);
        if (next.kind === "nothing" || next.kind === "never-cleaned" || next.kind === "unknown") expect([next.at, next.latestAt]).toEqual([null, null]);
      }),
      { numRuns: 1000 },
    );
  });
});

const T = 1_800_000_000_000;
const next = (kind: NextAction["kind"], at: number | null): NextAction => ({ kind, at, latestAt: at === null ? null : at + 100_000, assumed: false });

it("machines are counted by what Istio does next, with what is due first of each", () => {
  const told = nextActionOfGroup([
    { connection: "ghost", next: next("sweep", T + 900_000) },
    { connection: "reconnecting", next: next("delete", T + 8_000) },
    { connection: "reconnecting", next: next("delete", T + 3_000) },
    { connection: "disconnected", next: next("delete", T - 1_000) },
    { connection: "leaked", next: next("never-cleaned", null) },
  ]);
  expect(told).toEqual([
    { connection: "disconnected", count: 1, next: next("delete", T - 1_000) },
    { connection: "reconnecting", count: 2, next: next("delete", T + 3_000) },
    { connection: "ghost", count: 1, next: next("sweep", T + 900_000) },
    { connection: "leaked", count: 1, next: next("never-cleaned", null) },
  ]);
});

it("a machine that Istio leaves alone is not told of", () => {
  expect(
    nextActionOfGroup([
      { connection: "connected", next: next("renew", T) },
      { connection: "unmanaged", next: next("nothing", null) },
    ]),
  ).toEqual([]);
});
