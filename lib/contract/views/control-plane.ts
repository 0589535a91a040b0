import * as z from "zod/mini";
import { HistoryCoverage, HistoryGap } from "@/lib/contract/answers/history";
import type { ReplicaStatusKind } from "@/lib/domain/control-plane/replica-status";
import type { RevisionMismatch } from "@/lib/domain/control-plane/revision-match";
import type { UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";
import { type WireFact, WireNext } from "./heads";
import { type StateCounts, WireState } from "./rows";

/** One replica of istiod, from its Pod and the visible machines. Fields that come from its Pod are "" or null if there is no Pod or Pods are not visible. */
export interface ReplicaRow {
  /** `CLUSTER/NAME` */
  readonly id: string;
  readonly cluster: string;
  readonly name: string;
  readonly namespace: string;
  readonly revision: string;
  readonly standing: ReplicaStatusKind;
  readonly doubt: UnverifiedReplicaReason | null;
  readonly zone: string;
  readonly node: string;
  readonly runningSince: number | null;
  readonly deletingAt: number | null;
  readonly restarts: number;
  /** Machines whose entries name it, by state. `unvouched`: the Healthy ones that are unverified. */
  readonly counts: StateCounts;
  readonly unvouched: number;
  readonly machines: number;
  /** Connections that it holds. `overdue` of them are late. */
  readonly held: number;
  readonly overdue: number;
  /** Machines that name it without a connection to it, or whose connection is older than possible. */
  readonly unverified: number;
  readonly reconnecting: number;
  readonly disconnected: number;
  /** The even share of connections among the running replicas of its revision; null = it does not run, or is the only one. */
  readonly even: number | null;
  /** The start of its oldest and its median connection, rounded down to ten seconds; null = it has none. */
  readonly oldest: number | null;
  readonly median: number | null;
  /** Its connections that began within the cluster's window. */
  readonly began: number;
  /** The times at which istiod sweeps the first and the last unverified machine; null = there is none, or istiod never sweeps it. */
  readonly sweep: { readonly from: number; readonly to: number; readonly assumed: boolean } | null;
}

/** One setting of one revision of istiod, as text. */
export interface WireFlag {
  readonly revision: string;
  readonly name: string;
  readonly value: string;
  readonly kind: "known" | "assumed" | "denied";
  readonly source: string;
}

/** A key of a revision's mesh configuration whose current value is rejected. */
export interface WireRejectedConfig {
  readonly configMap: string;
  readonly key: "mesh" | "meshNetworks";
  readonly by: "istiod" | "Stolos";
  readonly why: string;
  /** True if pages use the last value that istiod accepted; false if they use Istio's defaults. */
  readonly isBeforeKnown: boolean;
}

/** The running replicas of one revision, and the distribution of their connections. */
interface WireRevision {
  readonly revision: string;
  readonly running: number;
  readonly held: number;
  readonly fullest: { readonly name: string; readonly held: number; readonly even: number; readonly isUneven: boolean } | null;
}

/** A group whose machines are connected to another revision than it, or its namespace, requests. */
export interface WireMismatch extends RevisionMismatch {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
}

/** The control plane of one cluster. Its counts cover the visible machines. */
export interface ClusterControlPlane {
  readonly cluster: string;
  /** Machines that should have a connection to istiod. Hand-written entries are `unmanaged`. */
  readonly managed: number;
  readonly unmanaged: number;
  readonly held: number;
  readonly overdue: number;
  readonly ghosts: number;
  readonly leaked: number;
  readonly reconnecting: number;
  readonly disconnected: number;
  readonly never: number;
  /** The running replicas. `kind` denied = Pods are not visible, for the reason in `source`. */
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number; readonly source: string };
  readonly revisions: readonly WireRevision[];
  readonly maxAge: WireFact;
  readonly grace: WireFact;
  /** Connections that began within the window, and the number expected for a fleet at rest; null = no number is expected. */
  readonly rate: { readonly began: number; readonly windowMs: number; readonly expected: number | null; readonly kind: "expected" | "more" | "not-known" };
  /** Machines by `istio.io/rev` of their entries ("" = without it), the largest first, and the number of further values. */
  readonly labels: readonly { readonly revision: string; readonly count: number }[];
  readonly moreLabels: number;
  /** The settings of istiod; null = not visible. */
  readonly flags: readonly WireFlag[] | null;
  readonly rejectedConfig: readonly WireRejectedConfig[];
  /** The visibility of namespaces, whose labels select a revision. */
  readonly namespaces: "known" | "assumed" | "denied";
}

/** Head of "control-plane". Its rows are ReplicaRow: running ones first, by cluster and name. */
export interface ControlPlaneHead {
  readonly total: number;
  readonly clusters: readonly ClusterControlPlane[];
  /** The groups with most machines first. */
  readonly mismatches: readonly WireMismatch[];
  readonly moreMismatches: number;
}

const ms = z.number();
const count = z.number();

/** One rollout in the history. `id` is the value of `rollout=` in a URL. */
export const RolloutSummary = z.object({
  id: z.string(),
  cluster: z.string(),
  kind: z.enum(["rolled", "restarted", "ended"]),
  from: ms,
  to: ms,
  /** The time that every page shows (`rolloutMoment`). If no replica replaces another, the end of the first replica. */
  rolledAt: ms,
  ended: count,
  came: count,
  /** The revisions of ended and of new replicas, sorted. */
  revisionsBefore: z.array(z.string()),
  revisionsAfter: z.array(z.string()),
});
export type RolloutSummary = z.infer<typeof RolloutSummary>;

/** A machine that is not back: its former locality, network and replica, and the next step of Istio for its entry. */
export const MissingMachine = z.object({
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
  next: z.nullable(WireNext),
  /** The cause of the loss if the entry is gone, or "". */
  cause: z.string(),
});
export type MissingMachine = z.infer<typeof MissingMachine>;

/** The outcome for the machines that were connected at `from`. */
export const WireBoard = z.object({
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
  missing: z.array(MissingMachine),
  moreMissing: count,
  /** True if there were more events than the limit: the times cover the beginning only. */
  isCut: z.boolean(),
});
export type WireBoard = z.infer<typeof WireBoard>;

/** Rollouts, the newest first, and the outcome for machines in the requested one or since a baseline. */
export const RolloutsAnswer = z.object({
  rollouts: z.array(RolloutSummary),
  moreRollouts: count,
  /** Clusters whose replicas the viewer may see. In other clusters no rollout can be detected. */
  seen: z.array(z.string()),
  board: z.nullable(WireBoard),
  /** The reason why the requested board is missing; null = none was requested, or it is present. */
  problem: z.nullable(z.string()),
  gaps: z.array(HistoryGap),
  recorded: HistoryCoverage,
});
export type RolloutsAnswer = z.infer<typeof RolloutsAnswer>;
