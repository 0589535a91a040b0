import { expect, it } from "vitest";
import { type PlannedLeave, plannedLeavesText } from "@/lib/domain/planned-leaves";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { stillHereAfterPlan } from "./still-here-after-plan";

const planning = (...leaves: readonly (readonly [entry: string, by: number | null])[]) => {
  const planned = leaves.map(([entry, by]): PlannedLeave => ({ entry, by, reason: "moved" }));
  const entries = ["vm-a", "vm-b"].map((name) => anEntry({ name, uid: name }));
  return { groups: [aGroup({ plannedLeaves: plannedLeavesText(planned) })], entries };
};

it("finds machines that were to be gone by now and are there, by their names", () => {
  expect(evidenceOf(stillHereAfterPlan, planning(["vm-b", NOW - 1], ["vm-a", NOW - 5]))).toEqual([{ entries: ["vm-a", "vm-b"] }]);
});

it.each([
  ["that has left", planning(["vm-gone", NOW - 1])],
  ["whose end is not yet", planning(["vm-a", NOW])],
  ["without an end", planning(["vm-a", null])],
  ["of an annotation that cannot be read", { groups: [aGroup({ plannedLeaves: "soon" })], entries: [anEntry()] }],
  ["that nobody plans to go", { groups: [aGroup()], entries: [anEntry()] }],
])("passes over a machine %s", (_, objects) => {
  expect(evidenceOf(stillHereAfterPlan, objects)).toEqual([]);
});

it("is asked again once the next end is past", () => {
  expect(dueOf(stillHereAfterPlan, planning(["vm-a", NOW + 50], ["vm-b", NOW + 9], ["vm-c", NOW - 1], ["vm-d", null]))).toBe(NOW + 10);
  expect(dueOf(stillHereAfterPlan, planning(["vm-a", null]))).toBeNull();
});
