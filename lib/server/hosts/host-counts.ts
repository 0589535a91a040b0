import type { MeshService, SelectablePod } from "@/lib/domain/selection/objects";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import type { NotSentKind } from "@/lib/domain/services/service-status";
import type { JudgedEntry } from "@/lib/server/fleet/fleet-reader";
import type { HostCounts, InlineCounts, MachineCounts, PodCounts } from "./host-reader";

/** The serving class of a machine that serves, but whose replica is lost. */
const DOUBTED = 2;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type MutableMachineCounts = Mutable<MachineCounts>;

/** Counts that are being counted. */
export interface Counting extends HostCounts {
  version: number;
  readonly machines: MutableMachineCounts;
  readonly pods: Mutable<PodCounts>;
  readonly inline: InlineCounts;
}

/** How one machine counts: taken it is once; `weight` 0 where Istio does not send it. */
export type MachineShare = Omit<MachineCounts, "taken">;

/** The share of a machine that is taken and not sent, and that is missed. */
export const NOT_SENT: MachineShare = { serving: 0, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 0 };

/** Counts of no machine at all. */
export const NO_MACHINES: MachineCounts = { taken: 0, ...NOT_SENT };

/** How one Pod counts. */
export type PodShare = Omit<PodCounts, "taken">;

/** Counts of a selector that takes nobody. */
export function noCounts(selector: MeshService): Counting {
  return {
    version: 0,
    machines: { ...NO_MACHINES },
    pods: { taken: 0, ready: 0, weight: 0 },
    inline: inlineCounts(selector),
  };
}

/** Does nobody vouch for what is judged of a machine, though it may serve? Such a one is never green. */
export function isInDoubt({ servingClass, vouched }: Pick<JudgedEntry, "servingClass" | "vouched">): boolean {
  return servingClass === DOUBTED || !vouched;
}

/** The share of a machine that is not sent, by why. */
export function asideShare(why: NotSentKind): MachineShare {
  return why === "failing" ? NOT_SENT : { ...NOT_SENT, [why]: 1 };
}

/** The share of a Pod that a selector matches. `isHidden`: an entry of its name stands in its place for ServiceEntries (recording services). */
export function podShare(selector: MeshService, pod: SelectablePod, reasons: readonly ExclusionReason[], isHidden: boolean): PodShare {
  const isHeld = reasons.length === 0 && !(isHidden && selector.kind === "ServiceEntry");
  const isReady = isHeld && (pod.ready || (selector.kind === "Service" && selector.publishesUnready));
  return isReady ? { ready: 1, weight: 1 } : { ready: 0, weight: 0 };
}

/** Adds a machine to counts, or (-1) takes it out. */
export function countMachine({ machines }: Counting, share: MachineShare, by: 1 | -1): void {
  addMachine(machines, share, by);
}

/** Adds a machine to the counts of machines, or (-1) takes it out. */
export function addMachine(machines: MutableMachineCounts, share: MachineShare, by: 1 | -1): void {
  machines.taken += by;
  machines.serving += by * share.serving;
  machines.inDoubt += by * share.inDoubt;
  machines.draining += by * share.draining;
  machines.awaiting += by * share.awaiting;
  machines.notChecked += by * share.notChecked;
  machines.weight += by * share.weight;
}

/** Adds a Pod to counts, or (-1) takes it out. */
export function countPod({ pods }: Counting, share: PodShare, by: 1 | -1): void {
  pods.taken += by;
  pods.ready += by * share.ready;
  pods.weight += by * share.weight;
}

function inlineCounts(selector: MeshService): InlineCounts {
  if (selector.kind === "Service" || selector.selector !== null) return { count: 0, weight: 0 };
  return { count: selector.endpoints.length, weight: selector.endpoints.reduce((sum, { weight }) => sum + (weight || 1), 0) };
}
