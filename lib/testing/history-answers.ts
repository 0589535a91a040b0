import type { HistoryCoverage, LossesAnswer, LossRow, StateChartAnswer, StateChartPoint } from "@/lib/contract/answers/history";
import type { State } from "@/lib/domain/verdict/verdict";
import { anEntryRow, countsOf, ROWS_NOW } from "./rows";

const minute = 60_000;

export function aRecord(change: Partial<HistoryCoverage> = {}): HistoryCoverage {
  return { since: ROWS_NOW - 6 * 60 * minute, asOf: ROWS_NOW, status: "recording", notice: "", ...change };
}

/** A point of a band of forty, `minutes` before the moment of the rows. */
export function aBandPoint(minutes: number, counts: Partial<Record<State, number>> = {}, missing = 0): StateChartPoint {
  const down = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { at: ROWS_NOW - minutes * minute, counts: countsOf(counts), missing, total: 40 - missing, serving: 40 - missing - down };
}

/** Six hours of forty machines, all well, with what a test says otherwise. */
export function aBand(change: Partial<StateChartAnswer> = {}): StateChartAnswer {
  const from = ROWS_NOW - 6 * 60 * minute;
  return {
    from,
    to: ROWS_NOW,
    points: [aBandPoint(360)],
    stepMs: 1_000,
    gaps: [],
    markers: [],
    expected: [{ at: from, size: 40, from: "learned" }],
    sizesComputedUntil: null,
    availability: { percent: "100", observedMs: 6 * 60 * minute, of: "expected", since: from, unseenMs: 0, total: { least: 40, most: 40 } },
    timeToRecover: { medianMs: null, longestMs: null, recovered: 0, notRecovered: 0, notMeasured: 0 },
    churn: { appeared: 0, ended: 0, lost: 0 },
    recorded: aRecord(),
    ...change,
  };
}

/** A machine that left an hour ago and was removed ten seconds later. */
export function aLoss(change: Partial<LossRow> = {}): LossRow {
  const row = change.row ?? anEntryRow({ state: "vanished", connection: "disconnected" });
  return {
    id: row.id,
    row,
    cause: "left",
    planned: false,
    disconnectedAt: ROWS_NOW - 64 * minute + 12_000,
    endedAt: ROWS_NOW - 64 * minute + 22_000,
    notBefore: null,
    replacedBy: "",
    backAt: null,
    ...change,
  };
}

export function theLosses(rows: readonly LossRow[], change: Partial<LossesAnswer> = {}): LossesAnswer {
  const planned = rows.filter((row) => row.planned).length;
  return {
    from: ROWS_NOW - 1440 * minute,
    to: ROWS_NOW,
    total: rows.length - planned,
    planned,
    back: rows.filter((row) => !row.planned && row.replacedBy !== "").length,
    backSince: rows.reduce<number | null>((last, { backAt }) => (backAt === null ? last : Math.max(last ?? 0, backAt)), null),
    left: 34,
    leftAt: ROWS_NOW - 65 * minute,
    rows: [...rows],
    traits: [],
    recorded: aRecord(),
    ...change,
  };
}
