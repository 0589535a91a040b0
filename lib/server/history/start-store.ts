import type { Clock } from "@/lib/server/clock";
import type { HistoryConfig } from "@/lib/server/config";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { type HistoryDatabase, openDatabase } from "./open-database";
import { createTidy } from "./retention";

const DAY_MS = 86_400_000;

/** The history's database and who writes to it, as long as the process lives. */
export interface HistoryStore {
  readonly database: HistoryDatabase;
  readonly writer: EndingWriter;
  /** Writes what waits, and closes. */
  stop(): Promise<void>;
}

/** Starts the history's store as set; it prepares itself in the background. Null where the history is off. */
export async function startStore(config: HistoryConfig, clock: Clock): Promise<HistoryStore | null> {
  if (config.kind === "off") return null;
  const database = await openDatabase(config);
  const writer = createHistoryWriter(database, clock, { tidy: createTidy({ keepMs: config.days * DAY_MS, bytes: config.maxMb * 1_000_000 }) });
  return {
    database,
    writer,
    stop: async () => {
      await writer.stop();
      await database.close();
    },
  };
}
