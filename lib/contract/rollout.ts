import * as z from "zod/mini";
import { WireNext } from "./heads";
import { Gap, Recorded } from "./history";
import { WireState } from "./rows";

const ms = z.number();
const count = z.number();

/** One rollout that the record noticed; `id` is what `rollout=` in the address says. */
export const RolloutSummary = z.object({
  id: z.string(),
  cluster: z.string(),
  kind: z.enum(["rolled", "restarted", "ended"]),
  from: ms,
  to: ms,
  /** Its one moment on every page (`rolloutMoment`); without a replica that replaces another, the first end. */
  rolledAt: ms,
  ended: count,
  came: count,
  /** Revisions of those that ended and of those that came, sorted. */
  revisionsBefore: z.array(z.string()),
  revisionsAfter: z.array(z.string()),
});
export type RolloutSummary = z.infer<typeof RolloutSummary>;

/** A machine that is not back: where it was, and what Istio does with what is left of it. */
export const MissingMachine = z.object({
  /** `CLUSTER/UID`, as it was at the beginning. */
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  group: z.string(),
  locality: z.string(),
  network: z.string(),
  /** The replica that held it at the beginning. */
  replica: z.string(),
  outcome: z.enum(["away", "out", "vanished"]),
  /** Of one whose entry is there: its state; of one that is gone, the state that it was in last. */
  state: WireState,
  /** Since when it is so; null = not known. */
  since: z.nullable(ms),
  next: z.nullable(WireNext),
  /** Why the entry of one that is gone went, or "". */
  cause: z.string(),
});
export type MissingMachine = z.infer<typeof MissingMachine>;

/** What became of the machines that were connected at `from`. */
export const WireBoard = z.object({
  kind: z.enum(["rollout", "baseline"]),
  /** Of a rollout, its id; of a baseline "". */
  id: z.string(),
  /** The moment of comparison; `until`: as of when it is told. */
  from: ms,
  until: ms,
  /** When the first replica ended, and when the last thing happened to one; null = to none. */
  began: z.nullable(ms),
  ended: z.nullable(ms),
  /** The one moment of a rollout on every page; null = a baseline. */
  rolledAt: z.nullable(ms),
  /** False while it is told as of now: then it may still change. */
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
  /** Moves from replicas that ended: so many are timed by the machine's own disconnectedAt, so many by the end of the replica, of the others it is not known. */
  moves: count,
  own: count,
  byEnd: count,
  early: count,
  targets: z.array(z.object({ replica: z.string(), revision: z.string(), count })),
  /** Replicas that ended, with the machines that each held at the beginning. */
  replicas: z.array(z.object({ cluster: z.string(), name: z.string(), revision: z.string(), endedAt: ms, stoppingAt: z.nullable(ms), held: count })),
  /** `confirmed` null = not known: a fleet of the past does not have the reports that repeat the last one. */
  health: z.object({ checked: count, confirmed: z.nullable(count), worse: count, better: count, awaiting: count }),
  /** What those that are not back have in common, most telling first. */
  shared: z.array(z.object({ trait: z.string(), value: z.string(), count })),
  /** Those that are not back, longest first, and how many more there are. */
  missing: z.array(MissingMachine),
  moreMissing: count,
  /** More happened than was read: what is told of the times is of the beginning only. */
  isCut: z.boolean(),
});
export type WireBoard = z.infer<typeof WireBoard>;

/** Rollouts, newest first, and what became of the machines in the one that is asked for, or since a baseline. */
export const RolloutsAnswer = z.object({
  rollouts: z.array(RolloutSummary),
  moreRollouts: count,
  /** Clusters whose replicas the asker may see come and go; elsewhere no rollout can be noticed. */
  seen: z.array(z.string()),
  board: z.nullable(WireBoard),
  /** Why there is no board, though one was asked for; null = none was, or it is there. */
  problem: z.nullable(z.string()),
  gaps: z.array(Gap),
  recorded: Recorded,
});
export type RolloutsAnswer = z.infer<typeof RolloutsAnswer>;
