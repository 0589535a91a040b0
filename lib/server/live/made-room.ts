import type { LiveStream } from "./live-stream";
import type { OpenViews } from "./open-views";
import { rowsOf, type Wants, whoHasMost } from "./wants";

interface Crowd {
  /** Who asks for one view more, and what that costs, in rows. */
  readonly stream: LiveStream;
  readonly cost: number;
  readonly views: OpenViews;
  readonly wantsOf: ReadonlyMap<LiveStream, Wants>;
  /** Takes a view from a stream. */
  drop(stream: LiveStream, viewId: number): void;
}

/** Makes room for a view by taking views from whoever has the most; false where that is the one who asks. */
export function madeRoom({ stream, cost, views, wantsOf, drop }: Crowd): boolean {
  while (!views.hasRoom(cost)) {
    const [most, rows] = whoHasMost(wantsOf);
    if (most === null || rowsOf(wantsOf.get(stream)) + cost >= rows) return false;
    const [dearest] = [...(wantsOf.get(most)?.readings.values() ?? [])].sort((a, b) => b.view.cost - a.view.cost);
    if (dearest === undefined) return false;
    drop(most, dearest.viewId);
  }
  return true;
}
