import { formatWindow, type HistoryWindow } from "@/lib/contract/url/history-window";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { LostFleet } from "./lost-fleet";
import type { HistoryDatabase } from "./open-database";
import type { Span } from "./queries/spans";

/** So many windows are kept in memory. */
const KEPT = 3;

/** Those who vanished, by the windows that were asked for last. */
export class LostFleets {
  readonly #kept = new Map<string, LostFleet>();

  constructor(private readonly live: FleetReader) {}

  /** The machines that vanished within a span. One that moves on with the time is `window`, and is read on; any other is read at once. */
  async of(database: HistoryDatabase["read"], window: HistoryWindow, span: Span, endsNow: boolean): Promise<LostFleet> {
    const key = endsNow ? formatWindow(window) : `${span.from}-${span.to}`;
    const lost = this.#kept.get(key) ?? new LostFleet(this.live);
    this.#kept.delete(key);
    this.#kept.set(key, lost);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    await lost.readTo(database, span);
    return lost;
  }
}
