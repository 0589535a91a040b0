import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Insertable } from "kysely";
import { shownText } from "@/lib/format/shown-text";
import { log } from "@/lib/server/log";
import type { HistorySchema } from "./schema";

/** A line of the audit with its own key: written twice, it is stored once. */
export type KeyedLine = Insertable<HistorySchema["audit"]>;

const FILE = "audit-waiting.jsonl";
const MOST_BYTES = 20_000_000;

/** The audit lines that the database has not stored yet, in a file: a process that is killed loses none. The next one reads them. */
export class AuditJournal {
  readonly #path: string;
  #isReported = false;

  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  /** Waits for the disk, so that the command is answered after it. False where the line is not on the disk. */
  append(line: KeyedLine): boolean {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      // Opened for each line: another process may take the file away once it has stored what is in it.
      const file = openSync(this.#path, "a", 0o600);
      try {
        if (statSync(this.#path).size > MOST_BYTES) return false;
        // A line that a killed process began is ended first.
        writeSync(file, `\n${JSON.stringify(line)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      this.#isReported = false;
      return true;
    } catch (thrown) {
      this.#report(thrown);
      return false;
    }
  }

  /** All lines, oldest first. */
  read(): readonly KeyedLine[] {
    try {
      return readFileSync(this.#path, "utf8").split("\n").flatMap(lineOf);
    } catch {
      return [];
    }
  }

  /** Every line is stored. A file that cannot be deleted is read again by the next process, which stores nothing twice. */
  clear(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch (thrown) {
      this.#report(thrown);
    }
  }

  #report(thrown: unknown): void {
    if (!this.#isReported)
      log("warn", "audit lines wait in memory only: the data folder cannot be written to", { reason: shownText(String(thrown)).slice(0, 300) });
    this.#isReported = true;
  }
}

/** A line that was cut off by the end of its process was never acknowledged. */
function lineOf(text: string): readonly KeyedLine[] {
  if (text === "") return [];
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === "object" && line !== null && "line_key" in line && "at" in line ? [line as KeyedLine] : [];
  } catch {
    return [];
  }
}
