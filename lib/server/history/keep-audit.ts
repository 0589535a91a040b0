import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import { shownText } from "@/lib/format/shown-text";
import { log } from "@/lib/server/log";
import type { HistoryStatus } from "./history-record";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";

/** A line of the audit, as it is kept. */
export type AuditLine = Omit<Insertable<HistorySchema["audit"]>, "id" | "line_key" | "at">;

type Waiting = Insertable<HistorySchema["audit"]>;

/** More than these wait for a database that does not take them only in the server's log. */
const WAITING_AT_MOST = 1_000;

/** A sign-in that was refused: `retention.ts` bounds these lines by themselves. */
function isRefusedSignIn({ command, result }: Pick<AuditLine, "command" | "result">): boolean {
  return command === "sign-in" && result.startsWith("refused");
}

interface KeeperParts {
  /** Null where nothing is kept. */
  readonly database: HistoryDatabase | null;
  readonly status: () => HistoryStatus;
}

/** Keeps the commands that were given. A database that refuses holds up no command: its lines wait for the next one, or for whoever reads. */
export class AuditKeeper {
  readonly #waiting: Waiting[] = [];
  #dropped = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: KeeperParts) {}

  /** So many are in the server's log only. */
  get unkept(): number {
    return this.#waiting.length + this.#dropped;
  }

  keep(line: AuditLine, at: number): void {
    if (this.parts.database === null) return;
    this.#waiting.push({ ...line, at, line_key: randomBytes(12).toString("base64url") });
    if (this.#waiting.length > WAITING_AT_MOST) {
      // Anybody can cause refused sign-ins: they push out no other line.
      this.#waiting.splice(Math.max(0, this.#waiting.findIndex(isRefusedSignIn)), 1);
      this.#dropped++;
    }
    void this.settle();
  }

  /** Writes what waits, as far as the database takes it. */
  settle(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
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
      } catch (thrown) {
        // Behind the others: one that is refused for itself does not hold them up.
        this.#waiting.push(line);
        return log("warn", "audit line not kept", { reason: shownText(String(thrown)).slice(0, 300) });
      }
    }
  }
}
