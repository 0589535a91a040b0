import type { ExpectedSizeStep } from "@/lib/contract/answers/history";
import { minimumExpectedSize, parseExpectedSize, subtractPlannedLeaves } from "@/lib/domain/group/expected-size";
import type { LossWithEnd } from "@/lib/domain/history/loss-ends";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { type Level, NO_MACHINES } from "./queries/levels";
import type { Series } from "./queries/series-in-sight";
import type { SizeNow } from "./queries/sizes";

/** What is there of a group in the live fleet, for a window that ends now. */
export function levelNow(fleet: FleetReader, { cluster, namespace, group }: Series): Level {
  const record = fleet.group(cluster, namespace, group);
  return record === null ? NO_MACHINES : { counts: codedCounts(record.counts), serving: record.serving, total: record.members.size };
}

/** The expected size of a group at the end of a window, before accepted losses lower it, its source, the moment from which it counts, and its losses. */
export function sizeNow(fleet: FleetReader, { cluster, namespace, group }: Series): ReturnType<SizeNow> {
  const record = fleet.group(cluster, namespace, group);
  if (record === null) return { size: null, from: "unknown", countsFrom: null, heldFrom: null, losses: [] };
  const { expected, source, accepted, arriving } = totalOf(record, WHOLE);
  const { arrival, learned } = record.memory;
  return {
    size: expected === null ? null : expected + accepted,
    from: source,
    countsFrom: arriving ? Number.POSITIVE_INFINITY : (arrival?.at ?? null),
    heldFrom: source === "learned" && learned?.kind === "learned" ? learned.from : null,
    losses: lossesOf(record),
  };
}

/** All losses of a group: the recorded ones, and those that the history does not return yet. */
function lossesOf({ memory: { losses = [] }, gone }: FleetGroup): readonly LossWithEnd[] {
  const recorded = new Set(losses.map(({ at }) => at));
  const newest = gone().filter(({ at }) => !recorded.has(at));
  return [...losses, ...newest.map(({ at }): LossWithEnd => ({ at, name: "", wasHealthy: false, end: null, endedAt: null }))];
}

/** The size of a group does not depend on the viewer, who sees the series. */
const WHOLE = { object: true, machines: true };

/** The size that an annotation declares, as its text stands, without so many machines that left as planned. */
export function declaredSize(text: string | null, plannedGone = 0): Omit<ExpectedSizeStep, "at"> {
  const size = subtractPlannedLeaves(parseExpectedSize(text), plannedGone);
  return { size: minimumExpectedSize(size), from: size.kind };
}
