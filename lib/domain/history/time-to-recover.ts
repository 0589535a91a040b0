/** The numbers of a group's machines from the time `at` on, in milliseconds. */
export interface GroupCountStep {
  readonly at: number;
  readonly serving: number;
  /** The total of the group, including lost and missing machines. */
  readonly total: number;
  /** The number of machines that are lost, missing or failed. */
  readonly down: number;
}

/** The history of a group: its steps in order of time, and the gaps in its observation. */
export interface ObservedGroup {
  readonly steps: readonly GroupCountStep[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/**
 * The time to recover: from the first lost or failed machine of a group until as many machines serve as before, in milliseconds. Null = no time was
 * measured.
 */
export interface TimeToRecover {
  readonly medianMs: number | null;
  readonly longestMs: number | null;
  /** The number of losses whose time was measured. */
  readonly recovered: number;
  /** The number of losses that still last, or that ended with a smaller group. */
  readonly notRecovered: number;
  /** The number of losses that ended, but whose beginning or end was not observed: the window begins with them, or a gap touches them. */
  readonly notMeasured: number;
}

/**
 * Returns the time to recover of all losses of groups. Overlapping losses of one group are one loss. A loss after which fewer machines serve than
 * before is not recovered, even if the group is complete: a loss was accepted, or the group became smaller.
 */
export function timeToRecoverStatistics(groups: readonly ObservedGroup[]): TimeToRecover {
  const losses = groups.flatMap(lossesOf);
  const times = losses.flatMap(({ timeMs }) => timeMs ?? []).sort((a, b) => a - b);
  const count = (kind: Loss["kind"]) => losses.filter((loss) => loss.kind === kind).length;
  return {
    ...{ medianMs: median(times), longestMs: times.at(-1) ?? null },
    ...{ recovered: times.length, notRecovered: count("not-recovered"), notMeasured: count("not-measured") },
  };
}

interface Loss {
  readonly kind: "recovered" | "not-recovered" | "not-measured";
  readonly timeMs: number | null;
}

/** A loss that has not ended. `before`: the number of machines that served before it; null = it began before the first step. */
interface OpenLoss {
  readonly from: number;
  readonly before: number | null;
}

function lossesOf({ steps, gaps }: ObservedGroup): readonly Loss[] {
  const losses: Loss[] = [];
  let open: OpenLoss | null = null;
  for (const [index, { at, serving, total, down }] of steps.entries()) {
    if (open === null) {
      if (down > 0) open = { from: at, before: steps[index - 1]?.serving ?? null };
      continue;
    }
    // A machine that joined again may still start.
    const isRegained = down === 0 && serving >= (open.before ?? total);
    if (isRegained) losses.push(measured(open, at, gaps));
    else if (down === 0 && serving === total) losses.push({ kind: "not-recovered", timeMs: null });
    else continue;
    open = null;
  }
  return open === null ? losses : [...losses, { kind: "not-recovered", timeMs: null }];
}

function measured({ from, before }: OpenLoss, to: number, gaps: ObservedGroup["gaps"]): Loss {
  // A change that is found after a gap may have happened at any time in the gap.
  const isObserved = before !== null && !gaps.some((gap) => gap.from <= to && gap.to >= from);
  return isObserved ? { kind: "recovered", timeMs: to - from } : { kind: "not-measured", timeMs: null };
}

/** Returns the median of sorted times; for an even number of times the mean of the two in the middle. */
function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
