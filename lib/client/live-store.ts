import type { QueryClient } from "@tanstack/react-query";
import type { Beat } from "@/lib/contract/status";
import type { LiveListener, StreamStatus, ViewUpdate } from "./live-connection";
import type { LiveSource } from "./live-source";
import { viewKey, type WantedView } from "./view-key";

/** The stream as this page sees it: what the server said last, when that was by the page's own clock, and since when the stream is lost. */
export interface PageStatus {
  readonly phase: StreamStatus["phase"];
  readonly beat: Beat;
  readonly beatAt: number;
  /** Server time at which the stream was lost, or null. */
  readonly since: number | null;
  readonly build: string;
}

/** The page's end of the live connection: which views its parts want, and the stream's status. Views themselves live in the query cache. */
export class LiveStore {
  readonly #wanted = new Map<string, { readonly view: WantedView; readers: number }>();
  readonly #listeners = new Set<() => void>();
  #source: LiveSource | null = null;
  #told = false;
  #status: PageStatus;

  constructor(
    private readonly cache: QueryClient,
    initial: Beat,
    private readonly now: () => number,
  ) {
    this.#status = { phase: "connecting", beat: initial, beatAt: now(), since: null, build: "" };
    this.painted = initial.now;
  }

  /** The server's moment of the first paint, in milliseconds. */
  readonly painted: number;

  get status(): PageStatus {
    return this.#status;
  }

  /** Server time in milliseconds: the last beat's, and what has passed since. */
  serverNow(): number {
    return this.#status.beat.now + (this.now() - this.#status.beatAt);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  connect(open: (listener: LiveListener) => LiveSource): () => void {
    const source = open({ view: (key, update) => this.#take(key, update), status: (status) => this.#setStatus(status) });
    this.#source = source;
    this.#tell();
    return () => {
      this.#source = null;
      source.close();
    };
  }

  /** Wants a view as long as the result is not called. */
  want(view: WantedView): () => void {
    const key = viewKey(view);
    const wanted = this.#wanted.get(key) ?? { view, readers: 0 };
    wanted.readers++;
    this.#wanted.set(key, wanted);
    this.#tell();
    return () => {
      wanted.readers--;
      if (wanted.readers === 0) this.#wanted.delete(key);
      this.#tell();
    };
  }

  #take(key: string, update: ViewUpdate): void {
    if (this.#wanted.has(key)) this.cache.setQueryData(["view", key], update);
  }

  /** Several parts of a page change what they want at once; the server hears of it once. */
  #tell(): void {
    if (this.#told) return;
    this.#told = true;
    queueMicrotask(() => {
      this.#told = false;
      this.#source?.want([...this.#wanted.values()].map(({ view }) => view));
    });
  }

  #setStatus({ phase, beat, beatAgeMs, build }: StreamStatus): void {
    const before = this.#status;
    const lost = phase === "lost" || (phase === "connecting" && before.since !== null);
    this.#status = {
      phase,
      beat: beat ?? before.beat,
      beatAt: beat === null ? before.beatAt : this.now() - beatAgeMs,
      since: lost ? (before.since ?? this.serverNow()) : null,
      build: before.build || build,
    };
    for (const listener of this.#listeners) listener();
    // A server of another version may speak in another form: begin anew with its own page.
    if (before.build !== "" && build !== "" && build !== before.build) window.location.reload();
  }
}
