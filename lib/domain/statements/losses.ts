/** A recorded loss of a machine. Times are in milliseconds. */
export interface RecordedLoss {
  readonly planned: boolean;
  readonly disconnectedAt: number | null;
  readonly endedAt: number;
  /** The uid of the entry that has the machine's name again, or "". */
  readonly replacedBy: string;
  /** Set if the machine does not count in the total of its group any more. */
  readonly countedUntil?: { readonly at: number } | undefined;
}

/**
 * The losses of a time window. `rows`: possibly only the newest losses. `total`: the number of unplanned losses. `back`: the number of those whose
 * name is in use again.
 */
export interface LossesInWindow {
  readonly total: number;
  readonly back: number;
  /** The number of machines that stayed. */
  readonly left: number;
  readonly rows: readonly RecordedLoss[];
  readonly traits: readonly { readonly trait: string; readonly value: string; readonly lost: number; readonly left: number }[];
}

/** The number of recorded losses, and the times of the first and the last of them, in milliseconds; null = no loss is recorded. */
export interface LossSpan {
  readonly recorded: number;
  readonly from: number | null;
  readonly to: number | null;
}

/** Returns the losses that were not planned, still count, and whose name is not in use again. */
export function openLosses<Loss extends RecordedLoss>({ rows }: { readonly rows: readonly Loss[] }): readonly Loss[] {
  return rows.filter((row) => !row.planned && row.replacedBy === "" && row.countedUntil === undefined);
}

/** Returns the number and the time span of losses. A loss is at the end of its entry, at which the state Lost starts. */
export function lossSpan(losses: readonly Pick<RecordedLoss, "endedAt">[]): LossSpan {
  const times = losses.map(({ endedAt }) => endedAt);
  return times.length === 0 ? { recorded: 0, from: null, to: null } : { recorded: times.length, from: Math.min(...times), to: Math.max(...times) };
}

/** A recorded loss with the group, the locality and the replica of its machine. */
export type LossWithLocation = RecordedLoss & {
  readonly row: { readonly cluster: string; readonly namespace: string; readonly group: string; readonly locality: string; readonly controller: string };
};

/** Returns the open losses by group, keyed `CLUSTER/NAMESPACE/GROUP`. */
export function openLossesByGroup<Loss extends LossWithLocation>(rows: readonly Loss[]): ReadonlyMap<string, readonly Loss[]> {
  const groups = new Map<string, Loss[]>();
  for (const loss of openLosses({ rows })) {
    const key = `${loss.row.cluster}/${loss.row.namespace}/${loss.row.group}`;
    groups.set(key, [...(groups.get(key) ?? []), loss]);
  }
  return groups;
}
