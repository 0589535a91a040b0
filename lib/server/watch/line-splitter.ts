/** An object is at most about 1.5 MiB in the store; a line far beyond that is no event. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** Cuts a stream of bytes into lines; a character split over two chunks stays whole. */
export interface LineSplitter {
  /** The complete lines so far, without their ends and without blank ones; null where a line is longer than any event. */
  push(chunk: Uint8Array): readonly string[] | null;
}

export function createLineSplitter(): LineSplitter {
  let parts: Uint8Array[] = [];
  let held = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        // Nearly every line stands in one chunk: it is read where it stands.
        const line = parts.length === 0 ? bytes.toString("utf8", start, end) : Buffer.concat([...parts, bytes.subarray(start, end)]).toString("utf8");
        if (parts.length > 0) parts = [];
        held = 0;
        start = end + 1;
        if (line.trim() !== "") lines.push(line);
      }
      if (start < chunk.length) {
        // A copy: the chunk belongs to a pool that is used again.
        parts.push(Uint8Array.from(chunk.subarray(start)));
        held += chunk.length - start;
      }
      return held > LONGEST_LINE ? null : lines;
    },
  };
}
