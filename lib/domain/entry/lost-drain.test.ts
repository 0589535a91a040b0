import { expect, it } from "vitest";
import { anEntry, NOW } from "@/lib/testing/entries";
import { DRAIN_KEPT_MS, lostDrainOf } from "./lost-drain";
import type { WorkloadEntry } from "./workload-entry";

const drained = { uid: "before", endedAt: NOW - 60_000, reason: "disk" };
const LABELS: WorkloadEntry["specLabels"] = [["istio.io/draining", "true"]];

it("is the drain of the entry before it, with its reason, for a day", () => {
  expect(lostDrainOf(anEntry(), drained, NOW)).toBe(drained);
  expect(lostDrainOf(anEntry(), drained, NOW - 60_000 + DRAIN_KEPT_MS)).toBeNull();
});

it.each([
  ["that is drained again", { metadataLabels: LABELS }],
  ["that its own labels drain", { metadataLabels: [], specLabels: LABELS }],
  ["that was written by hand", { registrationGroup: "", owner: null }],
  ["that cannot be read", { unreadable: "spec is missing" }],
] as const)("is none of an entry %s", (_, own) => {
  expect(lostDrainOf(anEntry(own as Partial<WorkloadEntry>), drained, NOW)).toBeNull();
});

it("is none where no drain is remembered", () => {
  expect(lostDrainOf(anEntry(), null, NOW)).toBeNull();
});
