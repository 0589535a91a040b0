import { diffHeartbeats, type Heartbeat } from "@/lib/contract/status";
import { freshnessIn } from "./beat-of";
import { sseEvent } from "./sse";

/** A beat for all who see the same, and its bytes for each of them: after a beat that differs in nothing but moments and counts, only these. */
export class EncodedBeat {
  /** What of it is news (`freshnessIn`). */
  readonly news: string;
  readonly #after = new Map<Heartbeat | null, Uint8Array>();

  constructor(readonly beat: Heartbeat) {
    this.news = freshnessIn(beat);
  }

  /** Its bytes for a stream that was told `before` last; null = nothing yet. */
  bytesAfter(before: Heartbeat | null): Uint8Array {
    const known = this.#after.get(before);
    if (known !== undefined) return known;
    const ages = before === null ? null : diffHeartbeats(before, this.beat);
    const bytes = ages === null ? sseEvent("beat", JSON.stringify(this.beat)) : sseEvent("ages", JSON.stringify(ages));
    this.#after.set(before, bytes);
    return bytes;
  }
}
