import type { Asked } from "@/lib/client/ask";
import { keepReading, PAGE_READING, type Reading } from "@/lib/client/keep-reading";
import type { ViewersServer } from "./viewers-server";

interface Opened {
  readonly server: Pick<ViewersServer, "url">;
  readonly token: string;
  readonly namespace: string;
  /** How many times as fast as life. */
  readonly scale: number;
}

/** How often a reader looks at it. Milliseconds. */
const LOOK_MS = 50;

/**
 * The YAML of a machine that stands open on a page, read as pages read it: tells it at each look at which it stands there as if nothing had happened. What
 * could not be read again says how old it is, and what is denied is gone. Gives what closes it.
 */
export function openMachine({ server, token, namespace, scale }: Opened, told: (text: string) => void): () => void {
  let shown = "";
  const read = async (signal: AbortSignal): Promise<Asked<string>> => {
    try {
      const answer = await fetch(`${server.url}/machines/${namespace}`, { signal, headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      return answer.ok ? { kind: "here", value: text } : { kind: "refused", problem: text, status: answer.status };
    } catch (error) {
      return { kind: "refused", problem: String(error) };
    }
  };
  const stop = keepReading(read, (answer) => (shown = answer.kind === "here" ? answer.value : ""), readingAt(scale));
  const looks = setInterval(() => told(shown), LOOK_MS);
  return () => {
    stop();
    clearInterval(looks);
  };
}

/** A page that is visible all the while, so many times as fast as life. */
function readingAt(scale: number): Reading {
  const { renewMs, againMs, limitMs } = PAGE_READING;
  const always = { isVisible: () => true, onVisible: () => () => undefined };
  return { renewMs: renewMs / scale, againMs: againMs / scale, limitMs: limitMs / scale, ...always };
}
