import * as z from "zod/mini";
import { EntryRow, StateCounts, WireState } from "@/lib/contract/views/rows";
import { SIZE_SOURCES } from "@/lib/domain/group/expected-size";
import { LOSS_ENDS } from "@/lib/domain/history/loss-ends";
import { TRANSITIONS } from "@/lib/domain/history/transition";

const ms = z.number();

/** How far an answer's record reaches: `since` = the first moment recorded (null = nothing yet), `asOf` = all before it is in the answer. */
export const HistoryCoverage = z.object({
  since: z.nullable(ms),
  asOf: ms,
  status: z.enum(["off", "starting", "recording", "paused"]),
  /** Why it is not recording, or what to know about it; "" = nothing. */
  notice: z.string(),
});
export type HistoryCoverage = z.infer<typeof HistoryCoverage>;

/** A while that nobody recorded. `reason` in words: "the recorder was not running", "Pods were denied". `blindTo`: the kinds not seen, empty = all. */
export const Gap = z.object({ from: ms, to: ms, reason: z.string(), blindTo: z.array(z.string()) });
export type Gap = z.infer<typeof Gap>;

/** Something to mark above a plot; `count` machines or objects were part of it. */
export const Marker = z.object({
  at: ms,
  kind: z.enum(["group-created", "group-edited", "group-deleted", "istiod", "service", "losses"]),
  /** Short: "istiod rolled", "checkout −6", "group edited". */
  label: z.string(),
  detail: z.string(),
  count: z.number(),
});
export type Marker = z.infer<typeof Marker>;

/** What the expected size of something was from a moment on; "mixed" = of several groups, some of which declare theirs. */
export const ExpectedStep = z.object({ at: ms, size: z.nullable(z.number()), from: z.enum([...SIZE_SOURCES, "mixed"]) });
export type ExpectedStep = z.infer<typeof ExpectedStep>;

/**
 * A band: what does not plainly serve, by state, as steps over time. Each point holds from its `at` until the next one's; `counts`
 * by the code of each state (healthy and unchecked are always 0 here), `missing` = expected but not there. At most two points per pixel asked for.
 */
export const BandPoint = z.object({ at: ms, counts: StateCounts, missing: z.number(), serving: z.number(), total: z.number() });
export type BandPoint = z.infer<typeof BandPoint>;

/** The share of machine time in which machines were serving. */
export const Availability = z.object({
  /** Floored to two digits, never rounded up. */
  percent: z.string(),
  /** For so long some of the machines were watched. */
  observedMs: ms,
  /** Totals by expected sizes; "held": by registered machines and their losses, as no size is known; "mixed": some of either. */
  of: z.enum(["expected", "held", "mixed"]),
  /** The first moment within the window from which machines count. */
  since: ms,
  /** For so long after it some of the machines were not watched. They do not count then. */
  unseenMs: ms,
  /** The total of machines: its smallest and its largest value within the window. */
  total: z.object({ least: z.number(), most: z.number() }),
});
export type Availability = z.infer<typeof Availability>;

/** The times from the first lost or failed machine of a group until as many serve as before. Milliseconds; null = no time was measured. */
const TimeToRecover = z.object({
  medianMs: z.nullable(ms),
  longestMs: z.nullable(ms),
  /** The losses whose time was measured, those that still last or ended with a smaller group, and those that a gap or the window hides in part. */
  recovered: z.number(),
  notRecovered: z.number(),
  notMeasured: z.number(),
});

export const BandAnswer = z.object({
  from: ms,
  to: ms,
  points: z.array(BandPoint),
  /** To so many milliseconds the moments of the points are told: a longer window is drawn from minutes or hours. */
  stepMs: ms,
  gaps: z.array(Gap),
  markers: z.array(Marker),
  expected: z.array(ExpectedStep),
  /** Learned sizes before this moment are computed, because an earlier version stored none; null = none is. */
  sizesComputedUntil: z.nullable(ms),
  /** Null = nothing was observed. */
  availability: z.nullable(Availability),
  /** Null = nothing was observed. */
  timeToRecover: z.nullable(TimeToRecover),
  churn: z.object({ appeared: z.number(), ended: z.number(), lost: z.number() }),
  recorded: HistoryCoverage,
});
export type BandAnswer = z.infer<typeof BandAnswer>;

/** Small bands for rows of a list: one number per bucket and row, the share (0–100) that does not plainly serve and its worst state. */
export const RowBand = z.object({
  id: z.string(),
  /** One word per bucket: the code of the worst state, -1 = nothing there, -2 = not recorded. */
  worst: z.array(z.number()),
  /** 0–100 per bucket. */
  share: z.array(z.number()),
  /** Turns from healthy to not and back within 24 h; null = not recorded. */
  flaps: z.nullable(z.number()),
  /** For so long of these 24 h the row existed and was watched. */
  flapsObservedMs: ms,
});
export type RowBand = z.infer<typeof RowBand>;
export const RowBandsAnswer = z.object({ from: ms, to: ms, rows: z.array(RowBand), recorded: HistoryCoverage });
export type RowBandsAnswer = z.infer<typeof RowBandsAnswer>;

