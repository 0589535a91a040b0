import * as z from "zod/mini";
import { EntryRow } from "@/lib/contract/views/entry-row";
import { StateCounts, WireState } from "@/lib/contract/views/values";
import { EXPECTED_SIZE_KINDS } from "@/lib/domain/group/expected-size";
import { LOSS_END_REASONS } from "@/lib/domain/history/loss-ends";
import { TRANSITIONS } from "@/lib/domain/history/transition";

const ms = z.number();

/** The time that the history of an answer covers. `since`: its first moment (null = nothing yet). `asOf`: the answer includes everything before it. */
export const HistoryCoverage = z.object({
  since: z.nullable(ms),
  asOf: ms,
  status: z.enum(["off", "starting", "recording", "paused"]),
  /** The reason why the history is not recorded, or another remark; "" = none. */
  notice: z.string(),
});
export type HistoryCoverage = z.infer<typeof HistoryCoverage>;

/**
 * A gap of the history. `reason`: a phrase such as "the recorder was not running" or "Pods were denied". `blindTo`: the kinds that were not observed; empty =
 * all.
 */
export const HistoryGap = z.object({ from: ms, to: ms, reason: z.string(), blindTo: z.array(z.string()) });
export type HistoryGap = z.infer<typeof HistoryGap>;

/** A mark above a plot. `count`: the number of machines or objects in it. */
export const ChartMarker = z.object({
  at: ms,
  kind: z.enum(["group-created", "group-edited", "group-deleted", "istiod", "service", "losses", "incident"]),
  /** A short text: "istiod rolled", "checkout −6", "group edited". */
  label: z.string(),
  detail: z.string(),
  count: z.number(),
  /** The key of the incident that begins here. */
  incident: z.optional(z.string()),
  /** The id of the rollout of istiod that begins here: that of `RolloutSummary`. */
  rollout: z.optional(z.string()),
});
export type ChartMarker = z.infer<typeof ChartMarker>;

/** The expected size from a moment on. "mixed" = the sum of several groups, of which some declare their size. */
export const ExpectedSizeStep = z.object({ at: ms, size: z.nullable(z.number()), from: z.enum([...EXPECTED_SIZE_KINDS, "mixed"]) });
export type ExpectedSizeStep = z.infer<typeof ExpectedSizeStep>;

/**
 * One step of a band: machines that are not plainly serving, by state. A point holds from its `at` until that of the next point. `counts`: by the code of each
 * state; healthy and unchecked are always 0 here. `missing`: expected but not registered. At most two points per requested pixel.
 */
export const StateChartPoint = z.object({ at: ms, counts: StateCounts, missing: z.number(), serving: z.number(), total: z.number() });
export type StateChartPoint = z.infer<typeof StateChartPoint>;

/** The share of machine time in which machines were serving. */
export const Availability = z.object({
  /** Floored to two digits, never rounded up. */
  percent: z.string(),
  /** The time in which at least some of the machines were observed. */
  observedMs: ms,
  /** The basis of the totals. "expected": expected sizes. "held": registered machines and their losses, because no size is known. "mixed": both. */
  of: z.enum(["expected", "held", "mixed"]),
  /** The first moment of the window at which machines count. */
  since: ms,
  /** The time after `since` in which some of the machines were not observed. These machines do not count then. */
  unseenMs: ms,
  /** The smallest and the largest total of machines within the window. */
  total: z.object({ least: z.number(), most: z.number() }),
});
export type Availability = z.infer<typeof Availability>;

/** The times from the first lost or failed machine of a group until as many are serving as before. Milliseconds; null = no time was measured. */
const TimeToRecover = z.object({
  medianMs: z.nullable(ms),
  longestMs: z.nullable(ms),
  /**
   * The losses by outcome. `recovered`: the time was measured. `notRecovered`: they last, or ended with a smaller group. `notMeasured`: a gap or the window
   * hides a part of them.
   */
  recovered: z.number(),
  notRecovered: z.number(),
  notMeasured: z.number(),
});

