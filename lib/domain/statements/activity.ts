import type { Statement } from "./statement";

/** The number of events of each type in a window of the activity log, which `from` and `to` limit, in milliseconds. */
export interface ActivityEventCounts {
  readonly from: number;
  readonly to: number;
  readonly types: readonly { readonly type: string; readonly count: number }[];
}

/** The headline of the activity log: the number of recorded changes in a window, and of three kinds of them. */
export interface ChangesRecorded extends Statement {
  readonly kind: "changes-recorded";
  readonly from: number;
  readonly to: number;
  readonly changes: number;
  readonly ended: number;
  readonly registered: number;
  readonly probeTurns: number;
}

/** Types of events that do not count as changes: they follow from another change, or occur for every machine each half hour. */
const FOLLOWS: ReadonlySet<string> = new Set(["state", "serving", "connected", "disconnected", "renewed"]);

/** Returns the statement of the activity headline. */
export function changesRecorded({ from, to, types }: ActivityEventCounts): ChangesRecorded {
  const count = (type: string) => types.find((one) => one.type === type)?.count ?? 0;
  const changes = types.reduce((sum, one) => sum + (FOLLOWS.has(one.type) ? 0 : one.count), 0);
  return { kind: "changes-recorded", from, to, changes, ended: count("ended"), registered: count("appeared"), probeTurns: count("health") };
}

/** The headline of the audit: the number of lines on the page, and the days for which each line is stored; null = not limited. */
export interface CommandsAudited extends Statement {
  readonly kind: "commands-audited";
  readonly rows: number;
  readonly days: number | null;
}

/** Makes the headline of the audit. */
export function commandsAudited(rows: number, days: number | null): CommandsAudited {
  return { kind: "commands-audited", rows, days };
}

/** The outcome of one command for several objects. `refused` also counts commands without a response. */
export interface BulkCommandResult extends Statement {
  readonly kind: "command-result";
  readonly accepted: number;
  readonly refused: number;
}

/** States the outcome of one command on several objects. */
export function bulkCommandResult({ accepted, refused }: { readonly accepted: number; readonly refused: number }): BulkCommandResult {
  return { kind: "command-result", accepted, refused };
}
