import type { IncomingMessage } from "node:http";

/** What the body of a request may have; bytes. */
export const BODY_LIMIT = 64 * 1024;

/** Most bytes of a too large body that are read and dropped, because a client may not read the answer while it still sends. */
const MOST_DROPPED = 4 * 1024 * 1024;

/** `whole` = the body has arrived, `too-large` = it exceeds the limit, `gone` = the client disconnected. */
export type BodyOutcome = "whole" | "too-large" | "gone";

/** Returns true if the request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Waits until the whole body of a request has arrived, up to the limit, and leaves it there for the route. The route then never waits for a client. Call it
 * when the request arrives, before Node parses any of the body.
 */
export function wholeBody(request: IncomingMessage): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    const push = request.push.bind(request);
    let bytes = 0;
    request.once("close", () => resolve("gone"));
    // Node's parser passes each part to `push`, and continues while that returns true.
    request.push = (part: Buffer | null, encoding?: BufferEncoding) => {
      bytes += part?.byteLength ?? 0;
      if (bytes <= BODY_LIMIT) push(part, encoding);
      else if (part === null || bytes > BODY_LIMIT + MOST_DROPPED) resolve("too-large");
      if (part === null && bytes <= BODY_LIMIT) resolve("whole");
      return true;
    };
  });
}
