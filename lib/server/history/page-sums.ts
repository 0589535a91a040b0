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

/** The sums of the pages of the file at `path`, kept in `path-sums`. */
export function openPageSums(path: string): PageSums {
  const file = `${path}-sums`;
  /** The sums that a page may have, the latest last. */
  let allowed = new Map<number, readonly number[]>();
  let pageBytes = 4096;
  let appended = 0;

  const append = (kind: keyof typeof KINDS, sums: ReadonlyMap<number, number>) => {
    const group = encodeGroup(KINDS[kind], sums);
    const draft = kind === "base" ? `${file}-draft` : file;
    const descriptor = openSync(draft, kind === "base" ? "w" : "a", 0o600);
    writeSync(descriptor, group);
    fsyncSync(descriptor);
    closeSync(descriptor);
    if (kind === "base") renameSync(draft, file);
    appended = kind === "base" ? 0 : appended + group.length;
  };

  const sumsOfFile = () => {
    const sums = new Map<number, number>();
    eachPage(path, pageBytes, (page, bytes) => void sums.set(page, crc32(bytes)));
    return sums;
  };

  return {
    verify: () => {
      if (!existsSync(file)) return "unknown";
      const read = decodeGroups(readFileSync(file));
      if (read === null) return "unknown";
      allowed = read;
      pageBytes = pageBytesOf(path) ?? pageBytes;
      const logged = committedPages(`${path}-wal`);
      let isDamaged = statSync(path).size % pageBytes !== 0;
      const sums = sumsOfFile();
      // A page that was given and taken back before the log was folded in was never written: the file has a hole there.
      const hole = [crc32(Buffer.alloc(pageBytes))];
      for (const [page, sum] of sums) if (!logged.has(page) && !(allowed.get(page) ?? hole).includes(sum)) isDamaged = true;
      if (isDamaged) return "damaged";
      allowed = new Map([...sums].map(([page, sum]) => [page, [sum]]));
      append("base", sums);
      return "sound";
    },
    adopt: () => {
      pageBytes = pageBytesOf(path) ?? pageBytes;
      const sums = sumsOfFile();
      allowed = new Map([...sums].map(([page, sum]) => [page, [sum]]));
      append("base", sums);
    },
    expectLog: () => {
      const expected = new Map([...committedPages(`${path}-wal`)].map(([page, bytes]) => [page, crc32(bytes)]));
      if (expected.size === 0) return;
      for (const [page, sum] of expected) allowed.set(page, [...(allowed.get(page) ?? []).filter((one) => one !== sum), sum]);
      append("more", expected);
    },
    settle: () => {
      const pages = statSync(path).size / pageBytes;
      allowed = settled(allowed, pages);
      if (appended > LONGEST_TAIL) append("base", new Map([...allowed].map(([page, sums]) => [page, sums.at(-1) ?? 0])));
      else append("settled", new Map([[pages, 0]]));
    },
  };
}

/** Each page has its latest sum; of those behind the end of the file nothing is known any more. */
function settled(allowed: ReadonlyMap<number, readonly number[]>, pages: number): Map<number, readonly number[]> {
  return new Map([...allowed].filter(([page]) => page <= pages).map(([page, sums]) => [page, sums.slice(-1)]));
}

function encodeGroup(kind: number, sums: ReadonlyMap<number, number>): Buffer {
  const group = Buffer.alloc(16 + sums.size * 8);
  group.writeUInt32LE(MAGIC, 0);
  group.writeUInt32LE(kind, 4);
  group.writeUInt32LE(sums.size, 8);
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
function decodeGroups(bytes: Buffer): Map<number, readonly number[]> | null {
  let allowed = new Map<number, readonly number[]>();
  for (let offset = 0; offset + 16 <= bytes.length; ) {
    const [kind, count] = [bytes.readUInt32LE(offset + 4), bytes.readUInt32LE(offset + 8)];
    const end = offset + 12 + count * 8;
    if (bytes.readUInt32LE(offset) !== MAGIC) return null;
    if (end + 4 > bytes.length) return offset === 0 ? null : allowed;
    if (crc32(bytes.subarray(offset, end)) !== bytes.readUInt32LE(end)) return null;
    if (kind === KINDS.settled) allowed = settled(allowed, bytes.readUInt32LE(offset + 12));
    for (let at = offset + 12; at < end && kind !== KINDS.settled; at += 8) {
      const page = bytes.readUInt32LE(at);
      allowed.set(page, [...(allowed.get(page) ?? []), bytes.readUInt32LE(at + 4)]);
    }
    offset = end + 4;
  }
  return allowed;
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
