import { Kysely } from "kysely";
import { expect, it, vi } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { createHistory } from "./create-history";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";
import { sqliteDialect } from "./sqlite-dialect";

const WINDOW = { kind: "last", name: "1h" } as const;

/** A history whose database refuses each read with this error. */
function refusing(clock: ManualClock, error: Error) {
  const read = new Kysely<HistorySchema>({ dialect: sqliteDialect([{ execute: () => Promise.reject(error) }]) });
  const status = () => ({ kind: "recording", since: 0, notice: "" }) as const;
  return createHistory({ database: { read } as HistoryDatabase, status, fleet: liveFleet(["eu"], () => clock.now()), clock });
}

it("logs a read that the database refuses with its code, and counts further ones in one line a minute", async () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const clock = new ManualClock(0);
  const history = refusing(clock, Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" }));
  for (let read = 0; read < 4; read++) await expect(history.vanished(WINDOW, null, ALL_IN_SIGHT)).rejects.toMatchObject({ status: 503 });
  const logged = () => lines.map((line) => JSON.parse(line));
  expect(logged()).toMatchObject([{ level: "warn", code: "SQLITE_BUSY", detail: "database is locked" }]);
  clock.advance(60_000);
  expect(logged().slice(1)).toMatchObject([{ code: "SQLITE_BUSY", count: 3 }]);
  await history.end();
});
