import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { percentile } from "@/lib/testing/figures";
import { KINDS, revocations } from "./revocations";

/*
 * Rights that are lost at random moments, on streams, requests, files and objects that stand open: many at a tenth of life's time limits, some in life's
 * time. A JSON line for each.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    "real-runs": { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});

const LIMIT_MS = 10_000;
const seed = Number(values.seed);
const unhandled: string[] = [];
process.on("unhandledRejection", (thrown) => void unhandled.push(String(thrown)));
let missed = 0;
for (const [pace, trials, atOnce, scale] of [
  ["at a tenth of the limits", Number(values.runs), 40, 10],
  ["in life's time", Number(values["real-runs"]), 20, 1],
] as const) {
  // Of a pace that nothing is tried at there is nothing to tell.
  if (trials === 0) continue;
  const began = performance.now();
  // A busy machine lets neither side of a trial run in time: how long that was at most stands beside what came late.
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const done = await revocations({ trials, seed, atOnce, scale });
  stalls.disable();
  const stalledMs = Math.round((stalls.max / 1_000_000) * scale);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const idle = done.filter(({ before }) => Math.min(...Object.values(before)) === 0).length;
  const late = done.reduce((sum, trial) => sum + trial.late, 0);
  const lasts = done.map(({ lastMs }) => lastMs);
  const last = Math.max(0, ...lasts);
  const [median, p99] = [percentile(lasts, 0.5), percentile(lasts, 0.99)];
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, Math.max(0, ...done.filter((one) => one.kind === kind).map(({ lastMs }) => lastMs))]));
  process.stdout.write(
    `${JSON.stringify({ goal: `S2 last byte after rights were lost, ${pace}, ms`, value: last, median, p99, stalledMs, target: LIMIT_MS, n: done.length, seed, seconds, kinds })}\n`,
  );
  process.stdout.write(`${JSON.stringify({ goal: `S2 bytes after the limit, ${pace}`, value: late, target: 0, n: done.length, seed, seconds })}\n`);
  process.stdout.write(
    `${JSON.stringify({ goal: `S2 trials in which nothing was seen before, ${pace}`, value: idle, target: 0, n: done.length, seed, seconds })}\n`,
  );
  if (late > 0 || last > LIMIT_MS || idle > 0 || done.length !== trials) missed++;
}
process.stdout.write(`${JSON.stringify({ goal: "S2 rejections that nobody handled", value: unhandled.length, target: 0, n: 1, seed, unhandled })}\n`);
process.exit(missed === 0 && unhandled.length === 0 ? 0 : 1);
