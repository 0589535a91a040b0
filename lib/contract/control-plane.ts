import * as z from "zod/mini";
import { REPLICA_STANDINGS } from "@/lib/domain/control-plane/replica-standing";
import { REPLICA_DOUBTS } from "@/lib/domain/verdict";
import { WireFact } from "./heads";
import { StateCounts } from "./rows";

const ms = z.nullable(z.number());

/** One replica of istiod, as its Pod and the machines in sight tell. What only its Pod tells is "" or null where Pods are out of sight, or it has none. */
export const ReplicaRow = z.object({
  /** `CLUSTER/NAME` */
  id: z.string(),
  cluster: z.string(),
  name: z.string(),
  namespace: z.string(),
  revision: z.string(),
  standing: z.enum(REPLICA_STANDINGS),
  doubt: z.nullable(z.enum(REPLICA_DOUBTS)),
  zone: z.string(),
  node: z.string(),
  runningSince: ms,
  deletingAt: ms,
  restarts: z.number(),
  /** Machines whose entries name it, by state, and of the healthy those that nobody vouches for. */
  counts: StateCounts,
  unvouched: z.number(),
  machines: z.number(),
  /** Connections that it holds; the late ones among them are overdue. */
  held: z.number(),
  overdue: z.number(),
  /** Machines that name it though it does not hold them, or whose connection is older than any can be. */
  unverified: z.number(),
  reconnecting: z.number(),
  disconnected: z.number(),
  /** What it would hold if all running replicas of its revision held the same; null = it does not run, or is alone. */
  even: z.nullable(z.number()),
  /** When the oldest and the middle one of its connections began, to ten seconds; null = it holds none. */
  oldest: ms,
  median: ms,
  /** Connections that it holds and that began within the cluster's window. */
  began: z.number(),
  /** When istiod sweeps the unverified, the first and the last; null = there is none, or never. */
  sweep: z.nullable(z.object({ from: z.number(), to: z.number(), assumed: z.boolean() })),
});
export type ReplicaRow = z.infer<typeof ReplicaRow>;

/** One setting of istiod, of one revision, in words. */
export const WireFlag = z.object({
  revision: z.string(),
  name: z.string(),
  value: z.string(),
  kind: z.enum(["known", "assumed", "denied"]),
  source: z.string(),
});
export type WireFlag = z.infer<typeof WireFlag>;

/** A key of the mesh configuration of one revision of which no value is used. */
export const WireRejectedConfig = z.object({
  configMap: z.string(),
  key: z.enum(["mesh", "meshNetworks"]),
  by: z.enum(["istiod", "Stolos"]),
  why: z.string(),
  /** True if pages use the last value that istiod accepted, false if they use Istio's defaults. */
  isBeforeKnown: z.boolean(),
});
export type WireRejectedConfig = z.infer<typeof WireRejectedConfig>;

/** The replicas of one revision that run, and how they share what they hold. */
const WireRevision = z.object({
  revision: z.string(),
  running: z.number(),
  held: z.number(),
  fullest: z.nullable(z.object({ name: z.string(), held: z.number(), even: z.number(), isUneven: z.boolean() })),
});

/** A group whose machines are held by another revision than is asked for. */
export const WireMismatch = z.object({
  cluster: z.string(),
  namespace: z.string(),
  group: z.string(),
  wantedBy: z.enum(["group", "namespace"]),
  wanted: z.string(),
  isUnknown: z.boolean(),
  heldBy: z.array(z.object({ revision: z.string(), count: z.number() })),
  others: z.number(),
});
export type WireMismatch = z.infer<typeof WireMismatch>;

/** The control plane of one cluster, as far as the machines in sight are concerned. */
export const ClusterControlPlane = z.object({
  cluster: z.string(),
  /** Of all that istiod should hold; static ones apart. */
  managed: z.number(),
  unmanaged: z.number(),
  held: z.number(),
  overdue: z.number(),
  ghosts: z.number(),
  leaked: z.number(),
  reconnecting: z.number(),
  disconnected: z.number(),
  never: z.number(),
  /** Replicas that run; `kind` denied = Pods are out of sight, for the reason `source`. */
  replicas: z.object({ kind: z.enum(["known", "assumed", "denied"]), running: z.number(), source: z.string() }),
  revisions: z.array(WireRevision),
  maxAge: WireFact,
  grace: WireFact,
  /** Connections that began within the window, and how many would of a fleet at rest; null = none is expected. */
  rate: z.object({ began: z.number(), windowMs: z.number(), expected: z.nullable(z.number()), kind: z.enum(["expected", "more", "not-known"]) }),
  /** Machines by `istio.io/rev` of their entries ("" = without it), most first, and how many other values there are. */
  labels: z.array(z.object({ revision: z.string(), count: z.number() })),
  moreLabels: z.number(),
  /** Null = what istiod is told is out of sight. */
  flags: z.nullable(z.array(WireFlag)),
  rejectedConfig: z.array(WireRejectedConfig),
  /** Whether namespaces can be seen, whose labels ask for a revision. */
  namespaces: z.enum(["known", "assumed", "denied"]),
});
export type ClusterControlPlane = z.infer<typeof ClusterControlPlane>;

/** Head of "control-plane". Its rows are ReplicaRow: those that run first, by cluster and name. */
export const ControlPlaneHead = z.object({
  total: z.number(),
  clusters: z.array(ClusterControlPlane),
  /** Most machines first. */
  mismatches: z.array(WireMismatch),
  moreMismatches: z.number(),
});
export type ControlPlaneHead = z.infer<typeof ControlPlaneHead>;
