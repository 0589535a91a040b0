import type { ExpectedStep } from "@/lib/contract/history";
import { expectedSizeOf, knownSize, withoutPlannedGone } from "@/lib/domain/expected-size";
import { codedCounts } from "@/lib/domain/state-code";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type Level, NO_MACHINES } from "./queries/levels";
import type { Series } from "./queries/series-in-sight";

/** What is there of a group in the live fleet, for a window that ends now. */
export function levelNow(fleet: FleetReader, { cluster, namespace, group }: Series): Level {
  const record = fleet.group(cluster, namespace, group);
  return record === null ? NO_MACHINES : { counts: codedCounts(record.counts), serving: record.serving, total: record.members.size };
}

/** How many machines a group of the live fleet should have, and who says so. */
export function sizeNow(fleet: FleetReader, { cluster, namespace, group }: Series): Omit<ExpectedStep, "at"> {
  const record = fleet.group(cluster, namespace, group);
  const size = declaredSize(record?.object?.expectedSize ?? null, record?.plannedGone() ?? 0);
  const learned = size.from === "unknown" && record?.object ? record.memory.learned : null;
  return learned === null ? size : { size: learned.size, from: learned.kind };
}

/** The size that an annotation declares, as its text stands, without so many machines that left as planned. */
export function declaredSize(text: string | null, plannedGone = 0): Omit<ExpectedStep, "at"> {
  const size = withoutPlannedGone(expectedSizeOf(text), plannedGone);
  return { size: knownSize(size), from: size.kind };
}
