import type { ViewRequest } from "@/lib/contract/views/view";
import type { LiveStream } from "./live-stream";
import type { Reading } from "./open-views";

/** What one stream has asked for. */
export interface Wants {
  /** All of it, by the browser's own numbers. */
  all: ReadonlyMap<number, ViewRequest>;
  readonly readings: Map<number, Reading>;
  /** What it was shown at some time: that may stand still. */
  readonly shown: Set<number>;
  /** Requests whose turn has not come. */
  readonly waiting: Map<number, ViewRequest>;
  /** A stream stands in line once, however often it changes its mind. */
  isInLine: boolean;
  /** Called once when nothing waits any more. */
  settled: (() => void) | null;
}

export function noWants(): Wants {
  return { all: new Map(), readings: new Map(), shown: new Set(), waiting: new Map(), isInLine: false, settled: null };
}

/** What the views of a stream cost. */
export function rowsOf(wants: Wants | undefined): number {
  return [...(wants?.readings.values() ?? [])].reduce((sum, { view }) => sum + view.cost, 0);
}

/** The stream whose views cost the most, and how much; null = nobody reads any. */
export function whoHasMost(wantsOf: ReadonlyMap<LiveStream, Wants>): readonly [LiveStream | null, number] {
  let most: LiveStream | null = null;
  let rows = 0;
  for (const [stream, wants] of wantsOf) if (rowsOf(wants) > rows) [most, rows] = [stream, rowsOf(wants)];
  return [most, rows];
}
