import type { PatchFrame } from "@/lib/contract/views/frames";
import type { LiveListener } from "./live-connection";
import type { ViewUpdate } from "./live-views";
import type { WantedView } from "./view-key";

/** Where a page gets its views from: a worker that all pages of the browser share, or a stream of its own. */
export interface LiveSource {
  want(views: readonly WantedView[]): void;
  /** What is refused, or waits, is asked for at once. */
  wake(): void;
  /** The sign-in was renewed: what is shown goes on by the new one. */
  handOver(): void;
  /** The sign-in is over: no stream by it is believed any more. */
  signedOut(): void;
  close(): void;
}

/** What a source tells its page. */
export interface PageListener extends Pick<LiveListener, "status"> {
  view(key: string, update: ViewUpdate): void;
  /** The page or the machine has slept: nothing it holds is believed until the stream has spoken anew. */
  doubt(): void;
}

/** What a page tells the shared worker. `turn` counts its sleeps: a page that slept knows nothing, and hears nothing of before. */
export type ToWorker =
  | { readonly t: "want"; readonly views: readonly WantedView[]; readonly turn: number }
  | { readonly t: "here" }
  | { readonly t: "woke" }
  | { readonly t: "renewed" }
  | { readonly t: "over" }
  | { readonly t: "bye" };

/** One of the messages that the worker sends to a page, several at once: a view as it is, what turns the one told before into the next, calls of its listener, that it is there itself, or that it has forgotten the page. */
export type FromWorker = (
  | { readonly t: "view"; readonly key: string; readonly update: ViewUpdate }
  | { readonly t: "patch"; readonly key: string; readonly patch: PatchFrame }
  | { readonly t: "status"; readonly args: Parameters<LiveListener["status"]> }
  | { readonly t: "here" }
  | { readonly t: "who" }
) & { readonly turn: number };
