import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { aGroup, ago, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { FleetStore } from "./fleet-store";
import { compareGroupHarm, groupHarm, groupRise } from "./group-harm";
import type { GroupRecord } from "./group-table";

const ALL = { object: true, machines: true };
const minute = 60_000;

/** A fleet of groups; each machine takes its state at its own moment. */
function fleet() {
  const store = new FleetStore();
  store.setWorld(aWorld(), NOW - 60 * minute);
  let machines = 0;
  const put = (group: string, at: number, change: Partial<WorkloadEntry> = {}) => {
    const id = machines++;
    store.tick(at);
    store.upsertEntry(
      anEntry({ uid: `uid-${id}`, name: `${group}-${id}`, registrationGroup: group, owner: null, connectedAt: ago(minute), ...change }),
      at,
      "seen",
    );
  };
  const fail = (group: string, count: number, at: number) => {
    for (let one = 0; one < count; one++) put(group, at, { health: aReport("False", "503") });
  };
  const serve = (group: string, count: number) => {
    for (let one = 0; one < count; one++) put(group, NOW - 30 * minute);
  };
  const size = (group: string, expected: number) => store.upsertGroup(aGroup({ uid: group, name: group, expectedSize: String(expected) }));
  const order = () =>
    [...store.groups.ordered]
      .sort((a, b) => compareGroupHarm(store.columns, { record: a, sight: ALL }, { record: b, sight: ALL }, NOW))
      .map(({ name }) => name);
  const record = (name: string) => [...store.groups.ordered].find((one) => one.name === name) as GroupRecord;
  return { store, put, fail, serve, size, order, record };
}

describe("groups by harm", () => {
  it("put the one with 2 of 10 serving first, though no machine of it is in trouble", () => {
    const { put, fail, serve, size, order } = fleet();
    size("waits", 10);
    serve("waits", 2);
    for (let one = 0; one < 8; one++) put("waits", NOW - minute, { health: null });
    serve("one-unhealthy", 39);
    fail("one-unhealthy", 1, NOW);
    serve("well", 5);
    expect(order()).toEqual(["waits", "one-unhealthy", "well"]);
  });

  it("count what is expected and not there", () => {
    const { size, serve, fail, order } = fleet();
    size("a-few-failed", 10);
    serve("a-few-failed", 8);
    fail("a-few-failed", 2, NOW);
    size("most-are-gone", 10);
    serve("most-are-gone", 3);
    expect(order()).toEqual(["most-are-gone", "a-few-failed"]);
  });

  it("put the newest first where the harm is the same, and never the alphabet", () => {
    const { fail, serve, order } = fleet();
    for (const name of ["a", "b", "c"]) serve(name, 9);
    fail("a", 1, NOW - 20 * minute);
    fail("c", 1, NOW - 10 * minute);
    fail("b", 1, NOW);
    expect(order()).toEqual(["b", "c", "a"]);
  });

  it("do not move with whoever reconnects", () => {
    const { put, serve, order } = fleet();
    serve("a", 2);
    serve("b", 2);
    put("b", NOW, { connectedAt: null, disconnectedAt: ago(1_000) });
    expect(order()).toEqual(["a", "b"]);
  });
});

describe("since when a group is as bad as it is", () => {
  it("is the start of the latest rise, with how many that was of all", () => {
    const { store, fail, serve, record } = fleet();
    serve("shop", 10);
    fail("shop", 2, NOW - 30 * minute);
    fail("shop", 3, NOW - 2 * minute);
    fail("shop", 1, NOW - 2 * minute + 59_000);
    expect(groupRise(store.columns, record("shop"), ALL)).toEqual({
      since: NOW - 2 * minute,
      atLeast: false,
      count: 4,
      total: 6,
      pace: { kind: "sudden", count: 4, total: 6, lastedMs: 59_000 },
    });
  });

  it("has no pace where a machine was found as bad as the others, and nobody saw since when", () => {
    const { store, fail, record } = fleet();
    fail("shop", 2, NOW - minute);
    expect(groupRise(store.columns, record("shop"), ALL)?.pace).toMatchObject({ kind: "sudden", count: 2 });
    store.upsertEntry(
      anEntry({ uid: "found", name: "found", registrationGroup: "shop", owner: null, connectedAt: ago(minute), health: aReport("False") }),
      NOW,
      "found",
    );
    expect(groupRise(store.columns, record("shop"), ALL)).toMatchObject({ total: 3, pace: null });
  });

  it("is not that of a rise that was undone", () => {
    const { store, put, fail, serve, record } = fleet();
    serve("shop", 10);
    fail("shop", 1, NOW - 30 * minute);
    put("shop", NOW - 5 * minute, { uid: "back", health: aReport("False") });
    put("shop", NOW - minute, { uid: "back" });
    expect(groupRise(store.columns, record("shop"), ALL)).toMatchObject({ since: NOW - 30 * minute, count: 1, total: 1 });
  });

  it("is that of those who wait where these are what is missing", () => {
    const { store, put, serve, size, record } = fleet();
    size("shop", 3);
    serve("shop", 1);
    for (const _ of [1, 2]) put("shop", NOW - minute, { health: null });
    expect(groupRise(store.columns, record("shop"), ALL)).toMatchObject({ since: NOW - minute, count: 2, total: 2 });
  });

  it("is told of a group that held a size too, though nobody declared one", () => {
    const { store, put, serve, record } = fleet();
    store.upsertGroup(aGroup({ uid: "shop", name: "shop" }));
    serve("shop", 2);
    for (let one = 0; one < 8; one++) put("shop", NOW - minute, { health: null });
    const learned = { kind: "learned", size: 10, from: NOW - 60 * minute, to: null } as const;
    store.remember(record("shop"), { learned, lostAt: [], lostNames: [] });
    expect(groupRise(store.columns, record("shop"), ALL)).toMatchObject({ since: NOW - minute, count: 8, total: 8 });
    expect(groupHarm(store.columns, record("shop"), ALL)).toMatchObject({ notServing: 8, size: 10 });
  });

  it("is told of nobody where machines are out of sight", () => {
    const { store, fail, record } = fleet();
    fail("shop", 1, NOW);
    expect(groupRise(store.columns, record("shop"), { object: true, machines: false })).toBeNull();
  });
});

it("the counters of doubt are those of a recount", () => {
  const { store, put, serve, record } = fleet();
  serve("shop", 3);
  put("shop", NOW, { connectedAt: ago(46 * minute) });
  put("shop", NOW, { connectedAt: null, disconnectedAt: ago(minute), gate: null });
  put("shop", NOW, { connectedAt: null, disconnectedAt: ago(1_000) });
  expect(groupHarm(store.columns, record("shop"), ALL)).toMatchObject({ notServing: 0, size: 6, inDoubt: 2 });
});
