import { patchPartsToWire } from "@/lib/contract/views/frames";
import type { LiveStream } from "./live-stream";
import type { Reading, View } from "./open-views";
import type { Subscription } from "./shared-view";
import { sseEvent } from "./sse";

/** Sends the whole of a view as it is. */
export function sendSnapshot(reading: Reading): void {
  reading.n = 0;
  reading.awaited = false;
  reading.stream.send(sseEvent("frame", `{"t":"snapshot","v":${reading.viewId},"n":0,${reading.view.stateJson().slice(1)}`));
}

/** Brings a view up to date and encodes what changed, once for all readers: only the browser's own numbers differ. Null = nothing changed. */
export function patchOf(view: View): string | null {
  const patch = view.advance();
  return patch === null ? null : JSON.stringify(patchPartsToWire(patch)).slice(1);
}

/** Sends what changed to a reader that has all that was before. */
export function sendPatch(reading: Subscription<LiveStream>, patch: string): void {
  reading.n++;
  reading.stream.send(sseEvent("patch", `[${reading.viewId},${reading.n},${patch}`));
}

/** Tells a stream that it is not given a view. */
export function sendRefusal(stream: LiveStream, viewId: number, problem: string): void {
  stream.send(sseEvent("frame", JSON.stringify({ t: "refused", v: viewId, n: 0, problem })));
}

/** Nobody could take what would be computed. */
export function hasNoRoom(view: View): boolean {
  return view.readers.size > 0 && [...view.readers].every(({ stream }) => stream.behind && !stream.caughtUp);
}
