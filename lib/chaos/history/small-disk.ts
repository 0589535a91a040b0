import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { HistoryDatabase } from "@/lib/server/history/open-database";

/** A folder that can be filled up. `how`: a file system of its own, or where that is not allowed a bound that SQLite itself keeps. */
export interface SmallDisk {
  readonly folder: string;
  readonly how: "a full file system" | "max_page_count";
  fill(database: HistoryDatabase): Promise<void>;
  /** Makes room again. */
  free(database: HistoryDatabase): Promise<void>;
  remove(): void;
}

const MEGABYTES = 64;

/** Makes one in memory where this process may mount; else only the bound. */
export function makeSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "stolos-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${MEGABYTES}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return boundedDisk(folder);
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    how: "a full file system",
    fill: () => {
      // A few pages are left: the history is stopped in the middle of something, not at its door.
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 300_000)));
      return Promise.resolve();
    },
    free: () => Promise.resolve(rmSync(ballast, { force: true })),
    remove: () => {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function boundedDisk(folder: string): SmallDisk {
  const bound = async ({ write }: HistoryDatabase, pages: string) => void (await sql.raw(`pragma max_page_count = ${pages}`).execute(write));
  return {
    folder,
    how: "max_page_count",
    fill: async (database) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.write);
      await bound(database, String((rows[0]?.page_count ?? 0) + 40));
    },
    free: (database) => bound(database, "1073741823"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
