import { parseArgs } from "node:util";
import { soak } from "./soak";

/** The soak as a program: a JSON line per goal on standard output, a line per minute on standard error. */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    rate: { type: "string", default: "100" },
    machines: { type: "string", default: "2000" },
    browsers: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
  },
});

/** Megabytes an hour: what reading the heap once a minute can tell from nothing in so short a time. */
const SLOPE_TARGET = 2;

const began = performance.now();
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const { samples, heapSlopeMbPerHour, leftOver, wrong, browsersCome, relists } = await soak({
  ...{ minutes, seed, changesPerSecond: Number(values.rate), machines: Number(values.machines), browsers: Number(values.browsers) },
  onSample: (sample) => void process.stderr.write(`${JSON.stringify(sample)}\n`),
});
const seconds = Math.round((performance.now() - began) / 1_000);
const n = samples.at(-1)?.changes ?? 0;
const left = Object.values(leftOver).filter((count) => count !== 0).length;
const slopeMb = Math.round(heapSlopeMbPerHour * 100) / 100;
const lines = [
  { goal: "R8 heap slope after forced collection, MB an hour", value: slopeMb, target: SLOPE_TARGET, n: samples.length, seed, seconds },
  { goal: "R8 kinds of handles that are not back where they were", value: left, target: 0, n: browsersCome, seed, seconds, leftOver, relists },
  { goal: "R8 entries that differ from the API server at the end", value: wrong === null ? 0 : 1, target: 0, n, seed, seconds, wrong },
];
for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`);
process.exit(lines.every(({ value, target }) => value <= target) ? 0 : 1);
