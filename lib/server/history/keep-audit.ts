import { randomBytes } from "node:crypto";
import { shownText } from "@/lib/format/shown-text";
import type { Clock } from "@/lib/server/clock";
import { log } from "@/lib/server/log";
import type { AuditJournal, KeyedLine } from "./audit-journal";
import type { HistoryStatus } from "./history-record";
import type { HistoryDatabase } from "./open-database";

/** A line of the audit, as it is kept. */
export type AuditLine = Omit<KeyedLine, "id" | "line_key" | "at">;

/** Most waiting lines in memory. Further ones wait on the disk only; without a disk they are in the server's log only. */
const WAITING_AT_MOST = 1_000;
const RETRY_MS = { first: 1_000, most: 300_000 };

/** Refused sign-ins have a separate limit in `retention.ts`. */
function isRefusedSignIn({ command, result }: Pick<AuditLine, "command" | "result">): boolean {
  return command === "sign-in" && result.startsWith("refused");
}

interface KeeperParts {
  /** Null where nothing is kept. */
  readonly database: HistoryDatabase | null;
  readonly status: () => HistoryStatus;
  /** Null = no folder: lines wait in memory. */
  readonly journal?: AuditJournal | null;
  readonly clock?: Pick<Clock, "setTimer">;
}

/** Stores the audit lines of commands. A failing database delays no command: the lines wait until it accepts them. */
export class AuditKeeper {
  readonly #waiting: KeyedLine[] = [];
  /** Lines that are neither in memory nor on the disk. */
  #dropped = 0;
  /** Lines that are on the disk only. */
  #onDisk = 0;
  /** Lines in memory that are on the disk, too. */
  readonly #journaled = new WeakSet<KeyedLine>();
  #writing: Promise<void> = Promise.resolve();
  #retryMs = RETRY_MS.first;
  #cancelRetry: (() => void) | null = null;

  constructor(private readonly parts: KeeperParts) {
    if (parts.database !== null) this.#load();
  }

  /** The number of lines that the database has not stored. */
  get unkept(): number {
    return this.#waiting.length + this.#onDisk + this.#dropped;
  }

  keep(line: AuditLine, at: number): void {
    if (this.parts.database === null) return;
    const keyed = { ...line, at, line_key: randomBytes(12).toString("base64url") };
    // Anyone can cause refused sign-ins, so these lines use no disk and displace no other line.
    if (!isRefusedSignIn(line) && this.parts.journal?.append(keyed) === true) this.#journaled.add(keyed);
    this.#waiting.push(keyed);
    if (this.#waiting.length > WAITING_AT_MOST) this.#giveWay(keyed);
    void this.settle();
  }

  /** Drops one line from memory: the newest if the disk has it, else the oldest refused sign-in, else the oldest. */
  #giveWay(newest: KeyedLine): void {
    const oldest = Math.max(0, this.#waiting.findIndex(isRefusedSignIn));
    const [line = newest] = this.#waiting.splice(this.#journaled.has(newest) ? -1 : oldest, 1);
    if (this.#journaled.has(line)) this.#onDisk++;
    else this.#dropped++;
  }

  /** Writes what waits, as far as the database takes it. */
  settle(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  stop(): void {
    this.#cancelRetry?.();
  }

  async #write(): Promise<void> {
    const { database, status } = this.parts;
    for (let line = this.#waiting[0]; line !== undefined && database !== null && status().kind === "recording"; line = this.#waiting[0]) {
      this.#waiting.shift();
      try {
        // Its answer may have been lost before: a line is kept once.
        await database.write
          .insertInto("audit")
          .values(line)
          .onConflict((conflict) => conflict.column("line_key").doNothing())
          .execute();
        this.#retryMs = RETRY_MS.first;
      } catch (thrown) {
        // Behind the others: one that is refused for itself does not hold them up.
        this.#waiting.push(line);
        log("warn", "audit line not kept", { reason: shownText(String(thrown)).slice(0, 300) });
        return this.#retry();
      }
      if (this.#waiting.length === 0) this.#emptied();
    }
  }

  /** Every line in memory is stored. Next come the lines that are on the disk only. */
  #emptied(): void {
    if (this.#onDisk > 0) this.#load();
    else this.parts.journal?.clear();
  }

  #load(): void {
    this.#onDisk = 0;
    for (const line of this.parts.journal?.read() ?? []) {
      this.#journaled.add(line);
      this.#waiting.push(line);
    }
  }

  #retry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.parts.clock?.setTimer(() => void this.settle(), this.#retryMs) ?? null;
    this.#retryMs = Math.min(RETRY_MS.most, this.#retryMs * 2);
  }
}
