import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { arbitraryEntry, arbitraryMoment, arbitraryWorld } from "@/lib/testing/arbitraries";
import { ago, anEntry, aReplica, aWorld, GRACE_MS, MAX_AGE_MS, NOW } from "@/lib/testing/entries";
import { connectionOf } from "./connection";
import { type NextIstiodAction, nextIstiodActionOf, tallyNextIstiodActions } from "./next-action";
import { verdictOf } from "./verdict-of";

const minute = 60_000;
const SWEEP_MS = 10 * GRACE_MS;
const claimed = { registrationGroup: "" };
const bare = { registrationGroup: "", health: null };
const left = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });
const unlimited = aWorld([], { maxConnectionAgeMs: { kind: "known", value: null, source: "flag" } });
const assumed = aWorld([], { maxConnectionAgeMs: { kind: "assumed", value: MAX_AGE_MS, source: "chart" } });
const blind = aWorld([], { maxConnectionAgeMs: { kind: "denied", source: "list pods" } });

describe("the next action of Istio", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, world: World, expected: Partial<NextIstiodAction>][] = [
    [
      "is to renew an open connection at 1.1 × the maximum age, at most ten seconds later",
      {},
      aWorld(),
      { kind: "renew", at: NOW + 32 * minute, latestAt: NOW + 32 * minute + 10_000 },
    ],
    ["is 'nothing' for an open connection without a maximum age", {}, aWorld([aReplica({ maxConnectionAgeMs: null })]), { kind: "nothing", at: null }],
    [
      "is to delete an auto-registered entry at the end of the grace period",
      left(4_000),
      aWorld(),
      { kind: "delete", at: NOW + 6_000, latestAt: NOW + 6_000 + SWEEP_MS },
    ],
    [
      "is to remove the condition of a hand-written entry at the end of the grace period",
      { ...claimed, ...left(4_000) },
      aWorld(),
      { kind: "drop-condition", at: NOW + 6_000 },
    ],
    ["is 'nothing' for a hand-written entry without a condition in the grace period", { ...bare, ...left(4_000) }, aWorld(), { kind: "nothing" }],
    [
      "is to delete the entry at the next sweep after the grace period",
      left(minute),
      aWorld(),
      { kind: "delete", at: NOW - 50_000, latestAt: NOW - 50_000 + SWEEP_MS },
    ],
    ["is 'nothing' for a hand-written entry without a condition after the grace period", { ...bare, ...left(minute) }, aWorld(), { kind: "nothing" }],
    [
      "is to delete the entry at an unknown time if disconnectedAt is not a time",
      { connectedAt: null, disconnectedAt: parseTimestamp("x") },
      aWorld(),
      { kind: "delete", at: null },
    ],
    [
      "is to sweep a ghost at 1.5 × the maximum age",
      {},
      aWorld([]),
      { kind: "sweep", at: NOW + 44 * minute, latestAt: NOW + 44 * minute + SWEEP_MS, assumed: false },
    ],
    ["is marked as assumed if the maximum age is assumed", {}, assumed, { kind: "sweep", assumed: true }],
    ["is never a clean-up for a ghost without a maximum age", {}, unlimited, { kind: "never-cleaned" }],
    ["is unknown for a ghost if the maximum age is not visible", {}, aWorld([], { maxConnectionAgeMs: blind.maxConnectionAgeMs }), { kind: "unknown" }],
    ["is to remove the condition of a hand-written ghost at 1.5 × the maximum age", claimed, aWorld([]), { kind: "drop-condition", at: NOW + 44 * minute }],
    ["is to sweep an overdue entry, unless its connection is renewed", { connectedAt: ago(34 * minute) }, aWorld(), { kind: "sweep", at: NOW + 11 * minute }],
    [
      "is to sweep a leaked entry at the next sweep",
      { connectedAt: ago(46 * minute) },
      aWorld(),
      { kind: "sweep", at: NOW - minute, latestAt: NOW - minute + SWEEP_MS },
    ],
    ["is to sweep an entry with connectedAt in the future, even without a maximum age", { connectedAt: ago(-minute) }, unlimited, { kind: "sweep", at: null }],
    ["is never a clean-up if connectedAt is not a time", { connectedAt: parseTimestamp("x") }, aWorld(), { kind: "never-cleaned" }],
    ["is never a clean-up for an entry that never connected", { connectedAt: null }, aWorld(), { kind: "never-cleaned" }],
    ["is 'nothing' for a hand-written entry without an istiod replica", { registrationGroup: "", controller: "" }, aWorld(), { kind: "nothing" }],
    ["is unknown for an unreadable object", { unreadable: "no spec" }, aWorld(), { kind: "unknown" }],
  ];
  it.each(cases)("the next action of Istio: %s", (_, change, world, expected) => {
    const entry = anEntry(change);
    expect(nextIstiodActionOf(entry, { connection: connectionOf(entry, world, NOW) }, world, NOW)).toMatchObject(expected);
  });

  it("the next action of Istio is never to delete a hand-written entry, and is never after its latest time", () => {
    fc.assert(
      fc.property(arbitraryEntry, arbitraryWorld, arbitraryMoment, (entry, world, now) => {
        const next = nextIstiodActionOf(entry, verdictOf(entry, world, now), world, now);
        if (entry.registrationGroup === "") expect(["delete", "sweep"]).not.toContain(next.kind);
        if (next.at !== null && next.latestAt !== null) expect(next.latestAt).toBeGreaterThanOrEqual(next.at);
        if (next.kind === "nothing" || next.kind === "never-cleaned" || next.kind === "unknown") expect([next.at, next.latestAt]).toEqual([null, null]);
      }),
      { numRuns: 1000 },
    );
  });
});

const T = 1_800_000_000_000;
const next = (kind: NextIstiodAction["kind"], at: number | null): NextIstiodAction => ({
  kind,
  at,
  latestAt: at === null ? null : at + 100_000,
  assumed: false,
});

it("tallyNextIstiodActions returns machines by the next action of Istio, each with the earliest one", () => {
  const told = tallyNextIstiodActions([
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

it("tallyNextIstiodActions leaves out machines that Istio does not change or only renews", () => {
  expect(
    tallyNextIstiodActions([
      { connection: "connected", next: next("renew", T) },
      { connection: "unmanaged", next: next("nothing", null) },
    ]),
  ).toEqual([]);
});
