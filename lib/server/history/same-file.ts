import { open, stat } from "node:fs/promises";

/** Which file stands under a path: of the same number as before it is the same file, whatever was written to it since. */
export interface FileNumber {
  readonly path: string;
  /** Device and inode; null where there is none. */
  readonly number: string | null;
}

export async function fileNumber(path: string): Promise<FileNumber> {
  const found = await stat(path, { bigint: true }).catch(nothingThere);
  return { path, number: found === null ? null : `${found.dev}:${found.ino}` };
}

/** The first of some files that is not what it was, or null. Where there was none, one that has come since is no change: SQLite makes its log when it needs it. */
export async function firstChanged(files: readonly FileNumber[]): Promise<FileNumber | null> {
  for (const file of files) {
    const now = await fileNumber(file.path);
    if (file.number !== null && now.number !== file.number) return now;
  }
  return null;
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 32;

/** Returns true when a database file lost its header or its end, as after `truncate` or `>`. The inode stays the same then. */
export async function isCutOff(path: string): Promise<boolean> {
  const file = await open(path, "r").catch(nothingThere);
  if (file === null) return false;
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC) return true;
    const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    return (await file.stat()).size < header.readUInt32BE(28) * pageBytes;
  } finally {
    await file.close();
  }
}

/** A folder that is gone, and one that may no longer be looked into, hold nothing that can be written to. */
function nothingThere(error: unknown): null {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return null;
  throw error;
}