/** Answer of GET /api/history/band: states, sizes and availability of machines over a window. Milliseconds. */
export const StateChartAnswer = z.object({
  from: ms,
  to: ms,
  points: z.array(StateChartPoint),
  /** The resolution of the points in milliseconds. A longer window is drawn from minutes or hours. */
  stepMs: ms,
  gaps: z.array(HistoryGap),
  markers: z.array(ChartMarker),
  expected: z.array(ExpectedSizeStep),
  /** Learned sizes before this moment are computed, because an earlier version stored none; null = no size is computed. */
  sizesComputedUntil: z.nullable(ms),
  /** Null = nothing was observed. */
  availability: z.nullable(Availability),
  /** Null = nothing was observed. */
  timeToRecover: z.nullable(TimeToRecover),
  churn: z.object({ appeared: z.number(), ended: z.number(), lost: z.number() }),
  recorded: HistoryCoverage,
});
export type StateChartAnswer = z.infer<typeof StateChartAnswer>;

/** The small band of one list row. Each bucket has the worst state and the share (0–100) that is not plainly serving. */
export const RowStateChart = z.object({
  id: z.string(),
  /** Per bucket the code of the worst state; -1 = the row did not exist, -2 = not recorded. */
  worst: z.array(z.number()),
  /** Per bucket, 0–100. */
  share: z.array(z.number()),
  /** Changes from healthy to another state and back within 24 h; null = not recorded. */
  flaps: z.nullable(z.number()),
  /** The time in these 24 h for which the row existed and was observed. */
  flapsObservedMs: ms,
});
export type RowStateChart = z.infer<typeof RowStateChart>;
/** Answer of GET /api/history/rows. Milliseconds. */
export const RowStateChartsAnswer = z.object({ from: ms, to: ms, rows: z.array(RowStateChart), recorded: HistoryCoverage });
export type RowStateChartsAnswer = z.infer<typeof RowStateChartsAnswer>;

/** A machine that is gone, in its last state. `notBefore`: the end was not observed, and is not earlier than this. */
export const LossRow = z.object({
  id: z.string(),
  row: EntryRow,
  cause: z.string(),
  /** The end was intended, and the machine is not lost: there was a plan, or a user or a tool deleted an entry that istiod does not write. */
  planned: z.boolean(),
  disconnectedAt: z.nullable(ms),
  endedAt: ms,
  notBefore: z.nullable(ms),
  /** The uid of the later entry with the same name ("" = none). `backAt`: the moment of its registration. */
  replacedBy: z.string(),
  backAt: z.nullable(ms),
  /**
   * The moment until which the machine counted in its group's total, and what ended that. `by`: the user who accepted the loss. Missing = it still counts, or
   * this is not known.
   */
  countedUntil: z.optional(z.object({ at: ms, because: z.enum([...LOSS_END_REASONS, "left-healthy"]), by: z.optional(z.string()) })),
});
export type LossRow = z.infer<typeof LossRow>;

/** One value of a trait. `lost` and `left`: the numbers of lost and of remaining machines that have it. */
export const LossesByTraitValue = z.object({ trait: z.string(), value: z.string(), lost: z.number(), left: z.number() });
export type LossesByTraitValue = z.infer<typeof LossesByTraitValue>;

/** Answer of GET /api/history/losses: losses within a window. Milliseconds. */
export const LossesAnswer = z.object({
  from: ms,
  to: ms,
  /** Unplanned losses. `planned` counts the others. */
  total: z.number(),
  planned: z.number(),
  /** Unplanned losses whose name is in use again. `backSince`: the moment of the latest return; null = none. */
  back: z.number(),
  backSince: z.nullable(ms),
  /**
   * Machines that stayed: they existed before the first unplanned loss and were not lost. `leftAt`: null = the current machines without those that returned.
   */
  left: z.number(),
  leftAt: z.nullable(ms),
  rows: z.array(LossRow),
  /** Most significant trait first. The counts are of unplanned losses. */
  traits: z.array(LossesByTraitValue),
  recorded: HistoryCoverage,
});
export type LossesAnswer = z.infer<typeof LossesAnswer>;

