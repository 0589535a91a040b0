import type { State } from "@/lib/domain/verdict/verdict";

/** A machine joined a group ("joined"), left it ("left"), or left it as planned ("planned"). `at` in milliseconds. */
export interface GroupMemberEvent {
  readonly at: number;
  readonly name: string;
  readonly kind: "joined" | "left" | "planned";
  /** True if the machine was in no trouble when it left. False for a machine that joined. */
  readonly wasHealthy: boolean;
  /** True if its group had the expected size without it (`hasExpectedSize`). Missing = false. */
  readonly hadSuccessor?: boolean;
  /** True if its group may shrink by itself and has its least size after the event (`hasLeastSize`). Missing = false. */
  readonly hasLeastSize?: boolean;
  /** True if an incident of several groups contains it: it is then lost, although its group may shrink by itself. Missing = false. */
  readonly inIncident?: boolean;
}

/**
 * The events that end a loss. A lost machine counts until another machine joins, a user accepts the loss, the expected size changes, or no machine
 * joins or leaves for a day.
 */
export const LOSS_END_REASONS = ["replaced", "size-changed", "quiet", "accepted"] as const;
export type LossEndReason = (typeof LOSS_END_REASONS)[number];
/** "left-healthy": the machine never counted, because its group scaled in. */
type LossEnd = LossEndReason | "left-healthy";

/**
 * A user's decision that a lost machine will not come back. `name` and `lostAt` identify the loss in its group; `at` is the time of the decision.
 * Times are in milliseconds.
 */
export interface AcceptedLoss {
  readonly name: string;
  readonly lostAt: number;
  readonly at: number;
  readonly by: string;
}

/** A lost machine of a group. `end`: the event that ended the loss; null = the machine still counts. `at` and `endedAt` in milliseconds. */
export interface LossWithEnd {
  readonly at: number;
  readonly name: string;
  readonly wasHealthy: boolean;
  readonly end: LossEnd | null;
  readonly endedAt: number | null;
  /** The user who accepted the loss. Absent = the loss was not accepted. */
  readonly by?: string;
}

/**
 * Returns true if an accepted loss lowers the expected size. It does not if the size was set later (`setAt`), or if the group had that size again
 * after the loss: the group last fell below the size at `fellAt`. For a declared size only `setAt` counts. Times are in milliseconds.
 */
export function acceptedLossLowersSize({ at, lostAt }: AcceptedLoss, setAt: number, fellAt = Number.NEGATIVE_INFINITY): boolean {
  return at > setAt && lostAt >= fellAt;
}

/** The events besides joins and leaves that end losses. Each list is in order of time. */
interface Decisions {
  readonly sizeChanges: readonly number[];
  readonly accepted: readonly AcceptedLoss[];
  /** The moments from which a group may shrink by itself and has its least size. Missing = none. */
  readonly enough?: readonly number[];
}

/**
 * Returns the losses of a group with their ends, in order of time. A machine that joins replaces the lost machine of the same name, otherwise the
 * oldest loss. A machine with a successor is replaced when it leaves. A machine that left healthy is no loss while its group may shrink by itself and has its
 * least size, unless it is in an incident. `events` are in order of time.
 */
export function lossesWithEnds(events: readonly GroupMemberEvent[], decisions: Decisions, now: number, quietMs: number): readonly LossWithEnd[] {
  const losses = new GroupLossTracker(quietMs);
  const { sizeChanges, accepted, enough = [] } = decisions;
  const decided = [
    ...sizeChanges.map((at) => ({ at, decide: () => losses.closeAll("size-changed", at) })),
    ...enough.map((at) => ({ at, decide: () => losses.closeHealthy("size-changed", at) })),
    ...accepted.map((one) => ({ at: one.at, decide: () => losses.accept(one) })),
  ].sort((one, other) => one.at - other.at);
  let next = 0;
  const passTo = (moment: number) => {
    for (let decision = decided[next]; decision !== undefined && decision.at <= moment; decision = decided[++next]) {
      losses.passTo(decision.at);
      decision.decide();
    }
    losses.passTo(moment);
  };
  for (const event of events) {
    passTo(event.at);
    losses.take(event);
  }
  passTo(now);
  return losses.all;
}

/** The losses of one group, in order of time, up to the last event that was passed in. Milliseconds. */
export class GroupLossTracker {
  #all: LossWithEnd[] = [];
  /** The losses that still count, as indexes in `#all`. */
  #open: number[] = [];
  /** Those of `#open` that are in an incident of several groups. */
  readonly #inIncident = new Set<LossWithEnd>();
  #last = Number.NEGATIVE_INFINITY;

