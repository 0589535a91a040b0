import { viewCoversAnyCluster } from "@/lib/contract/views/held-views";
import type { ViewRequest } from "@/lib/contract/views/view";
import { scopeWithoutClusters, type Viewer } from "@/lib/domain/source/scope";
import { Account } from "./turns";

/** Where a stream's bytes go. `room` is false while the reader is behind. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  readonly room: boolean;
  end(): void;
}

/** One browser's open stream. A reader that falls behind is not sent more and more: it is marked, and gets fresh snapshots once it has caught up. */
export class LiveStream {
  behind = false;
  /** What was done for this browser lately. */
  readonly account = new Account();
  #ended = false;
  #unchecked: ReadonlySet<string> = new Set();
  #elsewhere: Viewer;

  constructor(
    readonly id: string,
    readonly viewer: Viewer,
    private readonly sink: ByteSink,
  ) {
    this.#elsewhere = viewer;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Is there room again for a reader that was behind? */
  get caughtUp(): boolean {
    return this.sink.room;
  }

  /** Sends, or marks the reader as behind; false where nothing was sent. */
  send(bytes: Uint8Array): boolean {
    if (this.#ended) return false;
    if (!this.sink.room) {
      this.behind = true;
      return false;
    }
    this.sink.write(bytes);
    return true;
  }

  /** What its viewer may see of these clusters could not be checked: whatever may show something of them stands still. */
  hold(clusters: ReadonlySet<string>): void {
    this.#unchecked = clusters;
    this.#elsewhere = clusters.size === 0 ? this.viewer : { ...this.viewer, scope: scopeWithoutClusters(this.viewer.scope, clusters) };
  }

  /** Who reads a view of this stream: its viewer, without what could not be checked; null = the view stands still. */
  readerOf(request: Pick<ViewRequest, "query">): Viewer | null {
    return viewCoversAnyCluster(request, this.#unchecked) ? null : this.#elsewhere;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.sink.end();
  }
}
