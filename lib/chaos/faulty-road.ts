import type { LiveSurroundings } from "@/lib/client/live-connection";

/** A patch on its way, for a fault to do with as it likes. */
export interface Passing {
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
  /** Answers requests in this way for a while; null refuses the connection. */
  answer(method: "GET" | "POST" | "all", how: Answer, ms: number): void;
  heal(): void;
}

interface Traveller {
  stalled: boolean;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

export function createFaultyRoad(server: (method: string, body: string | null, signal: AbortSignal) => Response): FaultyRoad {
  const travellers = new Set<Traveller>();
  let weather: { readonly method: string; readonly how: Answer; readonly until: number } | null = null;
  let interference: ((passing: Passing) => void) | null = null;
  let resumeAt = 0;

  function send(traveller: Traveller, bytes: Uint8Array): void {
    if (travellers.has(traveller) && !traveller.stalled) traveller.controller.enqueue(bytes);
  }
  function leave(traveller: Traveller, how: "error" | "close"): void {
    if (!travellers.delete(traveller)) return;
    if (how === "close") traveller.controller.close();
    else traveller.controller.error(new TypeError("terminated"));
  }
  function pass(traveller: Traveller, bytes: Uint8Array): void {
    const fault = isPatch(bytes) ? interference : null;
    if (fault === null) return send(traveller, bytes);
    interference = null;
    fault({ bytes, send: (part) => send(traveller, part), cut: () => leave(traveller, "error") });
  }

  async function carry(reader: ReadableStreamDefaultReader<Uint8Array>, traveller: Traveller): Promise<void> {
    while (travellers.has(traveller)) {
      const part = await reader.read();
      if (part.done) return leave(traveller, "close");
      const waitMs = resumeAt - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      pass(traveller, part.value);
    }
    await reader.cancel();
  }

  function travel(response: Response, signal: AbortSignal): Response {
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const traveller: Traveller = { stalled: false, controller };
        travellers.add(traveller);
        signal.addEventListener("abort", () => leave(traveller, "error"), { once: true });
        void carry(reader, traveller);
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  }

  return {
    async fetch(_input, init) {
      const method = init?.method ?? "GET";
      const signal = init?.signal ?? new AbortController().signal;
      await Promise.resolve();
      if (weather !== null && weather.until > performance.now() && [method, "all"].includes(weather.method)) {
        const answer = weather.how();
        if (answer === null) throw new TypeError("fetch failed");
        if (answer === "hang") return never(signal);
        return answer;
      }
      return travel(server(method, typeof init?.body === "string" ? init.body : null, signal), signal);
    },
    cut() {
      for (const traveller of travellers) leave(traveller, "error");
    },
    end() {
      for (const traveller of travellers) leave(traveller, "close");
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
    answer(method, how, ms) {
      weather = { method, how, until: performance.now() + ms };
    },
    heal() {
      weather = null;
      interference = null;
      resumeAt = 0;
    },
  };
}

function isPatch(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"t":"patch"');
}

function never(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
