import { expect, it, onTestFinished } from "vitest";
import { LossesQuery } from "@/lib/contract/url/history-query";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";

/** Why an entry ended that went so many milliseconds before its group was heard to be gone. */
async function causeOf(change: Partial<WorkloadEntry>, waitMs: number): Promise<string | undefined> {
  const entry = anEntry(change);
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  onTestFinished(() => played.database.close());
  await played.live([entry], [aGroup()]);
  played.remove(entry);
  await played.wait(waitMs);
  played.removeGroup(aGroup());
  await played.wait(5_000);
  const { rows } = await played.history.losses(read(LossesQuery, new URLSearchParams({ window: "15m" })), ALL_IN_SIGHT);
  return rows[0]?.cause;
}

it.each([
  ["group-deleted", "its group was deleted, which was heard a moment later", {}, 300],
  ["removed", "its group was deleted long after it", {}, 3_000],
  ["removed", "it had no owner, whatever became of the group", { owner: null }, 300],
] as const)("%s: %s", async (cause, _claim, change, waitMs) => {
  expect(await causeOf(change, waitMs)).toBe(cause);
});
