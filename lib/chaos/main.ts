import { parseArgs } from "node:util";
import { startDashboard } from "./dashboard";
import { runMany } from "./run-many";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5000" },
    seed: { type: "string" },
    first: { type: "string", default: "1" },
    "at-once": { type: "string", default: "12" },
    patience: { type: "string", default: "20000" },
  },
});

const first = Number(values.seed ?? values.first);
const seeds = Array.from({ length: values.seed === undefined ? Number(values.runs) : 1 }, (_, index) => first + index);
const result = await runMany({ start: startDashboard, seeds, atOnce: Number(values["at-once"]), patienceMs: Number(values.patience) });
for (const { seed, wrong, faults } of result.wrong) process.stderr.write(`seed ${seed}: ${wrong}\n  ${faults.join(", ")}\n`);
const { faultKinds, convergedMs99, unhandled, seconds } = result;
process.stdout.write(
  `${JSON.stringify({ goal: "R1 wrong at end", value: result.wrong.length, target: 0, n: result.runs.length, seed: first, seconds, faultKinds, convergedMs99, unhandled: unhandled.length })}\n`,
);
process.exit(result.wrong.length + unhandled.length === 0 ? 0 : 1);
