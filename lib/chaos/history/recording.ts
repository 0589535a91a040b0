import { systemClock } from "@/lib/server/clock";
import { createHistoryWriter, type EndingWriter } from "@/lib/server/history/history-writer";
import { type DatabaseSettings, type HistoryDatabase, openDatabase } from "@/lib/server/history/open-database";
import type { WriterSettings } from "@/lib/server/history/writer-settings";

/** A database and its writer, as the product puts them together, with short waits between tries. */
export interface Recording {
  readonly database: HistoryDatabase;
  readonly writer: EndingWriter;
  end(): Promise<void>;
}

export async function startRecording(settings: DatabaseSettings, writing: Partial<WriterSettings> = {}): Promise<Recording> {
  const database = await openDatabase(settings);
  const writer = createHistoryWriter(database, systemClock(), { backoffMs: { first: 50, most: 200 }, ...writing });
  return {
    database,
    writer,
    end: async () => {
      await writer.stop();
      await database.close();
    },
  };
}

/** Resolves once the writer's status is of this kind. */
export function untilStatus(writer: EndingWriter, kind: "recording" | "paused"): Promise<void> {
  if (writer.status().kind === kind) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = writer.onStatus((status) => {
      if (status.kind !== kind) return;
      leave();
      resolve();
    });
  });
}
