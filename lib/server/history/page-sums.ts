import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readSync, renameSync, statSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { committedPages } from "./wal-pages";

/**
 * SQLite notices a file that does not fit together, not a digit that changed on the disk. So the sum of every page is kept beside the file.
 * In WAL mode the file changes while the log is folded into it and at no other time; the new sums are on disk before that begins, and until
 * it is known to be whole a page may have its old sum or its new one.
 */
export interface PageSums {
  /** Compares every page of the file. `unknown` where there are no sums to compare with. */
  verify(): "sound" | "damaged" | "unknown";
  /** Takes the file as it is for sound. */
  adopt(): void;
  /** Call before the log is folded in. */
  expectLog(): void;
  /** Call after all of it was folded in. */
  settle(): void;
}

const MAGIC = 0x53_54_4c_53;
const KINDS = { base: 0, more: 1, settled: 2 } as const;
const READ_BYTES = 4 * 1024 * 1024;
/** Beyond this the sums themselves are written anew. */
const LONGEST_TAIL = 8_000_000;

/** Pages with their sums, in order; a later one takes the place of an earlier one. */
type Sums = readonly (readonly [page: number, sum: number])[];

/** The sums of the pages of the file at `path`, kept in `path-sums`. */
export function openPageSums(path: string): PageSums {
  const file = `${path}-sums`;
  let known = new KnownSums();
  let pageBytes = 4096;
  let appended = 0;

  const append = (kind: keyof typeof KINDS, sums: Sums) => {
    const group = encodeGroup(KINDS[kind], sums);
    const draft = kind === "base" ? `${file}-draft` : file;
    const descriptor = openSync(draft, kind === "base" ? "w" : "a", 0o600);
    writeSync(descriptor, group);
    fsyncSync(descriptor);
    closeSync(descriptor);
    if (kind === "base") renameSync(draft, file);
    appended = kind === "base" ? 0 : appended + group.length;
  };
  const adopt = (sums: ReadonlyMap<number, number>) => {
    known = new KnownSums();
    known.expect(sums);
    append("base", [...sums]);
  };
  const sumsOfFile = () => {
    const sums = new Map<number, number>();
    pageBytes = pageBytesOf(path) ?? pageBytes;
    eachPage(path, pageBytes, (page, bytes) => void sums.set(page, crc32(bytes)));
    return sums;
  };

  return {
    verify: () => {
      const written = existsSync(file) ? decodeGroups(readFileSync(file)) : null;
      if (written === null) return "unknown";
      const sums = sumsOfFile();
      const logged = new Set(committedPages(`${path}-wal`).map(([page]) => page));
      // A page that was given and taken back before the log was folded in was never written: the file has a hole there.
      const hole = crc32(Buffer.alloc(pageBytes));
      const isSound = [...sums].every(([page, sum]) => logged.has(page) || written.allows(page, sum, hole));
      if (!isSound || statSync(path).size % pageBytes !== 0) return "damaged";
      adopt(sums);
      return "sound";
    },
    adopt: () => adopt(sumsOfFile()),
    expectLog: () => {
      // While somebody reads, a page is folded in as the reader's moment had it, and later as it is: each of them may be found.
      const expected = committedPages(`${path}-wal`).map(([page, bytes]) => [page, crc32(bytes)] as const);
      if (expected.length === 0) return;
      known.expect(expected);
      append("more", expected);
    },
    settle: () => {
      const pages = statSync(path).size / pageBytes;
      known.settle(pages);
      if (appended > LONGEST_TAIL) append("base", [...known.latest]);
      else append("settled", [[pages, 0]]);
    },
  };
}

/** The sums that each page may have: one, or several until it is known which. */
class KnownSums {
  readonly latest = new Map<number, number>();
  private readonly earlier = new Map<number, number[]>();
  private last = 0;

  expect(sums: Iterable<readonly [page: number, sum: number]>): void {
    for (const [page, sum] of sums) {
      const before = this.latest.get(page);
      if (before !== undefined && before !== sum) this.earlier.set(page, [...(this.earlier.get(page) ?? []), before]);
      this.latest.set(page, sum);
      this.last = Math.max(this.last, page);
    }
  }

  /** Each page has its latest sum; of those behind the end of the file nothing is known any more. */
  settle(pages: number): void {
    this.earlier.clear();
    for (; this.last > pages; this.last--) this.latest.delete(this.last);
  }

  /** `unknown` is the sum of a page of which nothing is known. */
  allows(page: number, sum: number, unknown: number): boolean {
    return (this.latest.get(page) ?? unknown) === sum || (this.earlier.get(page)?.includes(sum) ?? false);
  }
}

function encodeGroup(kind: number, sums: Sums): Buffer {
  const group = Buffer.alloc(16 + sums.length * 8);
  group.writeUInt32LE(MAGIC, 0);
  group.writeUInt32LE(kind, 4);
  group.writeUInt32LE(sums.length, 8);
  let offset = 12;
  for (const [page, sum] of sums) {
    group.writeUInt32LE(page, offset);
    group.writeUInt32LE(sum, offset + 4);
    offset += 8;
  }
  group.writeUInt32LE(crc32(group.subarray(0, offset)), offset);
  return group;
}

/** Null where the sums themselves are damaged. A last group that was cut off was never relied upon. */
function decodeGroups(bytes: Buffer): KnownSums | null {
  const known = new KnownSums();
  for (let offset = 0; offset + 16 <= bytes.length; ) {
    const [kind, count] = [bytes.readUInt32LE(offset + 4), bytes.readUInt32LE(offset + 8)];
    const end = offset + 12 + count * 8;
    if (bytes.readUInt32LE(offset) !== MAGIC) return null;
    if (end + 4 > bytes.length) return offset === 0 ? null : known;
    if (crc32(bytes.subarray(offset, end)) !== bytes.readUInt32LE(end)) return null;
    if (kind === KINDS.settled) known.settle(bytes.readUInt32LE(offset + 12));
    else known.expect(Array.from({ length: count }, (_, at) => [bytes.readUInt32LE(offset + 12 + at * 8), bytes.readUInt32LE(offset + 16 + at * 8)] as const));
    offset = end + 4;
  }
  return known;
}

/** What the file's head says; null where it has none yet. */
function pageBytesOf(path: string): number | null {
  const head = Buffer.alloc(18);
  const descriptor = openSync(path, "r");
  const read = readSync(descriptor, head, 0, head.length, 0);
  closeSync(descriptor);
  const bytes = head.readUInt16BE(16);
  if (read < head.length || (bytes !== 1 && (bytes < 512 || (bytes & (bytes - 1)) !== 0))) return null;
  return bytes === 1 ? 65_536 : bytes;
}

function eachPage(path: string, pageBytes: number, call: (page: number, bytes: Buffer) => void): void {
  const chunk = Buffer.alloc(READ_BYTES - (READ_BYTES % pageBytes));
  const descriptor = openSync(path, "r");
  try {
    for (let position = 0; ; ) {
      const read = readSync(descriptor, chunk, 0, chunk.length, position);
      for (let start = 0; start + pageBytes <= read; start += pageBytes) call((position + start) / pageBytes + 1, chunk.subarray(start, start + pageBytes));
      if (read < chunk.length) return;
      position += read;
    }
  } finally {
    closeSync(descriptor);
  }
}
