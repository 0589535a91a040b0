import * as z from "zod/mini";
import { WireNextStep, WireState } from "@/lib/contract/views/values";
import { HistoryCoverage, HistoryGap } from "./history";

const ms = z.number();
const count = z.number();

/** One rollout in the history. `id` is the value of `rollout=` in a URL. */
export const RolloutSummary = z.object({
  id: z.string(),
  cluster: z.string(),
  kind: z.enum(["rolled", "restarted", "ended"]),
  from: ms,
  to: ms,
  /** The time that every page shows (`firstReplacementStartTime`). If no replica replaces another, the end of the first replica. */
  rolledAt: ms,
  ended: count,
  came: count,
  /** The revisions of ended and of new replicas, sorted. */
  revisionsBefore: z.array(z.string()),
  revisionsAfter: z.array(z.string()),
});
export type RolloutSummary = z.infer<typeof RolloutSummary>;

/** A machine that is not back: its former locality, network and replica, and the next step of Istio for its entry. */
export const UnreconnectedMachine = z.object({
  /** `CLUSTER/UID` of its entry at the beginning. */
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  group: z.string(),
  locality: z.string(),
  network: z.string(),
  /** Its replica at the beginning. */
  replica: z.string(),
  outcome: z.enum(["away", "out", "vanished"]),
  /** The state of its entry, or the last state if the entry is gone. */
  state: WireState,
  /** The start of this state; null = not known. */
  since: z.nullable(ms),
  next: z.nullable(WireNextStep),
  /** The cause of the loss if the entry is gone, or "". */
  cause: z.string(),
});
export type UnreconnectedMachine = z.infer<typeof UnreconnectedMachine>;

/** The outcome for the machines that were connected at `from`. */
export const WireReconnectionOutcome = z.object({
  kind: z.enum(["rollout", "baseline"]),
  /** The id of a rollout; "" = a baseline. */
  id: z.string(),
  /** The time of the comparison. `until`: the end of the data in it. */
  from: ms,
  until: ms,
  /** The end of the first replica, and the last event of any replica; null = no such event. */
  began: z.nullable(ms),
  ended: z.nullable(ms),
  /** The time of the rollout that every page shows; null = a baseline. */
  rolledAt: z.nullable(ms),
  /** False if `until` is now: the outcome may still change. */
  isOver: z.boolean(),
  total: count,
  back: count,
  same: count,
  away: count,
  out: count,
  vanished: count,
  steps: z.array(z.object({ at: ms, back: count })),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  slowest: z.nullable(z.number()),
  /** Moves from ended replicas: `own` timed by the machine's disconnectedAt, `byEnd` by the end of the replica, `early` without a known time. */
  moves: count,
  own: count,
  byEnd: count,
  early: count,
  targets: z.array(z.object({ replica: z.string(), revision: z.string(), count })),
  /** The ended replicas, with the number of machines connected to each at the beginning. */
  replicas: z.array(z.object({ cluster: z.string(), name: z.string(), revision: z.string(), endedAt: ms, stoppingAt: z.nullable(ms), held: count })),
  /** `confirmed` null = not known: data of the past does not have the reports that repeat the last one. */
  health: z.object({ checked: count, confirmed: z.nullable(count), worse: count, better: count, awaiting: count }),
  /** Properties that the machines that are not back share, the most significant first. */
  shared: z.array(z.object({ trait: z.string(), value: z.string(), count })),
  /** The machines that are not back, the longest first, and the number of further ones. */
  missing: z.array(UnreconnectedMachine),
  moreMissing: count,
  /** True if there were more events than the limit: the times cover the beginning only. */
  isCut: z.boolean(),
});
export type WireReconnectionOutcome = z.infer<typeof WireReconnectionOutcome>;

/** Rollouts, the newest first, and the outcome for machines in the requested one or since a baseline. */
export const RolloutsAnswer = z.object({
  rollouts: z.array(RolloutSummary),
  moreRollouts: count,
  /** Clusters whose replicas the viewer may see. In other clusters no rollout can be detected. */
  seen: z.array(z.string()),
  board: z.nullable(WireReconnectionOutcome),
  /** The reason why the requested board is missing; null = none was requested, or it is present. */
  problem: z.nullable(z.string()),
  gaps: z.array(HistoryGap),
  recorded: HistoryCoverage,
});
export type RolloutsAnswer = z.infer<typeof RolloutsAnswer>;

/** The id of no rollout, as a question: the answer then has the list of rollouts without the comparison of all machines. */
export const NO_ROLLOUT = { rollout: "none", baseline: null } as const;
