import { expect, it } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, NOW } from "@/lib/testing/entries";
import { anEntryRow } from "@/lib/testing/rows";
import { countEnd } from "./count-end";

const loss = { at: NOW, name: "vm-1", wasHealthy: true, end: null, endedAt: null } as const;
const replaced = { ...loss, end: "replaced", endedAt: NOW + 5 } as const;

it.each([
  ["still counts in a group of a fixed size", "3", loss, NOW, undefined],
  ["never counted if its group scaled in", "1-3", { ...loss, end: "left-healthy", endedAt: NOW }, NOW, { at: NOW, because: "left-healthy" }],
  ["counts in a range if it is in an incident", "1-3", loss, NOW, undefined],
  ["counted until another machine replaced it", "3", replaced, NOW, { at: NOW + 5, because: "replaced" }],
  ["is not another loss of its name", "3", replaced, NOW + 1, undefined],
] as const)("a lost machine %s", (_claim, expectedSize, recorded, endedAt, expected) => {
  const fleet = liveFleet(["prod-eu"], () => NOW);
  fleet.store.upsertGroup(aGroup({ expectedSize }));
  const [group] = fleet.groups();
  if (group !== undefined) fleet.remember(group, { learned: null, lostAt: [], lostNames: [], losses: [recorded] });
  expect(countEnd(fleet, anEntryRow({ cluster: "prod-eu", namespace: "shop", group: "checkout", name: "vm-1" }), endedAt)).toEqual(expected);
});
