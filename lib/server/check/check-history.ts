import { mkdirSync, statfsSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { formatNumber } from "@/lib/format/text/numbers";
import type { HistoryConfig } from "@/lib/server/history/database-address";
import { withoutSecrets } from "@/lib/server/without-secrets";
import type { CheckedPart } from "./checked-part";

/** Less free disk than this is reported. Bytes. */
const FREE_LEAST = 200_000_000;
const CONNECT_MS = 5_000;

/** Checks where the history is stored, without changing it: the folder of SQLite with its size and free disk, or the connection to PostgreSQL. */
export async function checkHistory(config: HistoryConfig): Promise<CheckedPart> {
  if (config.kind === "off") return { part: "history", level: "reduced", text: `off: ${config.reason}`, fix: "" };
  return config.url === null ? checkFolder(config.folder) : checkPostgres(config.url);
}

function checkFolder(folder: string): CheckedPart {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.check-${process.pid}`);
    writeFileSync(probe, "");
    unlinkSync(probe);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { part: "history", level: "reduced", text: `${folder} cannot be written (${code})`, fix: "Set STOLOS_DATA to a folder that can be written." };
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const size = statSync(join(folder, "history.db"), { throwIfNoEntry: false })?.size ?? 0;
  const text = `SQLite in ${folder}, ${megabytes(size)}, ${megabytes(free)} free on the disk`;
  return free < FREE_LEAST
    ? { part: "history", level: "reduced", text, fix: "Free some disk: the history pauses when it is full." }
    : { part: "history", level: "fine", text, fix: "" };
}

async function checkPostgres(url: string): Promise<CheckedPart> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS, application_name: "stolos check" });
  try {
    await client.connect();
    const { rows } = await client.query("select version() as version, pg_database_size(current_database()) as size");
    const [{ version = "", size = 0 } = {}] = rows;
    const [name, number] = String(version).split(" ");
    return { part: "history", level: "fine", text: `${name} ${number}, ${megabytes(Number(size))}`, fix: "" };
  } catch (error) {
    const reason = error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);
    return { part: "history", level: "reduced", text: `PostgreSQL: ${withoutSecrets(reason)}`, fix: "Check STOLOS_DATABASE_URL." };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1_000_000))} MB`;
}
