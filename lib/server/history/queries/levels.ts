import { noCounts } from "@/lib/domain/verdict/state-code";

/** The machines of one group at a moment: how many in each state (by its code), and how many serve. */
export interface Level {
  readonly counts: readonly number[];
  readonly serving: number;
  readonly total: number;
}

/** What a group's level is from a moment on. Where a step stands for a whole bucket, it shows the worst of it, and `mean` what it was on average. */
export interface LevelStep extends Level {
  readonly at: number;
  readonly series: number;
  readonly mean?: { readonly serving: number; readonly total: number };
}

export const NO_MACHINES: Level = { counts: noCounts(), serving: 0, total: 0 };

/** A change of a level: so many machines more (or fewer) in a state. */
export interface LevelChange {
  readonly at: number;
  readonly series: number;
  readonly state: number;
  readonly serving: number;
  readonly machines: number;
}

/** Levels by group from their changes, which have to be in order of time; changes of one moment make one step. */
export function levelsOf(changes: readonly LevelChange[]): Map<number, LevelStep[]> {
  const found = new Map<number, LevelStep[]>();
  for (const change of changes) {
    const steps = found.get(change.series) ?? [];
    found.set(change.series, steps);
    const last = steps.at(-1);
    const step = { ...changedLevel(last ?? NO_MACHINES, change), at: change.at, series: change.series };
    if (last?.at === change.at) steps[steps.length - 1] = step;
    else steps.push(step);
  }
  return found;
}

function changedLevel(level: Level, { state, serving, machines }: LevelChange): Level {
  return {
    counts: level.counts.map((count, at) => (at === state ? count + machines : count)),
    serving: level.serving + serving,
    total: level.total + machines,
  };
}
