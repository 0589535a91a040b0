import type { State } from "@/lib/domain/verdict";

/** A machine that joined a group, or left it without a plan. Milliseconds. */
export interface MemberEvent {
  readonly at: number;
  readonly name: string;
  readonly kind: "joined" | "left" | "planned";
  /** It was in no trouble when it left. False for a machine that joined. */
  readonly wasHealthy: boolean;
}

/** A lost machine counts until another one joins, the expected size changes, or no machine of its group joins or leaves for a day. */
export const LOSS_ENDS = ["replaced", "size-changed", "quiet"] as const;
export type LossEnd = (typeof LOSS_ENDS)[number];

/** A lost machine; `end` null = it still counts. Milliseconds. */
export interface CountedLoss {
  readonly at: number;
  readonly name: string;
  readonly wasHealthy: boolean;
  readonly end: LossEnd | null;
  readonly endedAt: number | null;
}

/**
 * The losses of a group, each with what ended it, in order of time. A machine that joins replaces the lost one of its name, else the one that was lost
 * first. Events and `sizeChanges` are in order of time.
 */
export function lossEnds(events: readonly MemberEvent[], sizeChanges: readonly number[], now: number, quietMs: number): readonly CountedLoss[] {
  const losses: CountedLoss[] = [];
  const open: number[] = [];
  const close = (at: number, end: LossEnd, endedAt: number) => {
    const [index] = open.splice(at, 1);
    const loss = index === undefined ? undefined : losses[index];
    if (index !== undefined && loss !== undefined) losses[index] = { ...loss, end, endedAt };
  };
  const closeAll = (end: LossEnd, endedAt: number) => {
    while (open.length > 0) close(0, end, endedAt);
  };
  let changes = 0;
  let last = Number.NEGATIVE_INFINITY;
  const passTo = (at: number) => {
    for (let changed = sizeChanges[changes]; changed !== undefined && changed <= at; changed = sizeChanges[++changes]) {
      if (changed - last >= quietMs) closeAll("quiet", last + quietMs);
      closeAll("size-changed", changed);
    }
    if (at - last >= quietMs) closeAll("quiet", last + quietMs);
  };
  for (const { at, name, kind, wasHealthy } of events) {
    passTo(at);
    last = at;
    if (kind === "left") open.push(losses.push({ at, name, wasHealthy, end: null, endedAt: null }) - 1);
    else if (kind === "joined" && open.length > 0) {
      const own = open.findIndex((index) => losses[index]?.name === name);
      close(Math.max(0, own), "replaced", at);
    }
  }
  passTo(now);
  return losses;
}

/** A change of a machine's state. Milliseconds. */
export interface StateStep {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/** States of a machine without a connection: they hide the state before. */
export const AWAY_STATES: readonly string[] = ["reconnecting", "overdue", "disconnected"] satisfies State[];
const WELL: readonly string[] = ["healthy", "unchecked", "awaiting", "draining"] satisfies State[];
/** istiod deletes a disconnected entry within this time. A later one was unverified. Milliseconds. */
const DELETED_WITHIN_MS = 5_000;

/** Was a machine in no trouble when it left in this state? `steps`: its changes of state before, in order of time. */
export function leftHealthy(state: string, steps: readonly StateStep[], at: number): boolean {
  if (!AWAY_STATES.includes(state)) return WELL.includes(state);
  const disconnected = state === "disconnected" ? steps.findLast(({ to }) => to === state) : undefined;
  if (disconnected !== undefined && at - disconnected.at > DELETED_WITHIN_MS) return false;
  const before = steps.findLast(({ from }) => !AWAY_STATES.includes(from));
  return before !== undefined && WELL.includes(before.from);
}
