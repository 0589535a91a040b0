import { expect, it } from "vitest";
import { anEntry, NOW } from "@/lib/testing/entries";
import { LOST_DRAIN_RETENTION_MS, lostDrainOf } from "./lost-drain";
import type { WorkloadEntry } from "./workload-entry";

const drained = { uid: "before", endedAt: NOW - 60_000, reason: "disk" };
const LABELS: WorkloadEntry["specLabels"] = [["istio.io/draining", "true"]];

it("lostDrainOf returns the drain of the earlier entry with its reason, for a day", () => {
  expect(lostDrainOf(anEntry(), drained, NOW)).toBe(drained);
  expect(lostDrainOf(anEntry(), drained, NOW - 60_000 + LOST_DRAIN_RETENTION_MS)).toBeNull();
});

it.each([
  ["is draining again", { metadataLabels: LABELS }],
  ["is draining by its own labels", { metadataLabels: [], specLabels: LABELS }],
  ["was written by hand", { registrationGroup: "", owner: null }],
  ["cannot be parsed", { unreadable: "spec is missing" }],
] as const)("lostDrainOf returns null for an entry that %s", (_, own) => {
  expect(lostDrainOf(anEntry(own as Partial<WorkloadEntry>), drained, NOW)).toBeNull();
});

it("lostDrainOf returns null without an earlier drain", () => {
  expect(lostDrainOf(anEntry(), null, NOW)).toBeNull();
});
