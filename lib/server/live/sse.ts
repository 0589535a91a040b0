const encoder = new TextEncoder();

/** One server-sent event as bytes. Data is JSON, so it holds no line break; a patch, which comes most often, has no name. */
export function sseEvent(event: "hello" | "beat" | "ages" | "frame" | "patch", json: string): Uint8Array {
  return encoder.encode(`${event === "patch" ? "" : `event: ${event}\n`}data: ${json}\n\n`);
}

/** What a reader may be behind before it is given a fresh start instead of more. Bytes. */
export const BUFFER_LIMIT = 256 * 1024;

/** Headers under which no proxy buffers, compresses or keeps a stream. */
export const SSE_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;