  constructor(private readonly quietMs: number) {}

  get all(): readonly LossWithEnd[] {
    return this.#all;
  }

  /** The moment at which all losses end if no machine joins or leaves before. */
  get quietAt(): number {
    return this.#last + this.quietMs;
  }

  /** Returns the losses that ended, and forgets them. */
  takeEnded(): readonly LossWithEnd[] {
    const ended = this.#all.filter(({ end }) => end !== null);
    if (ended.length === 0) return ended;
    this.#all = this.#all.filter(({ end }) => end === null);
    this.#open = this.#all.map((_, index) => index);
    return ended;
  }

  /** Ends all losses if no machine joined or left for a day before this time. */
  passTo(at: number): void {
    if (at - this.#last >= this.quietMs) this.closeAll("quiet", this.quietAt);
  }

  take(event: GroupMemberEvent): void {
    const { at, name, kind, hasLeastSize = false } = event;
    this.#last = at;
    if (kind === "left") this.#lose(event);
    if (kind !== "joined") return;
    const own = this.#open.findIndex((index) => this.#all[index]?.name === name);
    this.#close(Math.max(0, own), { end: "replaced", endedAt: at });
    if (hasLeastSize) this.closeHealthy("replaced", at);
  }

  #lose({ at, name, wasHealthy, hadSuccessor = false, hasLeastSize = false, inIncident = false }: GroupMemberEvent): void {
    const end = hadSuccessor ? "replaced" : wasHealthy && hasLeastSize && !inIncident ? "left-healthy" : null;
    const loss: LossWithEnd = { at, name, wasHealthy, end, endedAt: end === null ? null : at };
    const index = this.#all.push(loss) - 1;
    if (end !== null) return;
    this.#open.push(index);
    if (inIncident) this.#inIncident.add(loss);
  }

  accept({ name, lostAt, at, by }: AcceptedLoss): void {
    const own = this.#open.findIndex((index) => this.#all[index]?.name === name && this.#all[index]?.at === lostAt);
    if (own >= 0) this.#close(own, { end: "accepted", endedAt: at, by });
  }

  closeAll(end: LossEndReason, endedAt: number): void {
    while (this.#open.length > 0) this.#close(0, { end, endedAt });
  }

  /** Ends the losses of machines that left healthy, unless they are in an incident of several groups. */
  closeHealthy(end: LossEndReason, endedAt: number): void {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const loss = this.#all[this.#open[at] ?? -1];
      if (loss?.wasHealthy === true && !this.#inIncident.has(loss)) this.#close(at, { end, endedAt });
    }
  }

  #close(at: number, ended: Pick<LossWithEnd, "end" | "endedAt" | "by">): void {
    const [index] = this.#open.splice(at, 1);
    const loss = index === undefined ? undefined : this.#all[index];
    if (index === undefined || loss === undefined) return;
    this.#inIncident.delete(loss);
    this.#all[index] = { ...loss, ...ended };
  }
}

/** A change of a machine's state at the time `at`, in milliseconds. */
export interface MachineStateChange {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/** The states of a machine without a connection. They hide the state that the machine had before. */
export const STATES_WITHOUT_CONNECTION: readonly string[] = ["reconnecting", "overdue", "disconnected"] satisfies State[];
const WELL: readonly string[] = ["healthy", "unchecked", "awaiting", "draining"] satisfies State[];
/** The time after a disconnection within which istiod deletes the entry, in milliseconds. An entry that is deleted later was unverified. */
const DELETED_WITHIN_MS = 5_000;

/**
 * Returns true if a machine was in no trouble when it left in the state `state` at the time `at` (milliseconds). `steps`: its earlier changes of
 * state, in order of time.
 */
export function wasHealthyWhenLeaving(state: string, steps: readonly MachineStateChange[], at: number): boolean {
  if (!STATES_WITHOUT_CONNECTION.includes(state)) return WELL.includes(state);
  const disconnected = state === "disconnected" ? steps.findLast(({ to }) => to === state) : undefined;
  if (disconnected !== undefined && at - disconnected.at > DELETED_WITHIN_MS) return false;
  const before = steps.findLast(({ from }) => !STATES_WITHOUT_CONNECTION.includes(from));
  return before !== undefined && WELL.includes(before.from);
}
