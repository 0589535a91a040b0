import type { Clock } from "@/lib/server/clock";
import type { ByteStream } from "@/lib/server/kube/client";
import { causeOf } from "@/lib/server/kube/problem";
import { createBreath } from "./breath";
import { createLineSplitter } from "./line-splitter";
import { because, type Outcome } from "./outcome";
import { type WatchEvent, watchEventOf } from "./watch-event";

export interface ReadOptions {
  readonly stream: ByteStream;
  readonly clock: Clock;
  /** How much silence is believed now, in milliseconds. */
  silenceMs(): number;
  /** Some bytes came: the stream lives. */
  onBytes(): void;
  /** Answers with an outcome to stop reading, or null. */
  onEvent(event: WatchEvent): Outcome | null;
}

/** Reads a watch line by line until it ends, breaks, falls silent, or `onEvent` has enough. Always closes the stream; never throws. */
export async function readStream(options: ReadOptions): Promise<Outcome> {
  const { stream, clock } = options;
  let allowed = options.silenceMs();
  const splitter = createLineSplitter();
  let silent = false;
  // One timer that looks again, instead of a new one for each chunk; while chunks are being worked on nothing is silent.
  let heardAt: number | null = clock.monotonic();
  const fallSilent = () => {
    const left = heardAt === null ? allowed : heardAt + allowed - clock.monotonic();
    if (left > 0) {
      cancel = clock.setTimer(fallSilent, left);
      return;
    }
    silent = true;
    stream.close();
  };
  let cancel = clock.setTimer(fallSilent, allowed);
  const breath = createBreath(clock);
  try {
    for await (const chunk of stream.chunks) {
      heardAt = null;
      const lines = splitter.push(chunk);
      if (lines === null) return { kind: "relist", expired: false, reason: "a line of the stream is longer than any object" };
      if (lines.length > 0) options.onBytes();
      for (const line of lines) {
        const outcome = options.onEvent(watchEventOf(line));
        if (outcome !== null) return outcome;
        const others = breath.take();
        if (others !== undefined) await others;
      }
      const next = options.silenceMs();
      if (next < allowed) {
        cancel();
        cancel = clock.setTimer(fallSilent, next);
      }
      allowed = next;
      heardAt = clock.monotonic();
    }
    return silent ? silence(allowed) : { kind: "ended", how: "closed", ...because({ code: "closed" }) };
  } catch (thrown) {
    return silent ? silence(allowed) : { kind: "ended", how: "cut", ...because({ code: "cut", text: causeOf(thrown) }) };
  } finally {
    cancel();
    stream.close();
  }
}

function silence(ms: number): Outcome {
  return { kind: "ended", how: "silent", ...because({ code: "silent", ms }) };
}
