import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { certificate } from "@/lib/testing/certificate";
import { type Postgres, postgresPrograms, startPostgres } from "@/lib/testing/postgres";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { answerHistory } from "./answer-history";
import { createHistory } from "./create-history";
import { createHistoryWriter } from "./history-writer";
import { openPostgres } from "./postgres-database";

const LATER = new Date("2100-01-01");
const installed = postgresPrograms() !== null;

describe.skipIf(!installed)(`a history in PostgreSQL${installed ? "" : ", skipped: it is not installed here"}`, () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  /** A database whose account may open this many connections. */
  async function limitedTo(connections: number): Promise<string> {
    await server.query(`create role limited login connection limit ${connections}`);
    await server.query("create database limited owner limited");
    onTestFinished(async () => {
      await server.query("drop database limited with (force)");
      await server.query("drop role limited");
    });
    return server.url.replace(/stolos@/, "limited@").replace(/[^/]+$/, "limited");
  }

  /** A history that records into a database, and its answers. */
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

  it("has a test server that stops after it logged more than a pipe holds", async () => {
    const other = await startPostgres();
    onTestFinished(() => other.remove());
    await other.query(`do $$ begin for line in 1..1000 loop raise warning '%', repeat('x', 1000); end loop; end $$`);
    await other.stop("fast");
    await expect(other.query("select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

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
    // Sets the limit on all four connections of the readers, one statement each.
    await Promise.all(Array.from({ length: 4 }, () => sql`select set_config(${setting}, '200', false), pg_sleep(0.2)`.execute(database.read)));
    for (const what of ["band", "losses", "activity"]) {
      const answer = answerHistory(history, what, new URLSearchParams("window=1h"), ALL_IN_SIGHT);
      await expect(answer).rejects.toMatchObject({ status: 503, detail: expect.stringContaining(reason) });
    }
    await holder.query("rollback");
  });

  it("records through a pooler that refuses unknown startup parameters, as PgBouncer does, and still limits statements", async () => {
    const door = await startPooler(server.port);
    onTestFinished(() => door.close());
    const { database } = await recordingAt(server.url.replace(String(server.port), String(door.port)));
    for (const [side, limit] of [
      [database.write, "10s"],
      [database.read, "20s"],
    ] as const)
      expect((await sql`show statement_timeout`.execute(side)).rows).toEqual([{ statement_timeout: limit }]);
  });

  it("refuses a database that cannot store every character, with a text on how to correct it", async () => {
    await server.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    expect(await reasonAt(server.url.replace(/[^/]+$/, "latin"))).toBe(
      "The history's database is encoded in LATIN1. Create one with \"create database NAME encoding 'UTF8' template template0\", and name it in STOLOS_DATABASE_URL.",
    );
  });

  it("goes on at the address that its file holds now, and closes the connections to the former one", async () => {
    await server.query("create database former");
    await server.query("create database moved");
    const at = (name: string) => server.url.replace(/[^/]+$/, name);
    let url = at("former");
    const database = openPostgres(() => url);
    onTestFinished(() => database.close());
    const asked = async () => (await sql<{ name: string }>`select current_database() as name`.execute(database.read)).rows[0]?.name;
    expect([await asked(), await asked()]).toEqual(["former", "former"]);
    url = at("moved");
    expect(await asked()).toBe("moved");
    await expect
      .poll(async () => JSON.stringify(await server.query("select count(*)::int as open from pg_stat_activity where datname = 'former'")))
      .toContain('"open":0');
  });

  it("shows in its status that the database is read-only", async () => {
    await server.query("create database frozen");
    await server.query("alter database frozen set default_transaction_read_only = on");
    expect(await reasonAt(server.url.replace(/[^/]+$/, "frozen"))).toBe("the database is read-only (25006)");
  });

  it("connects by TLS with the authority that its address names, and with no other", async () => {
    const encrypted = await startPostgres();
    onTestFinished(() => encrypted.remove());
    const [own, other] = await Promise.all([certificate("localhost", LATER), certificate("localhost", LATER)]);
    const folder = mkdtempSync(join(tmpdir(), "stolos-authority-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries({ own: own.cert, other: other.cert })) writeFileSync(join(folder, name), text);
    // The server refuses a key that others may read, or that another account owns: it writes the files itself.
    for (const [name, text] of Object.entries({ "server.crt": own.cert, "server.key": own.key }))
      await encrypted.query(`copy (select '${Buffer.from(text).toString("base64")}') to program 'umask 077; base64 -d > ${name}'`);
    await encrypted.query("alter system set ssl = on");
    await encrypted.query("select pg_reload_conf()");
    const address = encrypted.url.replace("127.0.0.1", "localhost");
    const by = (authority: string) => `${address}?sslmode=verify-full&sslrootcert=${join(folder, authority)}`;
    const database = openPostgres(by("own"));
    onTestFinished(() => database.close());
    const asked = async () => (await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.read)).rows;
    await expect.poll(() => asked().catch(() => null), { timeout: 10_000 }).toEqual([{ ssl: true }]);
    expect(await reasonAt(by("other"))).toMatch(/certificate/);
  });

  it("shows in its status that PostgreSQL offers no TLS", async () => {
    expect(await reasonAt(`${server.url}?sslmode=verify-full`)).toBe("PostgreSQL offers no TLS, which the address requires (sslmode)");
  });
});

/** Returns the reason that the status shows when a history cannot start to record. */
async function reasonAt(url: string): Promise<string> {
  const database = openPostgres(url);
  const writer = createHistoryWriter(database, systemClock(), { patienceMs: 100, backoffMs: { first: 50, most: 200 } });
  onTestFinished(async () => {
    await writer.stop();
    await database.close();
  });
  const reason = () => {
    const status = writer.status();
    return status.kind === "starting" ? status.reason : status.kind;
  };
  await expect.poll(reason, { timeout: 20_000 }).not.toBe("");
  return reason();
}

/** Rejects unknown startup parameters, as PgBouncer does. Forwards all other traffic to PostgreSQL. */
async function startPooler(target: number): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near);
    near.once("data", (first) => {
      if (/statement_timeout|idle_in_transaction|options/.test(first.toString("latin1"))) {
        const fields = Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0");
        const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
        return void near.end(Buffer.concat([head, fields]));
      }
      const far = connect(target, "127.0.0.1");
      sockets.add(far);
      far.write(first);
      near.pipe(far).pipe(near);
      for (const one of [near, far]) one.on("error", () => one.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The pooler has no port.");
  return {
    port: address.port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
