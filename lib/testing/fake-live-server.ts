import type { ViewRequest } from "@/lib/contract/views/view";

/** A server of streams, as far as a live connection sees it. */
export class FakeLiveServer {
  readonly posts: { stream: string; views: ViewRequest[] }[] = [];
  /** The views that streams were opened with. */
  readonly beginnings: ViewRequest[][] = [];
  opened = 0;
  postStatus = 204;
  refuses = false;
  /** What a request for a stream is answered instead of one. */
  openStatus = 200;
  /** The body of that answer. */
  openProblem: object = {};
  /** Takes the request for a stream, and never answers. */
  holdsStreams = false;
  holdsPosts: (() => void)[] | null = null;
  /** The numbers of the streams that the connection has closed, from 1. */
  readonly closed: number[] = [];
  readonly #streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  fetch: typeof fetch = async (_url, init) => {
    const body: { stream?: string; views: ViewRequest[] } = JSON.parse(String(init?.body));
    const { stream, views } = body;
    if (stream === undefined) {
      this.beginnings.push(views);
      return this.#open(init?.signal ?? undefined);
    }
    this.posts.push({ stream, views });
    if (this.holdsPosts !== null) await new Promise<void>((resolve) => this.holdsPosts?.push(resolve));
    return new Response(null, { status: this.postStatus });
  };

  /** `of`: the number of the stream, from 1; the newest where it is left out. */
  send(event: string, data: unknown, of = this.#streams.length): void {
    this.#streams[of - 1]?.enqueue(new TextEncoder().encode(`${event === "" ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`));
  }

  hello(stream = `stream-${this.opened}`): void {
    this.send("hello", { stream, build: "b1", beatMs: 5_000 });
    this.beat(1_000);
  }

  beat(now: number, of?: number): void {
    this.send("beat", { now, clusters: [], problems: [] }, of);
  }

  end(of = this.#streams.length): void {
    this.#streams[of - 1]?.close();
  }

  async #open(signal: AbortSignal | undefined): Promise<Response> {
    this.opened++;
    if (this.refuses) throw new TypeError("connection refused");
    if (this.openStatus !== 200)
      return new Response(JSON.stringify(this.openProblem), { status: this.openStatus, headers: { "content-type": "application/problem+json" } });
    if (this.holdsStreams) return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const number = this.#streams.push(controller);
        signal?.addEventListener("abort", () => {
          this.closed.push(number);
          controller.error(new DOMException("aborted", "AbortError"));
        });
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
  }
}
