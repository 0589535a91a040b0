import { expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { groupWithoutMachines } from "./group-without-machines";

it("finds a group to which no entry belongs, and what is expected of it", () => {
  expect(evidenceOf(groupWithoutMachines, { groups: [aGroup({ expectedSize: "12" })] })).toEqual([{ expected: "12" }]);
  const byLabelOnly = anEntry({ registrationGroup: "", owner: null });
  expect(evidenceOf(groupWithoutMachines, { groups: [aGroup()], entries: [byLabelOnly] })).toEqual([{ expected: "" }]);
});

it("passes over a group with a machine, connected or not", () => {
  expect(evidenceOf(groupWithoutMachines, { groups: [aGroup()], entries: [anEntry({ connectedAt: null })] })).toEqual([]);
});
