import { existsSync, readFileSync } from "node:fs";

/** Of SQLite's documented log format: the head of the log, and of each frame in it. */
const HEAD = 32;
const FRAME_HEAD = 24;
const MAGIC = 0x37_7f_06_82;

/** The pages that a write-ahead log holds and that were committed, each as it was last. Empty where there is no log. */
export function committedPages(path: string): Map<number, Buffer> {
  const pages = new Map<number, Buffer>();
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.length < HEAD || (log.readUInt32BE(0) & 0xff_ff_ff_fe) !== MAGIC) return pages;
  const pageBytes = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let transaction = new Map<number, Buffer>();
  for (let offset = HEAD; offset + FRAME_HEAD + pageBytes <= log.length; offset += FRAME_HEAD + pageBytes) {
    // Frames of an earlier round of the log are still behind those of this one.
    if (!log.subarray(offset + 8, offset + 16).equals(salt)) break;
    transaction.set(log.readUInt32BE(offset), log.subarray(offset + FRAME_HEAD, offset + FRAME_HEAD + pageBytes));
    if (log.readUInt32BE(offset + 4) === 0) continue;
    for (const [page, bytes] of transaction) pages.set(page, bytes);
    transaction = new Map();
  }
  return pages;
}
