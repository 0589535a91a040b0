import type { LiveConnection, LiveListener } from "./live-connection";
import type { FromWorker, ToWorker } from "./live-source";
import { viewKey, type WantedView } from "./view-key";

/** A page that has said nothing for so long is gone: hidden pages may speak once a minute only. Milliseconds. */
export const FORGET_MS = 150_000;

interface Page {
  readonly send: (message: FromWorker) => void;
  views: readonly WantedView[];
  heardAt: number;
}

type Relayed = Pick<LiveConnection, "want" | "start" | "stop" | "reopen" | "status" | "updateOf">;

/** One connection for all pages of a browser: each says which views it wants and hears of these. */
export class LiveRelay {
  readonly #pages = new Set<Page>();
  readonly #connection: Relayed;

  constructor(
    open: (listener: LiveListener) => Relayed,
    private readonly now: () => number,
  ) {
    this.#connection = open({
      view: (key, update) => this.#tell((page) => page.views.some((view) => viewKey(view) === key), { t: "view", args: [key, update] }),
      status: (status) => this.#tell(() => true, { t: "status", args: [status] }),
    });
  }

  /** A page that may speak: what it says goes to the result. */
  join(send: Page["send"]): (message: ToWorker) => void {
    const page: Page = { send, views: [], heardAt: this.now() };
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
        if (!this.#pages.has(page)) page.send({ t: "who" });
        return;
      case "woke":
        return this.#connection.reopen();
      case "bye":
        this.#forget(page);
        return this.#wantAll();
      case "want":
        this.#pages.add(page);
        this.#catchUp(page, message.views);
        return this.#wantAll();
    }
  }

  /** Tells a page what is known already of the views that are new to it. */
  #catchUp(page: Page, views: readonly WantedView[]): void {
    const before = new Set(page.views.map(viewKey));
    page.views = views;
    page.send({ t: "status", args: [this.#connection.status] });
    for (const key of views.map(viewKey)) {
      const update = before.has(key) ? null : this.#connection.updateOf(key);
      if (update !== null) page.send({ t: "view", args: [key, update] });
    }
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

  #tell(whom: (page: Page) => boolean, message: FromWorker): void {
    for (const page of this.#pages) if (whom(page)) page.send(message);
  }
}
