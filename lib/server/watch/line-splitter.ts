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
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
        parts = [];
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
