import { log } from "@/lib/server/log";
import type { HistoryRecord } from "./history-record";
import type { RefusedRecord } from "./write-apart";

/** So many subjects are remembered, the ones that were refused last. */
const REMEMBERED = 1_000;
/** From the second refusal on nothing more about a subject is tried for this while, which doubles with each. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/** Knows whose records the database refused, and keeps more of them away from it for a while, so that one of them does not slow down all others. */
export class SetAside {
  readonly #waits = new Map<string, { readonly until: number; readonly nextMs: number }>();
  #count = 0;

  /** Those that are to be written; the others are counted. `now` is monotonic. */
  admitted(records: readonly HistoryRecord[], now: number): readonly HistoryRecord[] {
    if (this.#waits.size === 0) return records;
    const admitted = records.filter((record) => (this.#waits.get(aboutOf(record))?.until ?? 0) <= now);
    this.#count += records.length - admitted.length;
    return admitted;
  }

  /** What of a batch was refused; everything else of it was written. */
  settle(written: readonly HistoryRecord[], refused: readonly RefusedRecord[], now: number): void {
    if (this.#waits.size > 0) {
      const isRefused = new Set(refused.map(({ record }) => record));
      for (const record of written) if (!isRefused.has(record)) this.#waits.delete(aboutOf(record));
    }
    for (const { record, reason } of refused) {
      this.#count++;
      log("error", "the database refused a record, which is left out of the history", { record: record.kind, about: aboutOf(record), reason });
      this.#wait(aboutOf(record), now);
    }
  }

  /** What a reader has to know; "" where nothing was refused. */
  notice(): string {
    if (this.#count === 0) return "";
    const [what, are] = this.#count === 1 ? ["1 change", "is"] : [`${this.#count} changes`, "are"];
    return `${what} that the database refused ${are} left out of the record; the server's log says what about.`;
  }

  #wait(about: string, now: number): void {
    const known = this.#waits.get(about);
    const nextMs = known === undefined ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, known.nextMs * 2);
    this.#waits.delete(about);
    this.#waits.set(about, { until: known === undefined ? now : now + known.nextMs, nextMs });
    const [oldest] = this.#waits.keys();
    if (this.#waits.size > REMEMBERED && oldest !== undefined) this.#waits.delete(oldest);
  }
}

/** Whom a record is about, in words for the log. */
function aboutOf(record: HistoryRecord): string {
  if (record.kind === "window") return `window ${record.cluster}/${record.watched}/${record.namespace}`;
  if (record.kind === "levels") return `levels ${record.series.cluster}/${record.series.namespace}/${record.series.group}`;
  if (record.kind === "gauge") return `gauge ${record.gauge.kind} ${record.gauge.cluster}/${record.gauge.namespace}/${record.gauge.name}`;
  const { kind, cluster, namespace, name, uid } = record.subject;
  return `${kind} ${cluster}/${namespace}/${name} ${uid}`;
}
