import type { IncomingMessage } from "node:http";
import { BODY_LIMIT } from "./body-limit";

/** So much more of a body that is too large is read and dropped: a client that still sends may not read the answer. Bytes. */
const MOST_DROPPED = 4 * 1024 * 1024;

/** A body that has arrived, one that is larger than the limit, or one whose client went away. */
export type BodyOutcome = "whole" | "too-large" | "gone";

/** Does the request announce a body? */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Waits until the whole body of a request has arrived, and leaves it there for the route, up to the limit: whatever reads it never waits for a client. Is
 * called as the request comes, before any of the body was parsed.
 */
export function wholeBody(request: IncomingMessage): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    const push = request.push.bind(request);
    let bytes = 0;
    request.once("close", () => resolve("gone"));
    // Node's parser gives each part to `push`, and goes on as long as that returns true.
    request.push = (part: Buffer | null, encoding?: BufferEncoding) => {
      bytes += part?.byteLength ?? 0;
      if (bytes <= BODY_LIMIT) push(part, encoding);
      else if (part === null || bytes > BODY_LIMIT + MOST_DROPPED) resolve("too-large");
      if (part === null && bytes <= BODY_LIMIT) resolve("whole");
      return true;
    };
  });
}
