import type { IstiodVersions } from "./istiod-behaviours";
import type { MeshFacts, NodeAndNamespaceFacts } from "./mesh-facts";
import type { GatewayService, KubernetesGateway } from "./network-gateways";

/**
 * A value about the world and its source. `assumed`: the value is assumed, with the reason. `denied`: the value is not known, because a permission is
 * missing.
 */
export type Fact<T> =
  | { readonly kind: "known"; readonly value: T; readonly source: string }
  | { readonly kind: "assumed"; readonly value: T; readonly source: string }
  | { readonly kind: "denied"; readonly source: string };

/** Returns the value of a known fact. Null = the value is assumed, denied or missing. */
export function knownValue<T>(fact: Fact<T> | undefined): T | null {
  return fact?.kind === "known" ? fact.value : null;
}

/** A Pod's condition Ready. A missing condition is `unknown`, never `false`. */
export interface PodReadiness {
  readonly status: "true" | "false" | "unknown";
  /** The condition's reason, such as "ContainersNotReady", or "". An untrusted text. */
  readonly reason: string;
}

/**
 * The condition Ready of a Pod's Node. `silent`: the status is Unknown, because its kubelet stopped reporting. `not-known`: the Node or its condition
 * does not exist. `not-visible`: Nodes cannot be read.
 */
export type NodeReadiness = "ready" | "not-ready" | "silent" | "not-known" | "not-visible";

/** One istiod Pod. It verifies a connection only if its `discovery` container started before the connection. */
export interface Replica {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly revision: string;
  /** `state.running.startedAt` of the container `discovery` in milliseconds; null = it does not run. */
  readonly runningSince: number | null;
  /** `state.terminated.finishedAt` of that container in milliseconds. Absent = the container runs, or the time is not known. */
  readonly finishedAt?: number;
  readonly phase: string;
  readonly ready: PodReadiness;
  /** `spec.nodeName`, or "". */
  readonly node: string;
  readonly nodeState: NodeReadiness;
  readonly zone: string;
  readonly restarts: number;
  /** `metadata.deletionTimestamp` in milliseconds: the end of the Pod's termination grace period. */
  readonly deletingAt: number | null;
  /** `--keepaliveMaxServerConnectionAge` of this Pod: milliseconds, null = unlimited, undefined = the Pod does not show it. */
  readonly maxConnectionAgeMs: number | null | undefined;
  /** The variable `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD` of this Pod: milliseconds, undefined = the Pod does not set it. */
  readonly gracePeriodMs: number | undefined;
}

/** A replica whose end was observed. */
export interface EndedReplica {
  readonly revision: string;
  /** The time of its end. Milliseconds. */
  readonly at: number;
  /**
   * True if its Pod had time to stop, as in a rollout, a scale-down or a drain of its Node. False for a crash or a deletion without a grace period.
   */
  readonly inOrder: boolean;
}

/** The facts about one cluster on which the verdicts of its entries depend. */
export interface World {
  readonly cluster: string;
  /** istiod Pods by name. */
  readonly replicas: Fact<ReadonlyMap<string, Replica>>;
  /**
   * Replicas that ended within the last minute, by Pod name. Empty after a start of Stolos and in a world of the past, because no end was observed
   * then.
   */
  readonly endedReplicas: ReadonlyMap<string, EndedReplica>;
  /** Whether the Nodes of these Pods are visible. */
  readonly nodes: { readonly kind: "known" | "denied"; readonly source: string };
  /** Milliseconds after which istiod closes a connection (± 10 %), null = never. */
  readonly maxConnectionAgeMs: Fact<number | null>;
  /** Milliseconds between a disconnection and the deletion of an auto-registered entry. */
  readonly gracePeriodMs: Fact<number>;
  /** The settings of istiod and its mesh configuration, by revision. Empty = not read yet, or a world of the past. */
  readonly meshes: ReadonlyMap<string, MeshFacts>;
  /** The assumed behaviours of an istiod with an unknown version. In a world of the past, those of the current istiod. */
  readonly supposed?: IstiodVersions["supposed"];
  /** In a world of the past: the versions of istiod by revision, without `meshes`. Missing = those of `meshes`. */
  readonly istioVersions?: ReadonlyMap<string, readonly string[]>;
  /** Services that are gateways into a network. */
  readonly gateways: Fact<readonly GatewayService[]>;
  /** Gateways of the Kubernetes Gateway API into a network. */
  readonly networkGateways: Fact<readonly KubernetesGateway[]>;
  /** The localities of Nodes, and the labels of namespaces. The history does not contain them. */
  readonly places: NodeAndNamespaceFacts;
}

/** The chart's default of `--keepaliveMaxServerConnectionAge` (docs/istio.md#connection-age). */
export const CHART_MAX_CONNECTION_AGE_MS = 30 * 60_000;
