import type { LiveListener } from "./live-connection";
import type { WantedView } from "./view-key";

/** Where a page gets its views from: a worker that all pages of the browser share, or a stream of its own. */
export interface LiveSource {
  want(views: readonly WantedView[]): void;
  close(): void;
}

/** What a source tells its page. */
export interface PageListener extends LiveListener {
  /** The page or the machine has slept: nothing it holds is believed until the stream has spoken anew. */
  doubt(): void;
}

/** What a page tells the shared worker. `turn` counts its sleeps: a page that slept knows nothing, and hears nothing of before. */
export type ToWorker =
  | { readonly t: "want"; readonly views: readonly WantedView[]; readonly turn: number }
  | { readonly t: "here" }
  | { readonly t: "woke" }
  | { readonly t: "bye" };

/** What the worker tells a page: calls of its listener, that it is there itself, or that it has forgotten the page. */
export type FromWorker = (
  | { readonly t: "view"; readonly args: Parameters<LiveListener["view"]> }
  | { readonly t: "status"; readonly args: Parameters<LiveListener["status"]> }
  | { readonly t: "here" }
  | { readonly t: "who" }
) & { readonly turn: number };
