import { existsSync, readFileSync } from "node:fs";

/** Of SQLite's documented log format: the head of the log, and of each frame in it. */
const HEAD = 32;
const FRAME_HEAD = 24;
const MAGIC = 0x37_7f_06_82;

/** The pages that a write-ahead log holds and that were committed, in order; one may be there several times. Empty where there is no log. */
export function committedPages(path: string): (readonly [page: number, bytes: Buffer])[] {
  const pages: (readonly [number, Buffer])[] = [];
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.length < HEAD || (log.readUInt32BE(0) & 0xff_ff_ff_fe) !== MAGIC) return pages;
  const pageBytes = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let transaction: (readonly [number, Buffer])[] = [];
  for (let offset = HEAD; offset + FRAME_HEAD + pageBytes <= log.length; offset += FRAME_HEAD + pageBytes) {
    // Frames of an earlier round of the log are still behind those of this one.
    if (!log.subarray(offset + 8, offset + 16).equals(salt)) break;
    transaction.push([log.readUInt32BE(offset), log.subarray(offset + FRAME_HEAD, offset + FRAME_HEAD + pageBytes)]);
    if (log.readUInt32BE(offset + 4) === 0) continue;
    pages.push(...transaction);
    transaction = [];
  }
  return pages;
}
