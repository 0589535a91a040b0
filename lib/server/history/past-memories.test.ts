import { describe, expect, it } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { memoryAt, rememberThen } from "./past-memories";

const HOUR = 3_600_000;
const learned = { kind: "learned", size: 3, from: NOW - 2 * HOUR, to: null } as const;

describe("what is known of a group at a moment of the past", () => {
  it.each([
    ["the level it holds, as long as it had", learned, NOW - HOUR, { from: NOW - 2 * HOUR, to: NOW - HOUR }],
    ["the level it had held before", { ...learned, to: NOW - 1.5 * HOUR }, NOW - HOUR, { from: NOW - 2 * HOUR, to: NOW - 1.5 * HOUR }],
    ["a level that it held only later, for no while yet", learned, NOW - 3 * HOUR, { from: NOW - 3 * HOUR, to: NOW - 3 * HOUR }],
  ])("is %s", (_, held, at, expected) => {
    expect(memoryAt({ learned: held, lostAt: [], lostNames: [] }, at).learned).toEqual({ kind: "learned", size: 3, ...expected });
  });

  it("has nobody lost who was there still", () => {
    expect(memoryAt({ learned: null, lostAt: [NOW - 2 * HOUR, NOW - HOUR], lostNames: ["vm-1", "vm-2"] }, NOW - 1.5 * HOUR)).toEqual({
      learned: null,
      lostAt: [NOW - 2 * HOUR],
      lostNames: ["vm-1"],
    });
  });

  it("is told to the groups that were there, and to no others", () => {
    const [live, past] = [liveFleet(["prod-eu"], () => NOW), liveFleet(["prod-eu"], () => NOW - HOUR)];
    for (const { store } of [live, past]) store.upsertGroup(aGroup());
    live.store.upsertGroup(aGroup({ name: "later", uid: "g-2" }));
    past.store.upsertEntry(anEntry(), NOW - HOUR, "seen");
    for (const record of live.groups()) live.remember(record, { learned, lostAt: [], lostNames: [] });
    const groups = rememberThen(past, live, NOW - HOUR).groups();
    expect(groups.map(({ name, memory }) => [name, memory.learned?.size])).toEqual([["checkout", 3]]);
  });
});
