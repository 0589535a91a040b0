import { parseArgs } from "node:util";
import { startHouse } from "@/e2e/house";
import { percentile } from "@/lib/testing/figures";
import { startBrowser } from "./lane";
import { API_OUTAGES, type Outage, PAGE_OUTAGES } from "./outage-kinds";
import { type Witness, witness } from "./witness";

/** Outages in a real browser, at life's limits: a JSON line per goal on standard output. */
const { values } = parseArgs({
  options: { outages: { type: "string", default: "50" }, lanes: { type: "string", default: "5" }, seed: { type: "string", default: "1" } },
});
const [outages, lanes, seed] = [Number(values.outages), Number(values.lanes), Number(values.seed)];

const began = performance.now();
const house = await startHouse({ sandboxArguments: ["--scenario", "steady", "--seed", "1", "--entries", "200"], settings: {} });
const browser = await startBrowser(house, lanes);
const seen: Witness[] = [];
let complaints: readonly string[] = [];
try {
  // One in five is on the way to the cluster, and seen by all; the others each lane has for itself.
  const ofApi = Math.floor(outages / 5);
  const ofPages = outages - ofApi;
  await Promise.all(
    browser.lanes.map(async (lane, at) => {
      for (let turn = at; turn < ofPages; turn += lanes) seen.push(await witness(lane, kindAt(PAGE_OUTAGES, turn + seed), seed * 1_000 + turn));
    }),
  );
  for (let turn = 0; turn < ofApi; turn++) {
    const lane = browser.lanes[turn % browser.lanes.length];
    if (lane !== undefined) seen.push(await witness(lane, kindAt(API_OUTAGES, Math.floor(turn / 2) + seed), seed * 2_000 + turn));
  }
} finally {
  complaints = browser.complaints();
  await browser.end();
  await house.end();
}

const told = (goal: string, value: number, target: number) => {
  const figures = { goal, value, target, n: seen.length, seed, seconds: Math.round((performance.now() - began) / 1_000) };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  return value <= target;
};
/** Looks are so far apart, and take a while themselves. */
const BETWEEN_LOOKS_MS = 500;
const isLate = ({ staleMs, limitMs }: Witness) => staleMs === null || staleMs > limitMs + BETWEEN_LOOKS_MS;
for (const one of seen)
  if (one.lateGreen > 0 || one.greenBefore === 0 || isLate(one) || one.liveAgainMs === null) process.stderr.write(`${JSON.stringify(one)}\n`);
for (const what of complaints) process.stderr.write(`${what}\n`);
const again = seen.map(({ liveAgainMs }) => (liveAgainMs ?? Number.POSITIVE_INFINITY) / 1_000).sort((a, b) => a - b);
const kept = [
  told("R3 outages before which nothing was green", seen.filter(({ greenBefore }) => greenBefore === 0).length, 0),
  told("R3 outages after which a page said too late that it is not live, or not at all", seen.filter(isLate).length, 0),
  told("R3 violations of the policy, and errors that nothing caught", complaints.length, 0),
  told(
    "R3 frames with something green past the limit",
    seen.reduce((sum, { lateGreen }) => sum + lateGreen, 0),
    0,
  ),
  told(
    "R3 outages after which a page was loaded again, or stayed lost",
    seen.filter(({ liveAgainMs, isSamePage }) => liveAgainMs === null || !isSamePage).length,
    0,
  ),
  told("R3 seconds to live again, p50", percentile(again, 0.5), 5),
  told("R3 seconds to live again, p99", percentile(again, 0.99), 15),
];
for (const kind of new Set(seen.map((one) => one.kind))) {
  const own = seen.filter((one) => one.kind === kind);
  const longest = Math.max(...own.map(({ staleMs }) => staleMs ?? Number.POSITIVE_INFINITY));
  process.stdout.write(
    `${JSON.stringify({ outage: kind, n: own.length, saysSoWithinSeconds: longest / 1_000, limitSeconds: (own[0]?.limitMs ?? 0) / 1_000 })}\n`,
  );
}
for (const path of new Set(seen.map((one) => one.path))) {
  const own = seen.filter((one) => one.path === path);
  process.stdout.write(`${JSON.stringify({ page: path, outages: own.length, green: own.reduce((sum, { lateGreen }) => sum + lateGreen, 0) })}\n`);
}
process.stdout.write(
  `${JSON.stringify({ goal: "R3 looks at the page, four a second", value: seen.reduce((sum, { looks }) => sum + looks, 0), n: seen.length, seed })}\n`,
);
process.exit(kept.every(Boolean) ? 0 : 1);

function kindAt(kinds: readonly Outage[], at: number): Outage {
  const kind = kinds[at % kinds.length];
  if (kind === undefined) throw new Error("There is no kind of outage.");
  return kind;
}
