import type { ReplicaStatusKind } from "@/lib/domain/control-plane/replica-status";
import type { RevisionMismatch } from "@/lib/domain/control-plane/revision-match";
import type { UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";
import type { StateCounts, WireDurationFact } from "./values";
import { keepClustersAndNamespaces, type ViewDeclaration } from "./view-declaration";

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
export interface WireIstiodSetting {
  readonly revision: string;
  readonly name: string;
  readonly value: string;
  readonly kind: "known" | "assumed" | "denied";
  readonly source: string;
}

/** A key of a revision's mesh configuration whose current value is rejected. */
export interface WireRejectedMeshConfig {
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
export interface WireRevisionMismatch extends RevisionMismatch {
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
  readonly maxAge: WireDurationFact;
  readonly grace: WireDurationFact;
  /** Connections that began within the window, and the number expected for a fleet at rest; null = no number is expected. */
  readonly rate: { readonly began: number; readonly windowMs: number; readonly expected: number | null; readonly kind: "expected" | "more" | "not-known" };
  /** Machines by `istio.io/rev` of their entries ("" = without it), the largest first, and the number of further values. */
  readonly labels: readonly { readonly revision: string; readonly count: number }[];
  readonly moreLabels: number;
  /** The settings of istiod; null = not visible. */
  readonly flags: readonly WireIstiodSetting[] | null;
  readonly rejectedConfig: readonly WireRejectedMeshConfig[];
  /** The visibility of namespaces, whose labels select a revision. */
  readonly namespaces: "known" | "assumed" | "denied";
}

/** Head of "control-plane". Its rows are ReplicaRow: running ones first, by cluster and name. */
export interface ControlPlaneHead {
  readonly total: number;
  readonly clusters: readonly ClusterControlPlane[];
  /** The groups with most machines first. */
  readonly mismatches: readonly WireRevisionMismatch[];
  readonly moreMismatches: number;
}

export const CONTROL_PLANE_VIEW: ViewDeclaration<ControlPlaneHead, ReplicaRow> = {
  canonicalQuery: keepClustersAndNamespaces,
  cost: 100,
  rows: "window",
  rowCount: "total",
};
