import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "@/lib/chaos/seeded-random";
import { openDatabase } from "@/lib/server/history/open-database";
import { readScript, scriptedRecord } from "./memory-script";
import type { Proof } from "./proof";
import { startRecording, untilStatus } from "./recording";

const RECORDS = 1_500;
const FILES = ["history.db", "history.db-wal"];

/**
 * Changes one byte of a history that was closed, or whose process was killed, and opens it: either it is set aside with a notice, or nothing
 * is lost or there twice. A damaged log may end early, before the damage. SQLite keeps no sums of its pages: a digit that changed within a
 * text stays, in that one row, and is counted apart.
 */
export async function proveByteFlips(flips: number, seed: number): Promise<Proof> {
  const random = seededRandom(seed);
  const root = mkdtempSync(join(tmpdir(), "stolos-flip-"));
  const faults: string[] = [];
  const outcomes = { "set aside": 0, whole: 0, "ends before the damage": 0, "one row altered": 0, "refused by SQLite": 0 };
  try {
    const originals = await makeOriginals(root);
    for (const original of originals) {
      cpSync(original, join(root, "untouched"), { recursive: true });
      const outcome = await opened(join(root, "untouched"));
      if (outcome !== "whole") faults.push(`${original}, untouched: ${outcome}`);
      rmSync(join(root, "untouched"), { recursive: true });
    }
    for (let flip = 0; flip < flips; flip++) {
      const folder = join(root, `flip-${flip}`);
      cpSync(random.pick(originals), folder, { recursive: true });
      const file = random.pick(FILES.filter((name) => existsSync(join(folder, name))));
      const offset = flipOne(join(folder, file), random);
      const outcome = await opened(folder);
      const isFine = outcome in outcomes && (outcome !== "ends before the damage" || file === "history.db-wal");
      if (isFine) outcomes[outcome as keyof typeof outcomes]++;
      else faults.push(`flip ${flip}, byte ${offset} of ${file}: ${outcome}`);
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { goal: "R7 rows lost or doubled after a byte changed on the disk", value: faults.length, target: 0, n: flips, faults, more: outcomes };
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

async function opened(folder: string): Promise<string> {
  const database = await openDatabase({ url: null, folder });
  try {
    if ((await database.prepare()) !== "") return "set aside";
    const { records, wrong, duplicated } = await readScript(database.read);
    if (duplicated === 0 && wrong.length === 1 && records % RECORDS === 0) return "one row altered";
    if (wrong.length + duplicated > 0) return `${duplicated} duplicated, wrong: ${wrong.join("; ")}`;
    return records > 0 && records % RECORDS === 0 ? "whole" : "ends before the damage";
  } catch (error) {
    return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CORRUPT")
      ? "refused by SQLite"
      : `an error instead of an answer: ${String(error)}`;
  } finally {
    await database.close();
  }
}
