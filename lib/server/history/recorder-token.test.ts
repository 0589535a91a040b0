import { expect, it } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { createHistoryWriter } from "./history-writer";
import { openMemoryDatabase } from "./memory-database";

it("a recorder has a uid like an object's, which no spreadsheet takes for a formula: CSV and JSON show the same one", async () => {
  const database = await openMemoryDatabase();
  const writer = createHistoryWriter(database, systemClock());
  expect(writer.recorderToken).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  await writer.stop();
  await database.close();
});
