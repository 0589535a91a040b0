import type { StandingKind } from "@/lib/domain/control-plane/replica-status";
import type { RevisionMismatch } from "@/lib/domain/control-plane/revision-match";
import type { ReplicaDoubt } from "@/lib/domain/verdict/verdict";
import type { WireFact } from "./heads";
import type { StateCounts } from "./rows";

/** One replica of istiod, as its Pod and the machines in sight tell. What only its Pod tells is "" or null where Pods are out of sight, or it has none. */
export interface ReplicaRow {
  /** `CLUSTER/NAME` */
  readonly id: string;
  readonly cluster: string;
  readonly name: string;
  readonly namespace: string;
  readonly revision: string;
  readonly standing: StandingKind;
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
