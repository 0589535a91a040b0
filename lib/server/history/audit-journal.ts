import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Insertable } from "kysely";
import { shownText } from "@/lib/format/shown-text";
import { log } from "@/lib/server/log";
import type { HistorySchema } from "./schema";

/** A line of the audit with its own key: written twice, it is stored once. */
export type KeyedLine = Insertable<HistorySchema["audit"]>;

const NAME = /^audit-waiting-.+\.jsonl$/;
const MOST_BYTES = 20_000_000;

/** The audit lines that the database has not stored yet, in a file: a process that is killed loses none. The next one reads them. */
export class AuditJournal {
  readonly #path: string;
  /** The files that were read, and how long they were then. */
  readonly #read = new Map<string, number>();
  #isReported = false;

  /** Each process writes a file of its own: another one with the same folder may still add to its own. */
  constructor(private readonly folder: string) {
    this.#path = join(folder, `audit-waiting-${randomUUID()}.jsonl`);
  }

  /** Waits for the disk, so that the command is answered after it. False where the line is not on the disk. */
  append(line: KeyedLine): boolean {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      // Opened for each line: a process that starts later deletes the file once it has stored what is in it.
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

  /** All lines of all processes. */
  read(): readonly KeyedLine[] {
    return this.#files().flatMap((path) => this.#linesOf(path));
  }

  #linesOf(path: string): readonly KeyedLine[] {
    try {
      const bytes = readFileSync(path);
      this.#read.set(path, bytes.length);
      return bytes.toString("utf8").split("\n").flatMap(lineOf);
    } catch (thrown) {
      log("warn", "audit lines of an earlier process cannot be read", { reason: shownText(String(thrown)).slice(0, 300) });
      return [];
    }
  }

  /** Every line is stored. A file that cannot be deleted is read again by the next process, which stores nothing twice. */
  clear(): void {
    try {
      for (const path of this.#files()) if (path === this.#path || statSync(path).size === this.#read.get(path)) rmSync(path, { force: true });
      this.#read.clear();
    } catch (thrown) {
      this.#report(thrown);
    }
  }

  #files(): readonly string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => NAME.test(name))
        .map((name) => join(this.folder, name));
    } catch {
      // There is no folder yet, or it may not be read: no line is on the disk.
      return [];
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
