import type { Statement } from "@/lib/domain/statement";

/** How many of a group's lost and troubled machines one replica of istiod held. */
export interface HeldByReplica extends Statement {
  readonly kind: "held-by-replica";
  readonly replica: string;
  readonly lost: number;
  readonly lostTotal: number;
  readonly troubled: number;
  readonly troubledTotal: number;
}

/** Machines of other groups on the same replicas. */
export interface OthersOnReplicas extends Statement {
  readonly kind: "others-on-replicas";
  readonly machines: number;
  readonly groups: number;
  readonly troubled: number;
}

/** Machines of the whole cluster that reconnect. */
export interface MachinesReconnecting extends Statement {
  readonly kind: "machines-reconnecting";
  readonly reconnecting: number;
  readonly managed: number;
}
