import type { QueryClient } from "@tanstack/react-query";
import type { Heartbeat } from "@/lib/contract/status";
import { viewCoversAnyCluster } from "@/lib/contract/views/held-views";
import type { StreamStatus } from "./live-connection";
import type { LiveSource, PageListener } from "./live-source";
import type { StreamLoss } from "./live-stream";
import type { ViewUpdate } from "./live-views";
import { askRecordAnew, withdrawTold } from "./recorded";
import { viewKey, type WantedView } from "./view-key";

/** The stream as this page sees it: what the server said last, when that was by the page's own clock, and since when the stream is lost. */
export interface PageStatus {
  readonly phase: StreamStatus["phase"];
  readonly beat: Heartbeat;
  readonly beatAt: number;
  /** Server time at which the stream was lost, or null. */
  readonly since: number | null;
  readonly build: string;
  readonly loss: Loss;
  /** Whether some view of the page stands still, because it could not be checked what may be seen of a cluster that it shows. */
  readonly standsStill: boolean;
  /** Whether the viewer is not let in any more: nothing that was told is shown. */
  readonly isWithdrawn: boolean;
}

/** Why a page is not live: no stream comes through; that of the stream itself; the server is of another version than the page; somebody else signed in. */
export type Loss = "out of reach" | Exclude<StreamLoss, ""> | "another version" | "another viewer";

/** A page so young is not loaded anew: where servers of two versions answer in turn, that would never end. Milliseconds. */
const RELOAD_LEAST_MS = 10_000;

/** Whoever slept does not know for how long: lost since ever. */
const EVER = 0;

/** The page's end of the live connection: which views its parts want, and the stream's status. Views themselves live in the query cache. */
export class LiveStore {
  readonly #wanted = new Map<string, { readonly view: WantedView; readers: number }>();
  readonly #listeners = new Set<() => void>();
  #source: LiveSource | null = null;
  #told = false;
  #askedAnew = 0;
  #withdrawals = 0;
  #status: PageStatus;
  #reload: ReturnType<typeof setTimeout> | undefined;

  /** `now` counts the milliseconds since the page was loaded; `build` is that of the server that drew it. */
  constructor(
    private readonly cache: QueryClient,
    initial: Heartbeat,
    build: string,
    private readonly now: () => number,
    /** Whom the page was drawn for, as streams name their viewer. */
    private readonly viewer = "",
  ) {
    this.#status = { phase: "connecting", beat: initial, beatAt: now(), since: null, build, loss: "out of reach", standsStill: false, isWithdrawn: false };
    this.painted = initial.now;
  }

  /** The server's moment of the first paint, in milliseconds. */
  readonly painted: number;

  get status(): PageStatus {
    return this.#status;
  }

  /** How often the viewer's rights may have become less: a stream that was lost has come back, or the viewer is not let in any more. */
  get askedAnew(): number {
    return this.#askedAnew;
  }

  /** How often the viewer was not let in any more: what was answered before the last time is not shown. */
  get withdrawals(): number {
    return this.#withdrawals;
  }

  /** Server time in milliseconds: the last beat's, and what has passed since. */
  serverNow(): number {
    return this.#status.beat.now + (this.now() - this.#status.beatAt);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  connect(open: (listener: PageListener) => LiveSource): () => void {
    const source = open({
      view: (key, update) => this.#take(key, update),
      status: (status) => this.#hear(status),
      doubt: () => this.#setStatus({ ...this.#status, phase: "lost", since: EVER }),
    });
    this.#source = source;
    this.#tell();
    return () => {
      this.#source = null;
      source.close();
    };
  }

  /** Somebody signed in: a stream that was refused is asked for at once. */
  wake(): void {
    this.#source?.wake();
  }

  /** The sign-in was renewed: the stream is handed over to the new one, and where it is lost it is asked for at once. */
  handOver(): void {
    this.#source?.handOver();
  }

  /** The sign-in is over: a stream by it is not believed any more, however young. */
  signedOut(): void {
    this.#source?.signedOut();
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
      const standsStill = this.#standsStill(this.#status.beat);
      if (standsStill !== this.#status.standsStill) this.#setStatus({ ...this.#status, standsStill });
    });
  }

  #hear({ phase, beat, beatAgeMs, build, viewer, loss, isWithdrawn }: StreamStatus): void {
    const before = this.#status;
    if (before.build !== "" && build !== "" && build !== before.build) return this.#loadAnew("another version");
    if (this.viewer !== "" && viewer !== "" && viewer !== this.viewer) return this.#loadAnew("another viewer");
    if (build !== "") this.#stay();
    if (phase === "live" && before.since !== null) this.#askAnew(askRecordAnew);
    if (isWithdrawn && !before.isWithdrawn) {
      this.#withdrawals++;
      this.#askAnew(withdrawTold);
    }
    const lost = phase === "lost" || (phase === "connecting" && before.since !== null);
    this.#setStatus({
      phase,
      beat: beat ?? before.beat,
      beatAt: beat === null ? before.beatAt : this.now() - beatAgeMs,
      since: lost ? (before.since ?? this.serverNow()) : null,
      build: before.build || build,
      loss: loss === "" ? "out of reach" : loss,
      standsStill: this.#standsStill(beat ?? before.beat),
      isWithdrawn,
    });
  }

  /** The server ends a stream where what may be seen is less than it was: whatever the page shows beside its views was told before. */
  #askAnew(ofRecord: (cache: QueryClient) => void): void {
    this.#askedAnew++;
    ofRecord(this.cache);
  }

  /** By the rule by which the server lets views stand still. The frame of all pages shows no verdicts. */
  #standsStill({ clusters }: Heartbeat): boolean {
    const unchecked = new Set(clusters.filter(({ freshness }) => freshness.lost === "check").map(({ cluster }) => cluster));
    return [...this.#wanted.values()].some(({ view }) => view.kind !== "shell" && viewCoversAnyCluster(view, unchecked));
  }

  /** What a server of another version, or for another viewer, says is not shown: the page begins anew with the server's own. */
  #loadAnew(loss: Loss): void {
    if (this.#reload !== undefined) return;
    this.#setStatus({ ...this.#status, phase: "lost", since: EVER, loss });
    this.#reload = setTimeout(() => window.location.reload(), Math.max(0, RELOAD_LEAST_MS - this.now()));
  }

  #stay(): void {
    clearTimeout(this.#reload);
    this.#reload = undefined;
  }

  #setStatus(status: PageStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
