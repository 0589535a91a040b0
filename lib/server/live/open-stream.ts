import type { ViewRequest } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import type { Hub } from "./hub";
import type { ByteSink, LiveStream } from "./live-stream";
import { BUFFER_LIMIT, SSE_HEADERS } from "./sse";

/** Opens a stream for one browser as an HTTP answer; whichever way the reader goes, the stream is closed once. Refuses what `Hub.admit` does. */
export function openStream(hub: Hub, viewer: Viewer, signal: AbortSignal, views: readonly ViewRequest[] = []): Response {
  hub.admit(viewer, views);
  let stream: LiveStream | null = null;
  let cancelled = false;
  const close = () => {
    if (stream !== null) hub.close(stream);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = hub.open(
          viewer,
          byteSink(controller, () => cancelled),
        );
        if (views.length > 0) hub.setViews(stream.id, viewer, views);
        if (signal.aborted) close();
        else signal.addEventListener("abort", close, { once: true });
      },
      cancel() {
        cancelled = true;
        close();
      },
    },
    { highWaterMark: BUFFER_LIMIT, size: (chunk) => chunk.byteLength },
  );
  return new Response(body, { headers: SSE_HEADERS });
}

function byteSink(controller: ReadableStreamDefaultController<Uint8Array>, isCancelled: () => boolean): ByteSink {
  let open = true;
  return {
    write: (bytes) => {
      if (open) controller.enqueue(bytes);
    },
    get room() {
      return open && (controller.desiredSize ?? 0) > 0;
    },
    end: () => {
      if (!open) return;
      open = false;
      // A reader that went by itself has closed the other end already.
      if (!isCancelled() && controller.desiredSize !== null) controller.close();
    },
  };
}