/** A machine that is gone, as it last was. `between` is set where nobody saw it go. */
export const LossRow = z.object({
  id: z.string(),
  row: EntryRow,
  cause: z.string(),
  /** The end was intended, and the machine is not lost: there was a plan, or a user or a tool deleted an entry that istiod does not write. */
  planned: z.boolean(),
  /** The cause in one sentence, with its times as ISO words left to the page. */
  disconnectedAt: z.nullable(ms),
  endedAt: ms,
  notBefore: z.nullable(ms),
  /** Who came back under its name: the uid, or ""; and when. */
  replacedBy: z.string(),
  backAt: z.nullable(ms),
  /** Until when the machine counted in the total of its group, and what ended that; `by`: the user who accepted the loss. Missing = it still counts, or that is not known. */
  countedUntil: z.optional(z.object({ at: ms, because: z.enum([...LOSS_ENDS, "left-healthy"]), by: z.optional(z.string()) })),
});
export type LossRow = z.infer<typeof LossRow>;

/** One value of a trait: how many of the lost had it, and how many of those that are left. */
export const LossTrait = z.object({ trait: z.string(), value: z.string(), lost: z.number(), left: z.number() });
export type LossTrait = z.infer<typeof LossTrait>;

export const LossesAnswer = z.object({
  from: ms,
  to: ms,
  /** Losses that nobody planned; the planned ones are counted apart. */
  total: z.number(),
  planned: z.number(),
  /** Of the unplanned, those whose name is in use again, and since when the last of them is; null = none is. */
  back: z.number(),
  backSince: z.nullable(ms),
  /** Machines that stayed: they were there before the first of the unplanned losses and were not lost. `leftAt` null = those of now, without who is back. */
  left: z.number(),
  leftAt: z.nullable(ms),
  rows: z.array(LossRow),
  /** Most telling first; counts are of the unplanned. */
  traits: z.array(LossTrait),
  recorded: HistoryCoverage,
});
export type LossesAnswer = z.infer<typeof LossesAnswer>;

/** A stretch of a swimlane. `to` null = still. `from` with `fromAtLeast`: it began then or earlier. */
export const TimelineSpan = z.object({
  from: ms,
  to: z.nullable(ms),
  fromAtLeast: z.boolean(),
  /** By lane: a uid; a replica; "True", "False", "" (no report); a State. */
  value: z.string(),
  /** The state whose tone colours it. */
  state: WireState,
  detail: z.string(),
  /** Connection lane: renewed at these moments without an outage. Health lane: confirmed at. */
  marks: z.array(ms),
});
export type TimelineSpan = z.infer<typeof TimelineSpan>;

/** One thing that happened, as the log shows it. */
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
  /** Equal things of one group within a moment are one row: how many, and the first few names. */
  count: z.number(),
  names: z.array(z.string()),
  /** Of a finding: the first object that it names. */
  about: z.optional(z.object({ kind: z.string(), namespace: z.string(), name: z.string() })),
});
export type ActivityRow = z.infer<typeof ActivityRow>;

/** Everything about one name: its incarnations, and the swimlanes of the window. */
export const TimelineAnswer = z.object({
  from: ms,
  to: ms,
  /** Newest first; `endedAt` null = it is there. */
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
  /** The entry as it last was, where it is no more; else null. */
  last: z.nullable(LossRow),
  existence: z.array(TimelineSpan),
  connection: z.array(TimelineSpan),
  health: z.array(TimelineSpan),
  state: z.array(TimelineSpan),
  changes: z.array(ActivityRow),
  gaps: z.array(Gap),
  markers: z.array(Marker),
  /** Observed time in each state within the window, milliseconds by its code. */
  timeInState: z.array(z.number()),
  flaps24h: z.nullable(z.number()),
  /** For so long of these 24 h the machine existed and was watched. */
  flapsObservedMs: ms,
  confirmedAt: z.nullable(ms),
  recorded: HistoryCoverage,
});
export type TimelineAnswer = z.infer<typeof TimelineAnswer>;

export const ActivityAnswer = z.object({
  from: ms,
  to: ms,
  rows: z.array(ActivityRow),
  /** Pass as `before` for the next page; null = no more. */
  next: z.nullable(z.string()),
  /** How many things of each type the window has, by the filter without its type. */
  types: z.array(z.object({ type: z.enum(TRANSITIONS), count: z.number() })),
  gaps: z.array(Gap),
  recorded: HistoryCoverage,
});
export type ActivityAnswer = z.infer<typeof ActivityAnswer>;

/** The freshness of a cluster at a moment of the past. Milliseconds. */
const ClusterThen = z.object({
  cluster: z.string(),
  freshness: z.object({ kind: z.enum(["live", "stale", "denied"]), asOf: z.nullable(ms) }),
  triedSince: z.optional(ms),
});

/** A view of the live pages as it was at a moment: head and rows as the live view has them. `gaps` = what nobody saw then, though most was seen. */
export const PastView = z.object({
  at: ms,
  head: z.record(z.string(), z.unknown()),
  rows: z.array(z.looseObject({ id: z.string() })),
  gaps: z.array(Gap),
  recorded: HistoryCoverage,
  /** All clusters as they were then; missing = all were reached. */
  clusters: z.optional(z.array(ClusterThen)),
  /** Learned sizes are computed, because the history did not store them then. */
  sizesComputed: z.optional(z.literal(true)),
});
export type PastView = z.infer<typeof PastView>;
