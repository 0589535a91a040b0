import type { Transaction } from "kysely";
import type { Engine } from "./engine";
import type { KnownIds } from "./known-ids";
import type { HistorySchema } from "./schema";

/** The tables within the transaction of a batch. */
export type Tables = Transaction<HistorySchema>;

/** Who writes, and what it knows. */
export interface BatchContext {
  readonly engine: Engine;
  readonly ids: KnownIds;
  readonly recorderId: number;
}
