import type { LearnedSizeRule } from "@/lib/domain/history/learned-size";
import type { RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import { GroupMemories } from "./group-memories";
import type { HistoryDatabase } from "./open-database";
import { lostEndpointsThen } from "./queries/lost-endpoints";

/** Gives a fleet of the past what the history showed of its groups and services then: sizes and losses that were recorded later do not count. */
export async function rememberThen(past: RememberingFleet, database: HistoryDatabase["read"], at: number, rule: LearnedSizeRule): Promise<RememberingFleet> {
  const known = new GroupMemories(database, rule, at);
  for (const [{ cluster, namespace, group }, memory] of await known.at(at)) {
    if (past.clusters.includes(cluster)) past.recall({ cluster, namespace }, group, memory);
  }
  for (const [service, lost] of await lostEndpointsThen(database, at)) past.hostMemory.remember(service, lost);
  return past;
}
