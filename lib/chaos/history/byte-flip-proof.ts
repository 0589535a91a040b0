import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { seededRandom } from "@/lib/chaos/seeded-random";
import { type HistoryDatabase, openDatabase } from "@/lib/server/history/open-database";
import { readRows, rowsApart, type TableRows } from "./history-rows";
import { readScript, scriptedRecord } from "./memory-script";
import type { Proof } from "./proof";
import { startRecording, untilStatus } from "./recording";

const RECORDS = 1_500;
const FILES = ["history.db", "history.db-wal"];

/**
 * What may come of one altered bit; anything else is a fault. A damaged log may end early, before the damage. The last two are what SQLite
 * itself leaves open: it keeps no sums of its pages, and the check with which a file is opened looks at how pages and rows fit together, not at
 * values, nor whether an index agrees with its table. (The check that does takes six times as long, ten seconds for a gigabyte at every start.)
 */
const OUTCOMES = [
  "set aside",
  "whole",
  "ends before the damage",
  // Every row of every table is there, once, and all but one are as they were.
  "one row altered",
  // Every row of every table is as it was; SQLite's full check finds an index that is not.
  "an index altered",
] as const;

/** Changes one bit of a history that was closed, or whose process was killed, and opens it. */
export async function proveByteFlips(flips: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const root = mkdtempSync(join(tmpdir(), "stolos-flip-"));
  const faults: string[] = [];
  const outcomes = new Map<string, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  try {
    const originals = await makeOriginals(root);
    const sound = new Map<string, TableRows>();
    for (const original of originals) {
      cpSync(original, join(root, "untouched"), { recursive: true });
      const { outcome, rows } = await opened(join(root, "untouched"), null);
      if (outcome !== "whole") faults.push(`${original}, untouched: ${outcome}`);
      sound.set(original, rows);
      rmSync(join(root, "untouched"), { recursive: true });
    }
    for (let flip = 0; flip < flips; flip++) {
      const folder = join(root, `flip-${flip}`);
      const original = random.pick(originals);
      cpSync(original, folder, { recursive: true });
      const file = random.pick(FILES.filter((name) => existsSync(join(folder, name))));
      const offset = flipOne(join(folder, file), random);
      const { outcome } = await opened(folder, sound.get(original) ?? null);
      const known = outcomes.get(outcome);
      if (known !== undefined && (outcome !== "ends before the damage" || file === "history.db-wal")) outcomes.set(outcome, known + 1);
      else faults.push(`flip ${flip}, byte ${offset} of ${file}: ${outcome}`);
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return {
    goal: "R7 rows lost or doubled after a byte changed on the disk",
    value: faults.length,
    target: 0,
    n: flips,
    faults,
    more: Object.fromEntries(outcomes),
  };
}

/** One that was closed, one that was cut off with all in its log, one that was cut off in between. */
async function makeOriginals(root: string): Promise<string[]> {
  const living = join(root, "living");
  const copies = ["log", "both", "closed"].map((name) => join(root, name));
  for (const [part, copy] of copies.entries()) {
    const { writer, end } = await startRecording({ url: null, folder: living });
    await untilStatus(writer, "recording");
    for (let index = part * RECORDS; index < (part + 1) * RECORDS; index += 100) {
      writer.append(Array.from({ length: 100 }, (_, more) => scriptedRecord(index + more)));
      await writer.flush();
    }
    if (part < 2) cpSync(living, copy, { recursive: true });
    await end();
    if (part === 2) cpSync(living, copy, { recursive: true });
  }
  return copies;
}

function flipOne(path: string, random: { below(limit: number): number }): number {
  const bytes = readFileSync(path);
  const offset = random.below(bytes.length);
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random.below(8));
  writeFileSync(path, bytes);
  return offset;
}

/** Opens a history and says what became of it, beside the rows that it had when it was sound. */
async function opened(folder: string, sound: TableRows | null): Promise<{ readonly outcome: string; readonly rows: TableRows }> {
  const database = await openDatabase({ url: null, folder });
  let rows: TableRows = new Map();
  try {
    if ((await database.prepare()) !== "") return { outcome: "set aside", rows };
    rows = await readRows(database);
    const { altered, missing } = rowsApart(sound ?? rows, rows);
    const isRightToTheEnd = altered + missing === 0;
    if (altered === 1 && missing === 0) return { outcome: "one row altered", rows };
    if (isRightToTheEnd && !(await isWhole(database))) return { outcome: "an index altered", rows };
    const { records, wrong, duplicated } = await readScript(database.read);
    if (wrong.length + duplicated > 0) return { outcome: `${duplicated} duplicated, wrong: ${wrong.join("; ")}`, rows };
    return { outcome: isRightToTheEnd && records > 0 ? "whole" : "ends before the damage", rows };
  } catch (error) {
    return { outcome: `an error instead of an answer: ${String(error)}`, rows };
  } finally {
    await database.close();
  }
}

/** Does SQLite's full check find nothing, in tables or indexes? */
async function isWhole({ read }: HistoryDatabase): Promise<boolean> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(read);
  return rows[0]?.integrity_check === "ok";
}
