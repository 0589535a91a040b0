import type { Statement } from "@/lib/domain/statements/statement";

/** The numbers of machines and replicas of one cluster's control plane, which the headline adds up. */
export interface ConnectionCounts {
  readonly managed: number;
  readonly held: number;
  readonly ghosts: number;
  readonly leaked: number;
  readonly disconnected: number;
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number };
}

/** The headline of the control plane: connected machines of those that istiod manages, and the replicas of istiod. */
export interface MachinesConnected extends Statement {
  readonly kind: "machines-connected";
  readonly connected: number;
  readonly managed: number;
  readonly disconnected: number;
  /** The number of machines whose replica cannot have their connection. */
  readonly unverified: number;
  /** The number of running replicas of istiod; null = Pods are not visible in some cluster. */
  readonly replicas: number | null;
}

/** Returns the statement of the control plane's headline, over all clusters. */
export function machinesConnected(clusters: readonly ConnectionCounts[]): MachinesConnected {
  const sum = (of: "managed" | "held" | "ghosts" | "leaked" | "disconnected") => clusters.reduce((all, cluster) => all + cluster[of], 0);
  const isDenied = clusters.some(({ replicas }) => replicas.kind === "denied");
  return {
    kind: "machines-connected",
    connected: sum("held"),
    managed: sum("managed"),
    disconnected: sum("disconnected"),
    unverified: sum("ghosts") + sum("leaked"),
    replicas: isDenied ? null : clusters.reduce((all, { replicas }) => all + replicas.running, 0),
  };
}

/** The headline of a rollout, or of a comparison with a baseline: reconnected machines of those that had to reconnect. Times are in milliseconds. */
export interface MachinesReconnected extends Statement {
  readonly kind: "machines-reconnected";
  readonly since: "rollout" | "baseline";
  readonly from: number;
  readonly reconnected: number;
  readonly total: number;
  readonly missing: number;
  /** The property that most of the missing machines share, its value, and their number; null = they share none. */
  readonly sharedTrait: string | null;
  readonly sharedValue: string | null;
  readonly sharedBy: number | null;
  /** The end of a rollout that is over; null = the rollout continues. */
  readonly until: number | null;
}
