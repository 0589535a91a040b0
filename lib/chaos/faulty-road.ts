import type { LiveSurroundings } from "@/lib/client/live-stream";
import { SetViews } from "@/lib/contract/views/view";

/** A patch on its way, for a fault to do with as it likes. */
interface Passing {
  readonly bytes: Uint8Array;
  send(bytes: Uint8Array): void;
  cut(after: unknown): void;
}

type Answer = () => Response | "hang" | null;

/** The road between server and browser, without sockets: answers of the server pass, unless a fault is at work. */
export interface FaultyRoad {
  readonly fetch: LiveSurroundings["fetch"];
  cut(): void;
  end(): void;
  /** Nothing passes on the streams of this moment any more, for ever. */
  stall(): void;
  /** Nothing is taken from the server for a while; it comes later. */
  pause(ms: number): void;
  onNextPatch(instead: (passing: Passing) => void): void;
  /** Cuts, and answers the requests of a while in this way; null refuses the connection. */
  answerNext(what: "opening" | "views" | "all", how: Answer, ms: number): void;
  heal(): void;
}

export function createFaultyRoad(server: (request: SetViews, signal: AbortSignal) => Response): FaultyRoad {
  const travellers = new Set<Traveller>();
  let weather: { readonly what: string; readonly how: Answer; readonly until: number } | null = null;
  let interference: ((passing: Passing) => void) | null = null;
  let resumeAt = 0;

  function pass(traveller: Traveller, bytes: Uint8Array): void {
    const fault = isPatch(bytes) ? interference : null;
    if (fault === null) {
      traveller.owed.delete(viewIn(bytes));
      return traveller.send(bytes);
    }
    interference = null;
    traveller.owed.add(viewIn(bytes));
    fault({ bytes, send: (part) => traveller.send(part), cut: () => traveller.leave("error") });
  }

  async function carry(reader: ReadableStreamDefaultReader<Uint8Array>, traveller: Traveller): Promise<void> {
    while (traveller.underWay) {
      const part = await reader.read();
      if (part.done) return traveller.leave("close");
      const waitMs = resumeAt - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      pass(traveller, part.value);
    }
    travellers.delete(traveller);
    await reader.cancel();
  }

  function travel(response: Response, signal: AbortSignal): Response {
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const traveller = new Traveller(controller);
        travellers.add(traveller);
        signal.addEventListener("abort", () => traveller.leave("error"), { once: true });
        void carry(reader, traveller);
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  }

  return {
    async fetch(_input, init) {
      const request = SetViews.parse(JSON.parse(String(init?.body)));
      const signal = init?.signal ?? new AbortController().signal;
      await Promise.resolve();
      if (weather !== null && weather.until > performance.now() && concerns(weather.what, request)) {
        const answer = weather.how();
        if (answer === null) throw new TypeError("fetch failed");
        if (answer === "hang") return never(signal);
        return answer;
      }
      return travel(server(request, signal), signal);
    },
    cut() {
      for (const traveller of travellers) traveller.leave("error");
    },
    end() {
      for (const traveller of travellers) traveller.leave("close");
    },
    stall() {
      for (const traveller of travellers) traveller.stalled = true;
    },
    pause(ms) {
      resumeAt = performance.now() + ms;
    },
    onNextPatch(instead) {
      interference = instead;
    },
    answerNext(what, how, ms) {
      weather = { what, how, until: performance.now() + ms };
      for (const traveller of travellers) traveller.leave("error");
    },
    heal() {
      weather = null;
      interference = null;
      resumeAt = 0;
      for (const traveller of travellers) if (traveller.owed.size > 0) traveller.leave("error");
    },
  };
}

/** One stream of a browser that is under way. */
class Traveller {
  stalled = false;
  underWay = true;
  /** Views of which a patch was swallowed and none has come since: no network loses the last word of a stream and keeps the stream. */
  readonly owed = new Set<string>();

  constructor(private readonly controller: ReadableStreamDefaultController<Uint8Array>) {}

  send(bytes: Uint8Array): void {
    if (this.underWay && !this.stalled) this.controller.enqueue(bytes);
  }

  leave(how: "error" | "close"): void {
    if (!this.underWay) return;
    this.underWay = false;
    if (how === "close") this.controller.close();
    else this.controller.error(new TypeError("terminated"));
  }
}

function concerns(what: string, { stream }: SetViews): boolean {
  return what === "all" || what === (stream === undefined ? "opening" : "views");
}

function isPatch(bytes: Uint8Array): boolean {
  return text(bytes).startsWith("data: [");
}

function viewIn(bytes: Uint8Array): string {
  return /^data: \[(\d+)/.exec(text(bytes))?.[1] ?? "";
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function never(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
