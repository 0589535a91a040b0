import * as z from "zod/mini";
import { Gap, HistoryCoverage } from "@/lib/contract/answers/history";
import type { ReplicaStatusKind } from "@/lib/domain/control-plane/replica-status";
import type { RevisionMismatch } from "@/lib/domain/control-plane/revision-match";
import type { ReplicaDoubt } from "@/lib/domain/verdict/verdict";
import { type WireFact, WireNext } from "./heads";
import { type StateCounts, WireState } from "./rows";

/** One replica of istiod, as its Pod and the machines in sight tell. What only its Pod tells is "" or null where Pods are out of sight, or it has none. */
export interface ReplicaRow {
  /** `CLUSTER/NAME` */
  readonly id: string;
  readonly cluster: string;
  readonly name: string;
  readonly namespace: string;
  readonly revision: string;
  readonly standing: ReplicaStatusKind;
  readonly doubt: ReplicaDoubt | null;
  readonly zone: string;
  readonly node: string;
  readonly runningSince: number | null;
  readonly deletingAt: number | null;
  readonly restarts: number;
  /** Machines whose entries name it, by state, and of the healthy those that nobody vouches for. */
  readonly counts: StateCounts;
  readonly unvouched: number;
  readonly machines: number;
  /** Connections that it holds; the late ones among them are overdue. */
  readonly held: number;
  readonly overdue: number;
  /** Machines that name it though it does not hold them, or whose connection is older than any can be. */
  readonly unverified: number;
  readonly reconnecting: number;
  readonly disconnected: number;
  /** What it would hold if all running replicas of its revision held the same; null = it does not run, or is alone. */
  readonly even: number | null;
  /** When the oldest and the middle one of its connections began, to ten seconds; null = it holds none. */
  readonly oldest: number | null;
  readonly median: number | null;
  /** Connections that it holds and that began within the cluster's window. */
  readonly began: number;
  /** When istiod sweeps the unverified, the first and the last; null = there is none, or never. */
  readonly sweep: { readonly from: number; readonly to: number; readonly assumed: boolean } | null;
}

/** One setting of istiod, of one revision, in words. */
export interface WireFlag {
  readonly revision: string;
  readonly name: string;
  readonly value: string;
  readonly kind: "known" | "assumed" | "denied";
  readonly source: string;
}

/** A key of the mesh configuration of one revision of which no value is used. */
export interface WireRejectedConfig {
  readonly configMap: string;
  readonly key: "mesh" | "meshNetworks";
  readonly by: "istiod" | "Stolos";
  readonly why: string;
  /** True if pages use the last value that istiod accepted, false if they use Istio's defaults. */
  readonly isBeforeKnown: boolean;
}

/** The replicas of one revision that run, and how they share what they hold. */
interface WireRevision {
  readonly revision: string;
  readonly running: number;
  readonly held: number;
  readonly fullest: { readonly name: string; readonly held: number; readonly even: number; readonly isUneven: boolean } | null;
}

/** A group whose machines are held by another revision than is asked for. */
export interface WireMismatch extends RevisionMismatch {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
}

/** The control plane of one cluster, as far as the machines in sight are concerned. */
export interface ClusterControlPlane {
  readonly cluster: string;
  /** Of all that istiod should hold; static ones apart. */
  readonly managed: number;
  readonly unmanaged: number;
  readonly held: number;
  readonly overdue: number;
  readonly ghosts: number;
  readonly leaked: number;
  readonly reconnecting: number;
  readonly disconnected: number;
  readonly never: number;
  /** Replicas that run; `kind` denied = Pods are out of sight, for the reason `source`. */
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number; readonly source: string };
  readonly revisions: readonly WireRevision[];
  readonly maxAge: WireFact;
  readonly grace: WireFact;
  /** Connections that began within the window, and how many would of a fleet at rest; null = none is expected. */
  readonly rate: { readonly began: number; readonly windowMs: number; readonly expected: number | null; readonly kind: "expected" | "more" | "not-known" };
  /** Machines by `istio.io/rev` of their entries ("" = without it), most first, and how many other values there are. */
  readonly labels: readonly { readonly revision: string; readonly count: number }[];
  readonly moreLabels: number;
  /** Null = what istiod is told is out of sight. */
  readonly flags: readonly WireFlag[] | null;
  readonly rejectedConfig: readonly WireRejectedConfig[];
  /** Whether namespaces can be seen, whose labels ask for a revision. */
  readonly namespaces: "known" | "assumed" | "denied";
}

/** Head of "control-plane". Its rows are ReplicaRow: those that run first, by cluster and name. */
export interface ControlPlaneHead {
  readonly total: number;
  readonly clusters: readonly ClusterControlPlane[];
  /** Most machines first. */
  readonly mismatches: readonly WireMismatch[];
  readonly moreMismatches: number;
}

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
  recorded: HistoryCoverage,
});
export type RolloutsAnswer = z.infer<typeof RolloutsAnswer>;
