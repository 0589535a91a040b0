import { parseArgs } from "node:util";
import { OUTAGES } from "./real-outages";
import { seededRandom } from "./seeded-random";

/** The faults in which a time limit matters, in life's time, all at once: a JSON line per goal on standard output. */
const { values } = parseArgs({
  options: {
    /** How long the long outages last. */
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    /** Only faults whose name contains this. */
    only: { type: "string", default: "" },
  },
});

const seed = Number(values.seed);
let missed = 0;
const unhandled: string[] = [];
process.on("unhandledRejection", (thrown) => void unhandled.push(String(thrown)));
await Promise.all(
  OUTAGES.filter(({ fault }) => fault.includes(values.only)).map(async ({ play }, index) => {
    const began = performance.now();
    const figures = await play(seededRandom(seed * 1_000 + index), Number(values.minutes));
    const seconds = Math.round((performance.now() - began) / 1_000);
    for (const { goal, value, target, n, histogram } of figures) {
      if (value > target) missed++;
      process.stdout.write(`${JSON.stringify({ goal, value, target, n, seed, seconds, histogram })}\n`);
    }
  }),
);
process.stdout.write(
  `${JSON.stringify({ goal: "L rejections that nobody handled", value: unhandled.length, target: 0, n: OUTAGES.length, seed, unhandled })}\n`,
);
process.exit(missed === 0 && unhandled.length === 0 ? 0 : 1);
