import type { StartContender } from "./contender";
import { type ChaosRun, runChaos } from "./run-chaos";

export interface ManyRuns {
  readonly runs: readonly ChaosRun[];
  readonly wrong: readonly ChaosRun[];
  /** Rejections that nobody handled, by their messages. */
  readonly unhandled: readonly string[];
  readonly faultKinds: number;
  /** 99 of 100 runs were equal to the server within this time after the last fault; milliseconds of the product's time. */
  readonly convergedMs99: number;
  readonly seconds: number;
}

export interface ManyOptions {
  readonly start: StartContender;
  readonly seeds: readonly number[];
  readonly atOnce: number;
  readonly patienceMs: number;
  readonly without?: ReadonlySet<string>;
  /** Ends at the first run that holds something wrong; one that is merely late does not count. */
  readonly untilWrong?: boolean;
}

/** Many runs, several at once. */
export async function runMany({ seeds, atOnce, untilWrong = false, ...run }: ManyOptions): Promise<ManyRuns> {
  const began = performance.now();
  const runs: ChaosRun[] = [];
  const unhandled: string[] = [];
  const onUnhandled = (thrown: unknown) => void unhandled.push(String(thrown));
  process.on("unhandledRejection", onUnhandled);
  const waiting = [...seeds];
  let ended = false;
  const lane = async () => {
    for (let seed = waiting.shift(); seed !== undefined && !ended; seed = waiting.shift()) {
      const done = await runChaos({ ...run, seed });
      runs.push(done);
      ended ||= untilWrong && isFalse(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  process.off("unhandledRejection", onUnhandled);
  const times = runs.map((run) => run.convergedMs).sort((a, b) => a - b);
  return {
    runs,
    wrong: runs.filter((run) => run.wrong !== null),
    unhandled,
    faultKinds: new Set(runs.flatMap((run) => run.faults)).size,
    convergedMs99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    seconds: (performance.now() - began) / 1_000,
  };
}

/** Does it hold or show something that the server does not? */
export function isFalse({ wrong }: ChaosRun): boolean {
  return wrong?.includes(" and should be ") ?? false;
}
