import type { ReadFailure } from "./failure";
import type { HistoryRecord } from "./history-record";

/** A record that the database does not take, and why. */
export interface RefusedRecord {
  readonly record: HistoryRecord;
  readonly reason: string;
}

/** What came of a batch: `failure` is what it could not be written for, null where all but the refused is written. */
export interface WrittenApart {
  readonly failure: ReadFailure | null;
  readonly refused: readonly RefusedRecord[];
}

/** So many records in a row that are refused for an unknown reason, and none that is not: then it is not the records. */
const NOT_THE_RECORDS = 20;

/**
 * Writes a batch by `write`, in order. Where it is refused for what it holds, the halves are written each by itself, and so on, until what is
 * refused is alone: a record in a thousand costs some twenty tries.
 */
export async function writeApart(
  records: readonly HistoryRecord[],
  write: (part: readonly HistoryRecord[]) => Promise<ReadFailure | null>,
): Promise<WrittenApart> {
  const refused: RefusedRecord[] = [];
  let unknown: ReadFailure | null = null;
  let isAnyWritten = false;
  const writePart = async (part: readonly HistoryRecord[]): Promise<ReadFailure | null> => {
    const failure = await write(part);
    if (failure === null) {
      isAnyWritten = true;
      return null;
    }
    if (failure.remedy !== "set-aside" && failure.remedy !== "unknown") return failure;
    const [record] = part;
    if (record === undefined || part.length > 1) {
      const half = part.length >> 1;
      return (await writePart(part.slice(0, half))) ?? writePart(part.slice(half));
    }
    refused.push({ record, reason: failure.reason });
    if (failure.remedy === "unknown") unknown = failure;
    return unknown !== null && !isAnyWritten && refused.length >= NOT_THE_RECORDS ? unknown : null;
  };
  const failure = await writePart(records);
  return { failure: failure ?? (isAnyWritten ? null : unknown), refused };
}
