import type { Clock } from "@/lib/server/clock";
import type { HistoryConfig } from "./database-address";
import { createHistoryWriter, type EndingWriter } from "./history-writer";
import { judgeEndings } from "./judge-endings";
import { type HistoryDatabase, openDatabase } from "./open-database";
import { lastNumber } from "./queries/endings";
import { createTidy } from "./retention";

const DAY_MS = 86_400_000;
/** Where several write, what has a lower number may come to the tables a little after a higher one. */
const LATE = 1_000;

/** The history's database and who writes to it, as long as the process lives. */
export interface HistoryStore {
  readonly database: HistoryDatabase;
  readonly writer: EndingWriter;
  /** Writes what waits, and closes. */
  stop(): Promise<void>;
}

/**
 * Starts the history's store as set; it prepares itself in the background. Null where the history is off. `current`: the settings, with the address that its file
 * holds now.
 */
export async function startStore(current: () => HistoryConfig, clock: Clock): Promise<HistoryStore | null> {
  const config = current();
  if (config.kind === "off") return null;
  const { url } = config;
  const database = await openDatabase({ ...config, url: url === null ? null : () => addressIn(current()) ?? url });
  const prune = createTidy({ keepMs: config.days * DAY_MS, incidentMs: config.incidentDays * DAY_MS, bytes: config.maxMb * 1_000_000 });
  let judgedTo = 0;
  const tidy: typeof prune = async (tables, now) => {
    const nextMs = await prune(tables, now);
    // What a version before this one records beside it is judged by its own rule until then.
    const last = await lastNumber(tables.read);
    // A record that was begun anew counts anew.
    await judgeEndings(tables.write, Math.min(judgedTo, last));
    judgedTo = Math.max(0, last - LATE);
    return nextMs;
  };
  const writer = createHistoryWriter(database, clock, { tidy });
  return {
    database,
    writer,
    stop: async () => {
      await writer.stop();
      await database.close();
    },
  };
}

function addressIn(config: HistoryConfig): string | null {
  return config.kind === "on" ? config.url : null;
}
