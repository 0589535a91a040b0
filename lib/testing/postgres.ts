import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./tcp-proxy";

/** A PostgreSQL server of a test's own, on loopback, in a temporary folder. */
export interface Postgres {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** `fast` ends connections and shuts down in order; `immediate` is a power cut. */
  stop(how: "fast" | "immediate"): Promise<void>;
  /** A server that follows this one, and without which this one acknowledges nothing. */
  standby(): Promise<Postgres>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** Runs a statement and gives its rows. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
  remove(): Promise<void>;
}

const DEBIAN = "/usr/lib/postgresql";
const USER = "stolos";
const SETTINGS = [
  ...["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "shared_buffers=16MB"],
  // Processes are killed here, the operating system is not: what was written to a file is in it, without a wait for the disk.
  ...["fsync=off", "full_page_writes=off"],
];

/** The folder of PostgreSQL's programs, newest first; null where it is not installed. */
export function postgresPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** Makes a new, running server. */
export async function startPostgres(): Promise<Postgres> {
  const server = postgresIn(await newFolder(), await freePort());
  await server.start();
  return server;
}

/** A database folder. Where the tests of a run say where their first one is kept, further ones are copies of it: making one takes most of a second. */
async function newFolder(): Promise<string> {
  const folder = ownFolder();
  const kept = process.env.STOLOS_POSTGRES_TEMPLATE;
  if (kept === undefined) {
    await initialise(folder);
    return folder;
  }
  if (!existsSync(kept)) await keep(kept);
  await run("/bin/cp", ["-R", `${kept}/.`, folder]);
  return folder;
}

async function keep(kept: string): Promise<void> {
  const first = ownFolder();
  await initialise(first);
  try {
    renameSync(first, kept);
  } catch (error) {
    // Of two that were made at the same time either will do.
    rmSync(first, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}

function initialise(folder: string): Promise<void> {
  return run("initdb", ["-D", folder, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync"]);
}

function postgresIn(folder: string, port: number): Postgres {
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;
  process.once("exit", () => child?.kill("SIGQUIT"));
  const query = async (statement: string) => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const server: Postgres = {
    port,
    url,
    query,
    start: async () => {
      const started = spawnAs("postgres", ["-D", folder, "-p", String(port), ...SETTINGS.flatMap((one) => ["-c", one])]);
      // The server logs each failed statement in full. If the pipe is full, it waits, and cannot stop.
      started.stderr?.resume();
      child = started;
      await untilAnswers(() => query("select 1"));
    },
    stop: async (how) => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      child.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
      await gone;
      child = null;
    },
    standby: async () => {
      const copy = ownFolder();
      await run("pg_basebackup", ["-D", copy, "-R", "-X", "stream", "-c", "fast", "-h", "127.0.0.1", "-p", String(port), "-U", USER, "--no-sync"]);
      const follower = postgresIn(copy, await freePort());
      await follower.start();
      await query("alter system set synchronous_standby_names = '*'");
      await query("select pg_reload_conf()");
      await untilAnswers(async () => {
        const [row] = await query("select count(*) as n from pg_stat_replication where sync_state = 'sync'");
        if (Number(row?.n) === 0) throw new Error("The standby does not follow.");
      });
      return follower;
    },
    promote: async () => {
      await run("pg_ctl", ["promote", "-D", folder, "-w"]);
    },
    remove: async () => {
      await server.stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** PostgreSQL refuses to run as root: then everything is done, and owned, by its own account or by nobody. */
function identity(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8").match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stolos-postgres-"));
  const { uid, gid } = identity();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

function spawnAs(program: string, args: readonly string[]): ChildProcess {
  const folder = postgresPrograms();
  if (folder === null) throw new Error("PostgreSQL is not installed.");
  return spawn(resolve(folder, program), args, { ...identity(), cwd: tmpdir(), stdio: ["ignore", "ignore", "pipe"] });
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawnAs(program, args);
  let complaints = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    complaints += bytes.toString();
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaints}`);
}

async function untilAnswers(ask: () => Promise<unknown>): Promise<void> {
  for (const began = performance.now(); ; await wait(50)) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() - began > 30_000) throw error;
    }
  }
}
