import type { Heartbeat } from "@/lib/contract/status";
import type { Viewer } from "@/lib/domain/source/scope";
import { freshnessIn } from "./beat-of";
import { EncodedBeat } from "./encoded-beat";
import { type HeldClusters, heldBeat } from "./held-beat";
import type { LiveStream } from "./live-stream";

/** Tells streams how fresh everything is: made and encoded once for all viewers of one scope, but for those of whom something could not be checked. */
export class StreamBeats {
  /** What each stream was told last. */
  readonly #told = new WeakMap<LiveStream, Heartbeat>();
  readonly #held = new WeakMap<LiveStream, HeldClusters>();

  constructor(private readonly beatFor: (viewer: Viewer) => Heartbeat) {}

  /** Sends each the beat of now; where only news are told, to those that see a difference. Calls with each that was told. */
  sendAll(streams: Iterable<LiveStream>, onlyNews: boolean, sent: (stream: LiveStream) => void): void {
    const made = new Map<string, EncodedBeat>();
    for (const stream of streams) {
      const { key } = stream.viewer.scope;
      const beat = made.get(key) ?? this.#make(stream.viewer);
      made.set(key, beat);
      const told = this.#told.get(stream);
      if (onlyNews && told !== undefined && freshnessIn(told) === freshnessIn(this.#own(stream, beat.beat))) continue;
      this.#send(stream, beat);
      sent(stream);
    }
  }

  send(stream: LiveStream): void {
    this.#send(stream, this.#make(stream.viewer));
  }

  /** The clusters of a stream that are held now. */
  heldOf(stream: LiveStream): HeldClusters {
    return this.#held.get(stream) ?? new Map();
  }

  /** From now on these clusters are told as they were told last. Tells so at once. */
  hold(stream: LiveStream, clusters: HeldClusters): void {
    this.#held.set(stream, clusters);
    this.send(stream);
  }

  #own(stream: LiveStream, beat: Heartbeat): Heartbeat {
    return heldBeat(beat, this.#told.get(stream) ?? beat, this.heldOf(stream));
  }

  #send(stream: LiveStream, made: EncodedBeat): void {
    const own = this.#own(stream, made.beat);
    const encoded = own === made.beat ? made : new EncodedBeat(own);
    // What a reader who is behind was not sent, the next beat does not rest on.
    if (stream.send(encoded.bytesAfter(this.#told.get(stream) ?? null))) this.#told.set(stream, own);
  }

  #make(viewer: Viewer): EncodedBeat {
    return new EncodedBeat(this.beatFor(viewer));
  }
}
