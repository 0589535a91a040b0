const encoder = new TextEncoder();

/** One server-sent event as bytes. Data is JSON, so it holds no line break; the event's name must be a word. */
export function sseEvent(event: "hello" | "beat" | "frame", json: string): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${json}\n\n`);
}

/** Headers under which no proxy buffers, compresses or keeps a stream. */
export const SSE_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;
