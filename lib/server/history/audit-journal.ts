import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Insertable } from "kysely";
import { shownText } from "@/lib/format/shown-text";
import { log } from "@/lib/server/log";
import type { HistorySchema } from "./schema";

/** An audit line with a key, so that the database stores a repeated line once. */
export type KeyedLine = Insertable<HistorySchema["audit"]>;

const NAME = /^audit-waiting-.+\.jsonl$/;
const MOST_BYTES = 20_000_000;

/** Stores in a file the audit lines that the database has not stored yet. They survive a killed process, and the next process reads them. */
export class AuditJournal {
  readonly #path: string;
  /** The files read so far, with their length at that time. */
  readonly #read = new Map<string, number>();
  #isReported = false;

  /** Each process writes its own file: another process with the same folder may still append to its file. */
  constructor(private readonly folder: string) {
    this.#path = join(folder, `audit-waiting-${randomUUID()}.jsonl`);
  }

  /** Waits for the disk, so that the command is answered after the write. Returns false when the write failed. */
  append(line: KeyedLine): boolean {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      // Opens the file for each line, because a later process deletes the file after it has stored the lines.
      const file = openSync(this.#path, "a", 0o600);
      try {
        if (statSync(this.#path).size > MOST_BYTES) return false;
        // The leading newline ends a line that a killed process left incomplete.
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

  /** Returns all lines of all processes. */
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

  /** Deletes the files after every line is stored. If a file cannot be deleted, the next process reads it again and stores no line twice. */
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
      // The folder does not exist yet or is not readable, so the disk has no lines.
      return [];
    }
  }

  #report(thrown: unknown): void {
    if (!this.#isReported)
      log("warn", "audit lines wait in memory only: the data folder cannot be written to", { reason: shownText(String(thrown)).slice(0, 300) });
    this.#isReported = true;
  }
}

/** An incomplete line was never acknowledged. */
function lineOf(text: string): readonly KeyedLine[] {
  if (text === "") return [];
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === "object" && line !== null && "line_key" in line && "at" in line ? [line as KeyedLine] : [];
  } catch {
    return [];
  }
}
