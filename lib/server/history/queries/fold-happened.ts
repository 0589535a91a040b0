import type { ActivityRow } from "@/lib/contract/answers/history";

/** Equal things of one group within this time are one line of the log. Milliseconds. */
const MOMENT_MS = 2_000;
const NAMES = 5;

/** Things that are told one by one, whatever else happened beside them. */
const ALONE: ReadonlySet<string> = new Set(["recorder-started", "recorder-stopped", "blind", "group-edited", "service-changed", "object-changed"]);

/** Lines of the log from things in order of time, newest first. A line can take in what happened shortly before it. */
export class Fold {
  readonly lines: ActivityRow[] = [];
  readonly #open = new Map<string, ActivityRow>();

  constructor(private readonly limit: number) {}

  /** Takes the next thing; false where it would be a line too many. */
  take(row: ActivityRow): boolean {
    const key = `${row.type}\n${row.cluster}\n${row.namespace}\n${row.kind === "entry" ? row.group : row.kind}\n${wordOf(row)}`;
    const open = this.#open.get(key);
    if (open !== undefined && open.at - row.at <= MOMENT_MS && !ALONE.has(row.type)) {
      open.notBefore = earliestOf(open, row);
      open.count += 1;
      // What not all of them share is not told as if they did.
      for (const part of ["from", "to", "detail"] as const) if (open[part] !== row[part]) open[part] = part === "detail" ? sharedDetail(open, row) : "";
      if (open.names.length < NAMES && !open.names.includes(row.name)) open.names.push(row.name);
      return true;
    }
    if (this.lines.length === this.limit) return false;
    const line = { ...row, names: [...row.names] };
    this.lines.push(line);
    this.#open.set(key, line);
    return true;
  }
}

/** The start of the time in which both happened, if the time of one is not known exactly. */
function earliestOf(a: ActivityRow, b: ActivityRow): number | null {
  return a.notBefore === null && b.notBefore === null ? null : Math.min(a.notBefore ?? a.at, b.notBefore ?? b.at);
}

/** Findings of one rule are called the same, whatever they are about. */
function sharedDetail(a: ActivityRow, b: ActivityRow): string {
  const [name = ""] = a.detail.split("\n", 1);
  return a.kind === "finding" && b.detail.split("\n", 1)[0] === name ? name : "";
}

/** What has to be equal besides the type: the verdict that a thing turned from and to, but not which replica or which message. */
function wordOf({ type, from, to }: ActivityRow): string {
  // Of one rule: others are other findings.
  if (type === "finding-appeared" || type === "finding-resolved") return from;
  if (type === "state" || type === "health" || type === "serving") return `${from}\n${to}`;
  return type === "ended" ? to : "";
}
