import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type Postgres, postgresPrograms, startPostgres } from "@/lib/testing/postgres";
import { answerHistory } from "./answer-history";
import { createHistory } from "./create-history";
import { createHistoryWriter } from "./history-writer";
import { openPostgres } from "./postgres-database";
import { ALL_IN_SIGHT } from "./remembered-fleet";

const installed = postgresPrograms() !== null;

describe.skipIf(!installed)(`a history in PostgreSQL${installed ? "" : ", skipped: it is not installed here"}`, () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  /** A database of an account that may open so many connections. */
  async function limitedTo(connections: number): Promise<string> {
    await server.query(`create role limited login connection limit ${connections}`);
    await server.query("create database limited owner limited");
    onTestFinished(async () => {
      await server.query("drop database limited with (force)");
      await server.query("drop role limited");
    });
    return server.url.replace(/stolos@/, "limited@").replace(/[^/]+$/, "limited");
  }

  /** A history that records there, and what it answers. */
  async function recordingAt(url: string) {
    const [clock, database] = [systemClock(), openPostgres(url)];
    const writer = createHistoryWriter(database, clock, { backoffMs: { first: 50, most: 200 } });
    onTestFinished(async () => {
      await writer.stop();
      await database.close();
    });
    await expect.poll(() => writer.status().kind, { timeout: 20_000 }).toBe("recording");
    const history = createHistory({ database, status: () => writer.status(), fleet: liveFleet(["prod-eu"], () => clock.now()) });
    return { database, history, writer };
  }

  it("answers 503 with the reason when the account has no connection left", async () => {
    const { history, writer } = await recordingAt(await limitedTo(1));
    for (const what of ["band", "losses", "activity"]) {
      const answer = answerHistory(history, what, new URLSearchParams("window=1h"), ALL_IN_SIGHT);
      await expect(answer).rejects.toMatchObject({ status: 503, detail: expect.stringContaining("no connection to spare") });
    }
    await expect(history.fleetAt(Date.now() - 1_000, ALL_IN_SIGHT)).rejects.toMatchObject({
      status: 503,
      detail: expect.stringContaining("no connection to spare"),
    });
    expect(writer.status().kind).toBe("recording");
  });

  it.each([
    ["statement_timeout", "did not answer in time"],
    ["lock_timeout", "PostgreSQL took too long"],
  ])("answers 503 with the reason when %s ends a statement", async (setting, reason) => {
    const { history, database } = await recordingAt(await limitedTo(10));
    const holder = new Client({ connectionString: server.url.replace(/[^/]+$/, "limited") });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("begin; lock table watch_window, transition in access exclusive mode");
    // All connections of the readers get the limit. One statement each.
    await Promise.all(Array.from({ length: 4 }, () => sql`select set_config(${setting}, '200', false), pg_sleep(0.2)`.execute(database.read)));
    for (const what of ["band", "losses", "activity"]) {
      const answer = answerHistory(history, what, new URLSearchParams("window=1h"), ALL_IN_SIGHT);
      await expect(answer).rejects.toMatchObject({ status: 503, detail: expect.stringContaining(reason) });
    }
    await holder.query("rollback");
  });
});
