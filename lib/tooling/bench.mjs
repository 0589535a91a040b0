import "./node-version.mjs";
import { benchOptions } from "./bench-options.mjs";
import { findBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { collect, report } from "./figures.mjs";
import { growthLaws } from "./growth-laws.mjs";
import { ensureInstalled } from "./install.mjs";

/**
 * `npm run bench`: the performance table as JSON on standard output, each figure as it comes on standard error.
 * `npm run bench -- P3 P12 --entries=1k,10k` runs some parts at some sizes.
 */
const INSIDE = ["P1", "P3", "P5", "P11", "P12", "P14", "P15", "P17", "P18", "P19", "P21", "P22"];
const IN_HOUSE = ["P2", "P4", "P5", "P7", "P9"];
const LONG = ["P11", "P20", "P21"];

const { parts, sizes } = benchOptions(process.argv.slice(2), ["1k", "10k", "100k"]);
const unknown = parts.filter((part) => ![...INSIDE, ...IN_HOUSE, ...LONG].includes(part));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(", ")}, only ${[...new Set([...INSIDE, ...IN_HOUSE, ...LONG])].join(", ")}.`);
// These run only when named. An hour of history and the attacks take ten minutes each, and played pasts have fixed sizes.
const wanted = (all) => all.filter((part) => (parts.length === 0 ? !LONG.includes(part) : parts.includes(part)));
const attacks = parts.includes("P20");

await ensureInstalled();
const env = { STOLOS_CHROMIUM: await findBrowser() };
const inHouse = wanted(IN_HOUSE);
if (inHouse.length > 0 || attacks) await ensureBuilt();
await bundleProgram("sandbox");
await bundleProgram("history-worker");
const [inside, house] = [await bundleProgram("bench-inside"), await bundleProgram("bench")];

const figures = [];
const run = async (words) => figures.push(...(await collect(words, env)));
if (inHouse.includes("P2") && sizes.some((entries) => entries > 1_000)) await run([house, "P2", "--entries", "1000"]);
const baseHeap = figures[0]?.value ?? 0;
for (const entries of sizes) {
  for (const part of wanted(INSIDE)) await run([inside, part, String(entries)]);
  if (attacks) await run([house, "P20", "--entries", String(entries)]);
  if (inHouse.length > 0) await run([house, inHouse.join(), "--entries", String(entries), "--base-heap", String(baseHeap)]);
}
report([...figures, ...growthLaws(figures)]);
