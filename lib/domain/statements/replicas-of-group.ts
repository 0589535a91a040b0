import type { Statement } from "@/lib/domain/statement";

/** A group's lost and troubled machines that one replica of istiod held, and all of them. */
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
