import { bytesOfFacts } from "@/lib/domain/history/transition-facts";
import type { HistoryRecord } from "./history-record";

/** What may wait at most. Beyond it the disk does not keep up, and waiting longer would only fill the memory. */
export interface QueueLimits {
  readonly records: number;
  readonly bytes: number;
}

/** A version's own text is about this long; what a stranger wrote comes on top. */
const BYTES_OF_A_RECORD = 700;

/** Records that wait to be written, in order. */
export class RecordQueue {
  private waiting: HistoryRecord[] = [];
  private first = 0;
  private bytes = 0;

  constructor(private readonly limits: QueueLimits) {}

  get length(): number {
    return this.waiting.length - this.first;
  }

  /** False where they do not fit: then none is taken. */
  add(records: readonly HistoryRecord[]): boolean {
    const bytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
    if (this.length + records.length > this.limits.records || this.bytes + bytes > this.limits.bytes) return false;
    for (const record of records) this.waiting.push(record);
    this.bytes += bytes;
    return true;
  }

  take(most: number): HistoryRecord[] {
    const taken = this.waiting.slice(this.first, this.first + most);
    this.first += taken.length;
    this.bytes -= taken.reduce((sum, record) => sum + bytesOf(record), 0);
    if (this.first * 2 > this.waiting.length) {
      this.waiting = this.waiting.slice(this.first);
      this.first = 0;
    }
    return taken;
  }

  clear(): void {
    this.waiting = [];
    this.first = 0;
    this.bytes = 0;
  }
}

function bytesOf(record: HistoryRecord): number {
  if (!("transitions" in record)) return BYTES_OF_A_RECORD;
  return record.transitions.reduce((sum, { detail, from, to, facts }) => {
    return sum + 2 * (detail.length + from.length + to.length) + (facts === undefined ? 0 : bytesOfFacts(facts));
  }, BYTES_OF_A_RECORD);
}
