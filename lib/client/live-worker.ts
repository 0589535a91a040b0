import { LiveConnection } from "./live-connection";
import type { FromWorker, ToWorker } from "./live-source";
import { browserSurroundings } from "./surroundings";
import { viewKey, type WantedView } from "./view-key";
import { onWake } from "./wake";

/** One stream for all pages of a browser: each says which views it wants and hears of these. */

/** A page that has said nothing for so long is gone: hidden pages may speak once a minute only. */
const FORGET_MS = 150_000;

interface Page {
  readonly port: MessagePort;
  views: readonly WantedView[];
  heardAt: number;
}

const pages = new Set<Page>();
const connection = new LiveConnection(browserSurroundings(self.location.origin), {
  view: (key, update) => tell((page) => page.views.some((view) => viewKey(view) === key), { t: "view", args: [key, update] }),
  status: (status) => tell(() => true, { t: "status", args: [status] }),
});

function tell(whom: (page: Page) => boolean, message: FromWorker): void {
  for (const page of pages) if (whom(page)) page.port.postMessage(message);
}

function wantAll(): void {
  connection.want([...pages].flatMap((page) => page.views));
  if (pages.size === 0) connection.stop();
  else connection.start();
}

function take(page: Page, message: ToWorker): void {
  page.heardAt = Date.now();
  if (message.t === "bye") pages.delete(page);
  if (message.t === "woke") connection.reopen();
  if (message.t === "here" && !pages.has(page)) page.port.postMessage({ t: "who" } satisfies FromWorker);
  if (message.t === "want") {
    pages.add(page);
    const before = new Set(page.views.map(viewKey));
    page.views = message.views;
    page.port.postMessage({ t: "status", args: [connection.status] } satisfies FromWorker);
    for (const view of page.views) {
      const state = before.has(viewKey(view)) ? null : connection.stateOf(viewKey(view));
      if (state !== null) page.port.postMessage({ t: "view", args: [viewKey(view), { kind: "state", state }] } satisfies FromWorker);
    }
  }
  if (message.t === "want" || message.t === "bye") wantAll();
}

function forgetSilent(): void {
  const silent = [...pages].filter((page) => Date.now() - page.heardAt > FORGET_MS);
  for (const page of silent) pages.delete(page);
  if (silent.length > 0) wantAll();
}

setInterval(forgetSilent, 30_000);
onWake(() => connection.reopen());

self.addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port === undefined) return;
  const page: Page = { port, views: [], heardAt: Date.now() };
  port.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => take(page, data));
  port.start();
});
