import { LEARNED_SIZE_RULE } from "@/lib/domain/history/learned-size";
import type { Clock } from "@/lib/server/clock";
import { CHANGED } from "@/lib/server/fleet/changed";
import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import type { GroupMemory } from "@/lib/server/fleet/group-table";
import { log, thrownFields } from "@/lib/server/log";
import { GroupMemories } from "./group-memories";
import type { HistoryStatus } from "./history-record";
import type { HistoryDatabase } from "./open-database";
import type { Series } from "./queries/series-in-sight";

const AGAIN_MS = 60_000;
/** After a machine went its loss is soon on disk. */
const SOON_MS = 1_000;
const ANEW_MS = 3_600_000;

export interface KeeperParts {
  readonly database: HistoryDatabase;
  readonly status: () => HistoryStatus;
  readonly store: FleetStore;
  readonly clock: Clock;
  readonly timeScale: number;
}

/** Tells the live fleet what the record knows of its groups: once a minute, and soon after a machine went. The result ends it. */
export function keepMemories({ database, status, store, clock, timeScale }: KeeperParts): () => void {
  const { settledMs, heldMs, spanMs } = LEARNED_SIZE_RULE;
  const memories = new GroupMemories(database.read, { settledMs: settledMs / timeScale, heldMs: heldMs / timeScale, spanMs });
  let stopped = false;
  let wakeAt = Number.POSITIVE_INFINITY;
  let cancel: () => void = () => undefined;
  let anewAt = clock.monotonic() + ANEW_MS;
  const wake = (ms: number) => {
    const at = clock.monotonic() + ms;
    if (stopped || at >= wakeAt) return;
    cancel();
    wakeAt = at;
    cancel = clock.setTimer(() => void refresh(), ms);
  };
  const refresh = async () => {
    wakeAt = Number.POSITIVE_INFINITY;
    if (clock.monotonic() >= anewAt) {
      memories.forget();
      anewAt = clock.monotonic() + ANEW_MS;
    }
    try {
      if (status().kind === "recording") for (const [series, memory] of await memories.at(clock.now())) if (!stopped) remember(store, series, memory);
    } catch (error) {
      // The history says by itself that it cannot be read; what is known stays until it can.
      log("warn", "what groups held could not be read", thrownFields(error));
    }
    wake(AGAIN_MS / timeScale);
  };
  const unhook = store.hookEntries({
    leaving: (_, mask, moment) => {
      if ((mask & CHANGED.existence) !== 0 && moment.by === "end") wake(SOON_MS);
    },
    entering: () => undefined,
  });
  wake(SOON_MS);
  return () => {
    stopped = true;
    cancel();
    unhook();
  };
}

/** Only what is news is told: every group that is told of moves the pages that show it. */
function remember(store: FleetStore, { cluster, namespace, group }: Series, memory: GroupMemory): void {
  const place = store.places.find(cluster, namespace);
  const record = place && store.groups.find(place.id, group);
  if (record !== undefined && JSON.stringify(record.memory) !== JSON.stringify(memory)) store.remember(record, memory);
}
