import type { IstiodVersions } from "./istiod-behaviours";
import type { MeshFacts, MeshNamespaces } from "./mesh-facts";
import type { GatewayService, KubernetesGateway } from "./network-gateways";

/** A value about the world and how it is known. `assumed` carries the value that was assumed and why; `denied` says which right is missing. */
export type Fact<T> =
  | { readonly kind: "known"; readonly value: T; readonly source: string }
  | { readonly kind: "assumed"; readonly value: T; readonly source: string }
  | { readonly kind: "denied"; readonly source: string };

/** The value of a known fact; null if it is assumed, denied or missing. */
export function knownValue<T>(fact: Fact<T> | undefined): T | null {
  return fact?.kind === "known" ? fact.value : null;
}

/** A Pod's condition Ready. A missing condition is unknown, never false. */
export interface Readiness {
  readonly status: "true" | "false" | "unknown";
  /** The reason that the condition gives, such as "ContainersNotReady", or "". A stranger's text. */
  readonly reason: string;
}

/**
 * The Node of a Pod by its condition Ready. `silent`: Unknown, so its kubelet has stopped reporting. `not-known`: the Node is not there or says
 * nothing. `not-visible`: Nodes cannot be read, so that nobody can tell.
 */
export type NodeState = "ready" | "not-ready" | "silent" | "not-known" | "not-visible";

/** One istiod Pod. It vouches for a connection only if its `discovery` container has run since before that connection began. */
export interface Replica {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly revision: string;
  /** `state.running.startedAt` of the container `discovery` in milliseconds; null where it does not run. */
  readonly runningSince: number | null;
  /** `state.terminated.finishedAt` of that container in milliseconds; absent where it runs, or where nobody tells. */
  readonly finishedAt?: number;
  readonly phase: string;
  readonly ready: Readiness;
  /** `spec.nodeName`, or "". */
  readonly node: string;
  readonly nodeState: NodeState;
  readonly zone: string;
  readonly restarts: number;
  /** `metadata.deletionTimestamp` in milliseconds: the end of the grace that the Pod was given to stop in. */
  readonly deletingAt: number | null;
  /** From `--keepaliveMaxServerConnectionAge` of this Pod: milliseconds, null = unlimited, undefined = the Pod does not tell. */
  readonly maxConnectionAgeMs: number | null | undefined;
  /** From the variable `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD` of this Pod: milliseconds, undefined = the Pod does not set it. */
  readonly gracePeriodMs: number | undefined;
}

/** A replica that ran and does not any more, as it was seen to end. */
export interface EndedReplica {
  readonly revision: string;
  /** When it ended (milliseconds). */
  readonly at: number;
  /** Its Pod had time to stop: a rollout, a scale-down or a drained Node. A crash and a deletion without grace are not in order. */
  readonly inOrder: boolean;
}

/** What is known of one cluster beside its entries. */
export interface World {
  readonly cluster: string;
  /** istiod Pods by name. */
  readonly replicas: Fact<ReadonlyMap<string, Replica>>;
  /** Replicas that ended within the last minute, by the name of their Pod. Empty after a start, and in the past: no end was seen. */
  readonly endedReplicas: ReadonlyMap<string, EndedReplica>;
  /** Whether the Nodes that these Pods run on can be seen. */
  readonly nodes: { readonly kind: "known" | "denied"; readonly source: string };
  /** Milliseconds after which istiod closes a connection (± 10 %), null = never. */
  readonly maxConnectionAgeMs: Fact<number | null>;
  /** Milliseconds between a disconnection and the deletion of an auto-registered entry. */
  readonly gracePeriodMs: Fact<number>;
  /** What istiod and its mesh configuration decide, by revision; empty = nothing has been heard of them, as in the past. */
  readonly meshes: ReadonlyMap<string, MeshFacts>;
  /** Outcomes that are supposed of an istiod whose version is not known: of a world of the past, as of the istiod of now. */
  readonly supposed?: IstiodVersions["supposed"];
  /** In a world of the past: the versions of istiod by revision, without `meshes`. Missing = those of `meshes`. */
  readonly istioVersions?: ReadonlyMap<string, readonly string[]>;
  /** Services that lead into a network. */
  readonly gateways: Fact<readonly GatewayService[]>;
  /** Gateways of the Kubernetes Gateway API that do. */
  readonly networkGateways: Fact<readonly KubernetesGateway[]>;
  /** What Nodes and namespaces say of places; not recorded. */
  readonly places: MeshNamespaces;
}

/** The chart's default of `--keepaliveMaxServerConnectionAge` (docs/istio.md#connection-age). */
export const CHART_MAX_CONNECTION_AGE_MS = 30 * 60_000;
