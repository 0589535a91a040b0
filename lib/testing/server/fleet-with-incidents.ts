import { onTestFinished } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { LiveIncidents } from "@/lib/server/incidents/live-incidents";
import { pastIncidentsFinder } from "@/lib/server/incidents/past/incidents-of-history";
import { NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "./remembered-fleet";

const SECOND = 1_000;

/** The objects of the first list. `earlier`: the history that an earlier process left at a moment, in milliseconds. */
interface FirstList {
  readonly machines: readonly WorkloadEntry[];
  readonly groups: readonly WorkloadGroup[];
  readonly world: World;
  readonly earlier?: { readonly database: HistoryDatabase; readonly at: number } | null;
}

/** Returns a recorded fleet with the incidents of its process, some seconds after its first list. The test ends both. */
export async function fleetWithIncidents({ machines, groups, world, earlier = null }: FirstList) {
  const startedAt = earlier?.at ?? NOW;
  const played = await rememberedFleet(new ManualClock(startedAt), world, earlier?.database ?? null, `recorder-${startedAt}`);
  const { fleet, clock, database, watches } = played;
  const findPast = pastIncidentsFinder({ database, fleet, clock });
  const incidents = new LiveIncidents({ fleet, clock, watches, store: new IncidentStore(database), isRecording: () => true, findPast });
  onTestFinished(async () => {
    await incidents.stop();
    await database.close();
  });
  played.onRecords((records) => incidents.records(records));
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += SECOND) await played.wait(Math.min(SECOND, ms - passed));
  };
  incidents.check();
  await wait(SECOND);
  await played.live(machines, groups);
  const status: ClusterStatus = { cluster: world.cluster, freshness: { kind: "live", asOf: startedAt, reason: "" }, sources: [], skewMs: null, version: null };
  incidents.status(status);
  // The comparison with the history takes real time.
  while (!watches(world.cluster)) await wait(SECOND);
  await wait(20 * SECOND);
  return { ...played, wait, incidents };
}
