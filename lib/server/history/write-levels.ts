import { ROLL_UP_LISTS_FORMAT } from "@/lib/domain/history/stored-format";
import type { Tables } from "./batch-context";
import type { HistoryRecord } from "./history-record";
import type { KnownIds } from "./known-ids";
import { endOfWindow } from "./write-recorder";

type Of<Kind> = Extract<HistoryRecord, { kind: Kind }>;

/** Of several recorders' sums of the same bucket the one that observed longest stays; of the same length, the later. */
export async function insertLevels(tables: Tables, ids: KnownIds, records: readonly Of<"levels">[]): Promise<void> {
  // A statement may name a row once: of one bucket's sums in a batch the last is the longest.
  const rows = new Map(
    records.map(({ series, levels }) => {
      const seriesId = ids.series(series) ?? 0;
      const { state_ms, state_peak, state_end, ...numbers } = levels;
      const row = {
        ...numbers,
        series_id: seriesId,
        state_ms: JSON.stringify(state_ms),
        state_peak: JSON.stringify(state_peak),
        state_end: JSON.stringify(state_end),
        format: ROLL_UP_LISTS_FORMAT,
      };
      return [`${levels.tier} ${String(seriesId).padStart(12)} ${levels.at}`, row] as const;
    }),
  );
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  if (sorted.length === 0) return;
  const columns = Object.keys(sorted[0] ?? {}).filter((column) => !["tier", "series_id", "at"].includes(column)) as (keyof (typeof sorted)[number])[];
  await tables
    .insertInto("roll_up")
    .values(sorted)
    .onConflict((conflict) =>
      conflict
        .columns(["tier", "series_id", "at"])
        .doUpdateSet((row) => Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)])))
        .where((row) => row("excluded.observed_ms", ">=", row.ref("roll_up.observed_ms"))),
    )
    .execute();
}

/** A window is one row, which grows. */
export async function upsertWindows(tables: Tables, recorderId: number, records: readonly Of<"window">[]): Promise<void> {
  const rows = new Map(
    records.map(({ cluster, watched, namespace, from, to, endedBecause }) => {
      const row = {
        recorder_id: recorderId,
        cluster,
        kind: watched,
        namespace,
        from_at: from,
        to_at: to,
        ...(endedBecause === null ? { ended_because: "", facts: null } : endOfWindow(endedBecause)),
      };
      return [`${cluster}\n${watched}\n${namespace}\n${from}`, row] as const;
    }),
  );
  if (rows.size === 0) return;
  await tables
    .insertInto("watch_window")
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(["recorder_id", "cluster", "kind", "namespace", "from_at"])
        .doUpdateSet((row) => ({ to_at: row.ref("excluded.to_at"), ended_because: row.ref("excluded.ended_because"), facts: row.ref("excluded.facts") })),
    )
    .execute();
}
