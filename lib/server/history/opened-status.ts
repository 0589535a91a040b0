import { setTimeout as wait } from "node:timers/promises";
import type { HistoryStatus } from "./history-record";

/** A record is opened within this time as a rule. Milliseconds. */
const OPENING_MS = 2_000;
const LOOK_AGAIN_MS = 20;

/** The status once a record that is being opened is open, if that is soon: a page that comes with the server waits a moment rather than being refused. */
export async function openedStatus(status: () => HistoryStatus): Promise<HistoryStatus> {
  const until = performance.now() + OPENING_MS;
  for (;;) {
    const now = status();
    if (now.kind !== "starting" || now.reason !== "" || performance.now() > until) return now;
    await wait(LOOK_AGAIN_MS);
  }
}
