import "./node-version.mjs";
import { findBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { runJourneys } from "./e2e.mjs";
import { ensureInstalled } from "./install.mjs";
import { plantedDefects, runPlanted } from "./planted.mjs";
import { chosenJourneys, runPlantedJourneys } from "./planted-journeys.mjs";
import { properties } from "./properties.mjs";
import { PROVED_JOURNEYS } from "./proved-journeys.mjs";
import { exitOf, runProgram, startNode } from "./run.mjs";

/**
 * `npm run prove`: the long proofs, a JSON line per goal on standard output. Names after the command choose some of them;
 * `npm run prove -- chaos --seed 17 --runs 1` replays one run, `npm run prove -- soak --minutes 60` soaks for an hour.
 */
const PROOFS = {
  chaos: (more) => chaos(["--runs", "5000", ...more]),
  unaided: (more) => chaos(["--contender", "unaided", "--runs", "1000", ...more]),
  "stock-informer": (more) => chaos(["--contender", "stock-informer", "--runs", "400", "--patience", "3000", ...more]),
  planted: () => planted(),
  // The faults in which a time limit matters, in life's time.
  outages: (more) => program("outages", more),
  // What a page in a real browser says while its roads are cut, stalled, slow or wrong.
  browser: (more) => inBrowser("browser-outages", more),
  // Streams that ask for too much, read nothing, or send a body that never ends: the server answers, and an honest reader has its frames.
  attack: (more) => withProduct("attack", more),
  // Rights that are lost at random moments: the last byte that a stream, a request or a file tells by them.
  revocations: (more) => program("revocations", more),
  // Inputs that mean to take time, memory or the process: bombs, depth, length, thousands of everything.
  inputs: (more) => withProduct("hostile", more),
  // Everything that pages say in every scenario, against a watch of the journey's own.
  words: () => ensureBuilt().then(() => runJourneys({ args: ["words"], env: { STOLOS_WORDS: "all" } })),
  // Journeys whole: what may be read and written by whom, what strangers write, signing in, secrets, every page for axe, every course, every case.
  ...Object.fromEntries(Object.entries(PROVED_JOURNEYS).map(([name, args]) => [name, (more) => journeys(args, more)])),
  // Every defect that is planted in the build must be noticed by the journey or the program that is there to see it. `--only S5,12` plants some of them.
  "planted-journeys": (more) =>
    ensureBuilt().then(() => runPlantedJourneys(chosenJourneys(more.includes("--only") ? more[more.indexOf("--only") + 1] : undefined))),
  // Who answers for a host, in random worlds: the product beside a second, naive reading of Istio's rules. `--runs 1000 --seed 5` runs fewer, and others.
  selection: (more) => secondReading(more, SELECTION),
  // What every rule of the findings finds, in random worlds: the rules beside a second, naive reading of them.
  findings: (more) => secondReading(more, FINDINGS),
  soak: (more) => program("soak", more),
  // Every property of the unit tests, in random cases that no run has drawn before.
  properties: (more) => properties(more),
  // Proves that the history survives kills, full disks, damaged files, and a restarted or replaced PostgreSQL. Its runs start the three bundled programs.
  history: (more) =>
    Promise.all(["history-worker", "history-child", "history-replica"].map((name) => bundleProgram(name))).then(() => program("history-proofs", more)),
};

const SELECTION = {
  goal: "selection: worlds on which a second reading agrees",
  tests: ["lib/server/kube/parse/selection/second-reading.test.ts"],
  ...{ worlds: 100_000, seed: 11, variables: { worlds: "SELECTION_WORLDS", seed: "SELECTION_SEED" } },
};
const FINDINGS = {
  goal: "findings: worlds on which a second reading of every rule agrees, and patches silence",
  tests: ["lib/domain/findings/second-reading.test.ts", "lib/domain/findings/patches.test.ts"],
  ...{ worlds: 10_000, seed: 12, variables: { worlds: "FINDING_WORLDS", seed: "FINDING_SEED" } },
};

await ensureInstalled();
const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("--"));
// What follows "history" chooses among its own proofs.
const splitAt = words[0] === "history" ? 1 : firstOption < 0 ? words.length : firstOption;
const [names, options] = [words.slice(0, splitAt), words.slice(splitAt)];
const unknown = names.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) throw new Error(`There is no proof ${unknown.join(", ")}, only ${Object.keys(PROOFS).join(", ")}.`);

let failed = 0;
for (const name of names.length === 0 ? Object.keys(PROOFS) : names) if (!(await PROOFS[name](options))) failed++;
process.exit(failed === 0 ? 0 : 1);

function chaos(programArguments) {
  return program("chaos", programArguments);
}

/** Journeys whole, of which `npm test` has a sample; `--seed 5` draws other cases, and `--part 2/3` plays the second third of what can be divided. */
async function journeys(args, options) {
  await ensureBuilt();
  const told = (option, name) => (options.includes(option) ? { [name]: options[options.indexOf(option) + 1] } : {});
  const env = { STOLOS_PROOFS: "whole", ...told("--seed", "STOLOS_PROOF_SEED"), ...told("--part", "STOLOS_PROOF_PART") };
  return runJourneys({ args, env });
}

async function program(name, programArguments) {
  return (await exitOf(startNode(["--enable-source-maps", await bundleProgram(name), ...programArguments]))) === 0;
}

async function inBrowser(name, programArguments) {
  process.env.STOLOS_CHROMIUM = await findBrowser();
  return withProduct(name, programArguments);
}

async function withProduct(name, programArguments) {
  await ensureBuilt();
  await bundleProgram("sandbox");
  return program(name, programArguments);
}

/** The product beside a second, naive reading, in random worlds: as many as asked, the same for the same seed. */
async function secondReading(options, { goal, tests, worlds, seed: ownSeed, variables }) {
  const told = (name, byDefault) => (options.includes(name) ? Number(options[options.indexOf(name) + 1]) : byDefault);
  const [runs, seed] = [told("--runs", worlds), told("--seed", ownSeed)];
  const began = performance.now();
  const env = { [variables.worlds]: String(runs), [variables.seed]: String(seed) };
  const agreed =
    (await runProgram("vitest", ["run", "-c", "lib/tooling/vitest.config.ts", ...tests], { env, stdio: ["ignore", process.stderr, "inherit"] })) === 0;
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${JSON.stringify({ goal, value: agreed ? runs : 0, target: runs, n: runs, seed, seconds })}\n`);
  return agreed;
}

/** Every planted defect must be caught; the table of them comes first. */
async function planted() {
  const began = performance.now();
  const found = [];
  for (const defect of plantedDefects) {
    found.push(await runPlanted(defect, { runs: 600 }));
    process.stdout.write(`${JSON.stringify(found.at(-1))}\n`);
  }
  const caught = found.filter((one) => one.caught !== null).length;
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${JSON.stringify({ goal: "R1 planted defects caught", value: caught, target: found.length, n: found.length, seed: 1, seconds })}\n`);
  return caught === found.length;
}
