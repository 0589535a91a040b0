import { HEALTH_CHANGE_WINDOW_MS } from "@/lib/domain/findings/recorded-entry-facts";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import { log, thrownFields } from "@/lib/server/log";
import type { HistoryWriter } from "./history-record";
import type { HistoryDatabase } from "./open-database";
import { recordedTurns } from "./queries/health-turns";

interface RecallParts {
  readonly database: HistoryDatabase;
  readonly writer: Pick<HistoryWriter, "status" | "onStatus">;
  readonly fleet: Pick<LiveFleet, "entryMemory">;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Tells the live fleet, once the record is open, how the health of machines turned before this process began to look: a machine that flaps does so
 * over a start too. Resolves when it has.
 */
export async function recallTurns({ database, writer, fleet, clock }: RecallParts): Promise<void> {
  const to = clock.now();
  await untilRecording(writer);
  try {
    const turns = await recordedTurns(database.read, { from: to - HEALTH_CHANGE_WINDOW_MS, to });
    for (const { cluster, uid, at } of turns) fleet.entryMemory.recall(cluster, uid, at);
  } catch (error) {
    log("warn", "how the health of machines turned before could not be read", thrownFields(error));
  }
}

function untilRecording(writer: RecallParts["writer"]): Promise<void> {
  if (writer.status().kind === "recording") return Promise.resolve();
  return new Promise((resolve) => {
    const unhook = writer.onStatus(({ kind }) => {
      if (kind !== "recording") return;
      unhook();
      resolve();
    });
  });
}