/** One span of a swimlane. `to`: null = it lasts. `fromAtLeast`: it began at `from` or earlier. */
export const TimelineSpan = z.object({
  from: ms,
  to: z.nullable(ms),
  fromAtLeast: z.boolean(),
  /** By lane: a uid; a replica; "True", "False" or "" (no report); a State. */
  value: z.string(),
  /** The state that gives the span its tone. */
  state: WireState,
  detail: z.string(),
  /** Connection lane: moments of a reconnect without an outage. Health lane: moments of a confirmation. */
  marks: z.array(ms),
});
export type TimelineSpan = z.infer<typeof TimelineSpan>;

/** One change, as the page Activity shows it. */
export const ActivityRow = z.object({
  id: z.string(),
  at: ms,
  notBefore: z.nullable(ms),
  type: z.enum(TRANSITIONS),
  cluster: z.string(),
  kind: z.string(),
  namespace: z.string(),
  group: z.string(),
  name: z.string(),
  uid: z.string(),
  from: z.string(),
  to: z.string(),
  detail: z.string(),
  /** Equal changes of one group at nearly the same time are one row. `count`: their number. `names`: the first few. */
  count: z.number(),
  names: z.array(z.string()),
  /** For a finding: the first object that it names. */
  about: z.optional(z.object({ kind: z.string(), namespace: z.string(), name: z.string() })),
  /** The key of the incident of a machine that stopped serving with this change. */
  incident: z.optional(z.string()),
});
export type ActivityRow = z.infer<typeof ActivityRow>;

/** The history of one entry name: its incarnations, and the swimlanes of the window. */
export const TimelineAnswer = z.object({
  from: ms,
  to: ms,
  /** Newest first. `endedAt`: null = the entry exists. */
  incarnations: z.array(
    z.object({
      uid: z.string(),
      from: ms,
      fromAtLeast: z.boolean(),
      endedAt: z.nullable(ms),
      notBefore: z.nullable(ms),
      cause: z.string(),
      planned: z.boolean(),
    }),
  ),
  /** The last state of the entry; null = the entry exists. */
  last: z.nullable(LossRow),
  existence: z.array(TimelineSpan),
  connection: z.array(TimelineSpan),
  health: z.array(TimelineSpan),
  state: z.array(TimelineSpan),
  changes: z.array(ActivityRow),
  gaps: z.array(HistoryGap),
  markers: z.array(ChartMarker),
  /** Observed milliseconds in each state within the window, by the state's code. */
  timeInState: z.array(z.number()),
  flaps24h: z.nullable(z.number()),
  /** The time in these 24 h for which the machine existed and was observed. */
  flapsObservedMs: ms,
  confirmedAt: z.nullable(ms),
  recorded: HistoryCoverage,
});
export type TimelineAnswer = z.infer<typeof TimelineAnswer>;

/** Answer of GET /api/history/activity. Milliseconds. */
export const ActivityAnswer = z.object({
  from: ms,
  to: ms,
  rows: z.array(ActivityRow),
  /** The value of `before` for the next page; null = there is none. */
  next: z.nullable(z.string()),
  /** The number of changes of each type in the window, by the filter without its type. */
  types: z.array(z.object({ type: z.enum(TRANSITIONS), count: z.number() })),
  gaps: z.array(HistoryGap),
  recorded: HistoryCoverage,
});
export type ActivityAnswer = z.infer<typeof ActivityAnswer>;

/** The freshness of a cluster at a moment of the past. Milliseconds. */
const ClusterThen = z.object({
  cluster: z.string(),
  freshness: z.object({ kind: z.enum(["live", "stale", "denied"]), asOf: z.nullable(ms) }),
  triedSince: z.optional(ms),
});

/** A view of the live pages at a past moment, with the head and rows of the live view. `gaps`: parts that were not observed then. */
export const PastView = z.object({
  at: ms,
  head: z.record(z.string(), z.unknown()),
  rows: z.array(z.looseObject({ id: z.string() })),
  gaps: z.array(HistoryGap),
  recorded: HistoryCoverage,
  /** The freshness of all clusters then; missing = all were reachable. */
  clusters: z.optional(z.array(ClusterThen)),
  /** Learned sizes are computed, because the history did not store them then. */
  sizesComputed: z.optional(z.literal(true)),
});
export type PastView = z.infer<typeof PastView>;
