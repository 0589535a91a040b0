import type { LiveConnection, LiveListener, StreamStatus } from "./live-connection";
import type { FromWorker, ToWorker } from "./live-source";
import { viewKey, type WantedView } from "./view-key";

/** A page that has said nothing for so long is gone: hidden pages may speak once a minute only. Milliseconds. */
export const FORGET_MS = 150_000;

type Unstamped<M> = M extends FromWorker ? Omit<M, "turn"> : never;

interface Page {
  readonly send: (message: FromWorker) => void;
  views: readonly WantedView[];
  turn: number;
  heardAt: number;
  /** It was not told that the stream is live while one of its views was still on its way. */
  waits: boolean;
}

type Relayed = Pick<LiveConnection, "want" | "start" | "stop" | "reopen" | "handOver" | "status" | "updateOf">;

/** One connection for all pages of a browser: each says which views it wants and hears of these. */
export class LiveRelay {
  readonly #pages = new Set<Page>();
  readonly #connection: Relayed;

  constructor(
    open: (listener: LiveListener) => Relayed,
    private readonly now: () => number,
  ) {
    this.#connection = open({
      view: (key, update, patch) => {
        for (const page of this.#pages) {
          if (!page.views.some((view) => viewKey(view) === key)) continue;
          tell(page, patch === null ? { t: "view", key, update } : { t: "patch", key, patch });
          if (page.waits) this.#tellStatus(page);
        }
      },
      status: () => {
        for (const page of this.#pages) this.#tellStatus(page);
      },
    });
  }

  /** A page that may speak: what it says goes to the result. */
  join(send: Page["send"]): (message: ToWorker) => void {
    const page: Page = { send, views: [], turn: 0, heardAt: this.now(), waits: false };
    return (message) => this.#take(page, message);
  }

  /** Forgets pages that went without a word. */
  forgetSilent(): void {
    const silent = [...this.#pages].filter((page) => this.now() - page.heardAt > FORGET_MS);
    for (const page of silent) this.#forget(page);
    if (silent.length > 0) this.#wantAll();
  }

  /** The machine has slept. */
  wake(): void {
    this.#connection.reopen();
  }

  #take(page: Page, message: ToWorker): void {
    page.heardAt = this.now();
    switch (message.t) {
      case "here":
        return tell(page, { t: this.#pages.has(page) ? "here" : "who" });
      case "woke":
        return this.#connection.reopen();
      case "renewed":
        return this.#connection.handOver();
      case "over":
        return this.#connection.reopen(true);
      case "bye":
        this.#forget(page);
        return this.#wantAll();
      case "want":
        return this.#want(page, message.views, message.turn);
    }
  }

  #want(page: Page, views: readonly WantedView[], turn: number): void {
    const isNew = !this.#pages.has(page);
    this.#pages.add(page);
    this.#catchUp(page, views, turn);
    this.#wantAll();
    // The server drew this page a moment ago: its viewer is let in again.
    if (isNew && this.#connection.status.isWithdrawn) this.#connection.reopen();
  }

  /** Tells a page what is known already of the views that are new to it: all of them, where it has slept. */
  #catchUp(page: Page, views: readonly WantedView[], turn: number): void {
    const before = new Set(page.turn === turn ? page.views.map(viewKey) : []);
    page.views = views;
    page.turn = turn;
    for (const key of views.map(viewKey)) {
      const update = before.has(key) ? null : this.#connection.updateOf(key);
      if (update !== null) tell(page, { t: "view", key, update });
    }
    this.#tellStatus(page);
  }

  /** Live is, for a page, what has brought all its views. */
  #tellStatus(page: Page): void {
    const { status } = this.#connection;
    page.waits = status.phase === "live" && page.views.some((view) => this.#connection.updateOf(viewKey(view)) === null);
    const told: StreamStatus = page.waits ? { ...status, phase: "connecting" } : status;
    tell(page, { t: "status", args: [told] });
  }

  /** What it had it may have missed changes of: should it come back, it begins anew. */
  #forget(page: Page): void {
    page.views = [];
    this.#pages.delete(page);
  }

  #wantAll(): void {
    this.#connection.want([...this.#pages].flatMap((page) => page.views));
    if (this.#pages.size === 0) this.#connection.stop();
    else this.#connection.start();
  }
}

function tell(page: Page, message: Unstamped<FromWorker>): void {
  page.send({ ...message, turn: page.turn });
}

/**
 * Returns a function that collects messages until the end of the task, and passes them on together. A page gets a task for each message that is posted to it, and
 * draws once for each task: the views of one frame are drawn together.
 */
export function inOneTask<Message>(send: (messages: readonly Message[]) => void): (message: Message) => void {
  let collected: Message[] = [];
  return (message) => {
    collected.push(message);
    if (collected.length > 1) return;
    queueMicrotask(() => {
      const messages = collected;
      collected = [];
      send(messages);
    });
  };
}
