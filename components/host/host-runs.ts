import type { CellKind } from "@/components/state/tone";
import type { ServiceRow } from "@/lib/contract/views/services";

/** The shape of a cell says who it is: a machine is square, a Pod round, an endpoint that somebody wrote a diamond. */
export type CellShape = "square" | "round" | "diamond";

/** Neighbouring cells of a host's strip that look alike. */
export interface HostRun {
  readonly shape: CellShape;
  readonly kind: CellKind;
  readonly from: number;
  readonly count: number;
}

/** Machines that are selected and healthy, and that the caller is not sent. */
export function notSentOf({ notOwned, hostUnknown, unreachable, elsewhere }: NonNullable<ServiceRow["machines"]>): number {
  return notOwned + hostUnknown + unreachable + elsewhere;
}

type DrawnHost = Pick<ServiceRow, "machines" | "absent" | "pods" | "inline" | "names" | "addresses">;

/** Who answers for a host: machines worst first, an outline for each that is gone, then Pods, then written endpoints. Nobody is drawn who cannot be seen. */
export function hostRuns({ machines, absent, pods, inline, names, addresses }: DrawnHost): readonly HostRun[] {
  const runs: HostRun[] = [];
  let from = 0;
  const add = (shape: CellShape, kind: CellKind, count: number) => {
    if (count <= 0) return;
    runs.push({ shape, kind, from, count });
    from += count;
  };
  add("square", "cell-gone", machines === null ? 0 : absent);
  if (machines !== null) {
    const { taken, serving, inDoubt, draining, awaiting, notChecked } = machines;
    const aside = awaiting + draining;
    const notSent = notSentOf(machines);
    const unchecked = Math.min(notChecked, serving);
    add("square", "cell-bad", taken - serving - inDoubt - aside - notSent);
    add("square", "cell-blind", inDoubt);
    add("square", "cell-warn", notSent);
    add("square", "cell-idle", aside + unchecked);
    add("square", "cell-good", serving - unchecked);
  }
  add("round", "cell-bad", pods === null ? 0 : pods.taken - pods.ready);
  add("round", "cell-good", pods?.ready ?? 0);
  if (addresses !== null) {
    add("diamond", "cell-bad", addresses.taken - addresses.ready - addresses.doubted);
    add("diamond", "cell-blind", addresses.doubted);
  }
  add("diamond", "cell-idle", inline + names + (addresses?.ready ?? 0));
  return runs;
}
