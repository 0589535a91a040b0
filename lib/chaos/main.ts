import { parseArgs } from "node:util";
import { startDashboard, startUnaided, UNSEEN_FAULTS } from "./dashboard";
import { isFalse, type ManyOptions, runMany } from "./run-many";
import { startStockInformer } from "./stock-informer";

/** The chaos runs as a program: a JSON line on standard output, every wrong run with its seed and faults on standard error. */
const { values } = parseArgs({
  options: {
    contender: { type: "string", default: "dashboard" },
    runs: { type: "string", default: "5000" },
    /** The first seed; alone it is the only one. */
    seed: { type: "string" },
    "at-once": { type: "string", default: "12" },
    patience: { type: "string", default: "20000" },
    "until-wrong": { type: "boolean", default: false },
  },
});

/** One and a half times the silence after which a stream is not believed, in the product's time. */
const CONVERGED_TARGET_MS = 30_000;

const CONTENDERS: Readonly<Record<string, Pick<ManyOptions, "start" | "without"> & { readonly goal: string; readonly target: number | null }>> = {
  dashboard: { start: startDashboard, goal: "R1 wrong at the end", target: 0 },
  unaided: { start: startUnaided, without: UNSEEN_FAULTS, goal: "R1 wrong at the end, without a comparison", target: 0 },
  "stock-informer": { start: startStockInformer, goal: "R1 for comparison: the informer of @kubernetes/client-node", target: null },
};

const contender = CONTENDERS[values.contender];
if (contender === undefined) throw new Error(`There is no contender ${values.contender}, only ${Object.keys(CONTENDERS).join(", ")}.`);
const { goal, target, ...options } = contender;
const first = Number(values.seed ?? 1);
const { runs, wrong, unhandled, faultKinds, convergedMs99, seconds } = await runMany({
  ...options,
  seeds: Array.from({ length: Number(values.runs) }, (_, index) => first + index),
  atOnce: Number(values["at-once"]),
  patienceMs: Number(values.patience),
  untilWrong: values["until-wrong"],
});
if (target !== null) for (const { seed, wrong: what, faults } of wrong) process.stderr.write(`seed ${seed}: ${what}\n  ${faults.join(", ")}\n`);
const figures = { goal, value: wrong.length, target, n: runs.length, seed: first, seconds: Math.round(seconds), faultKinds, convergedMs99 };
process.stdout.write(`${JSON.stringify({ ...figures, unhandled: unhandled.length, caught: wrong.find(isFalse)?.wrong ?? null })}\n`);
const late = values.contender === "dashboard" && convergedMs99 > CONVERGED_TARGET_MS;
if (values.contender === "dashboard") {
  // What kept the slowest of them: the first place to look when the goal is missed.
  for (const { seed, convergedMs, last } of [...runs].sort((a, b) => b.convergedMs - a.convergedMs).slice(0, Math.ceil(runs.length / 100)))
    process.stderr.write(`seed ${seed}: equal after ${Math.round(convergedMs)} ms, last ${last}\n`);
  const line = { goal: "R1 seconds from the last fault to equality, p99", value: convergedMs99 / 1_000, target: CONVERGED_TARGET_MS / 1_000 };
  process.stdout.write(`${JSON.stringify({ ...line, n: runs.length, seed: first, seconds: Math.round(seconds) })}\n`);
}
process.exit(target === null || (wrong.length === 0 && unhandled.length === 0 && !late) ? 0 : 1);
