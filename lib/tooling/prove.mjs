import "./node-version.mjs";
import { findBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { runJourneys } from "./e2e.mjs";
import { ensureInstalled } from "./install.mjs";
import { plantedDefects, runPlanted } from "./planted.mjs";
import { chosenJourneys, plantedJourneys, runPlantedJourneys } from "./planted-journeys.mjs";
import { optionOf, proofTable, runProofs, stepsOf } from "./proof-table.mjs";
import { properties } from "./properties.mjs";
import { PROVED_JOURNEYS } from "./proved-journeys.mjs";
import { inGenerated } from "./root.mjs";
import { exitOf, runProgram, startNode } from "./run.mjs";

/** Default extent of each proof: number, unit, and the option that changes the number. All proofs together take at most 90 minutes on two quiet cores. */
const EXTENTS = {
  chaos: [5_000, "runs", "--runs"],
  unaided: [500, "runs", "--runs"],
  "stock-informer": [200, "runs", "--runs"],
  planted: [plantedDefects.length, "faults"],
  outages: [5, "minutes", "--minutes"],
  clusters: [60, "seconds", "--late"],
  browser: [25, "outages", "--outages"],
  attack: [200, "streams", "--streams"],
  revocations: [500, "trials", "--runs"],
  inputs: [3, "rounds", "--rounds"],
  "planted-journeys": [plantedJourneys.length, "faults"],
  selection: [100_000, "worlds", "--runs"],
  statements: [2_000, "worlds", "--runs"],
  findings: [10_000, "worlds", "--runs"],
  incidents: [200, "stories", "--runs"],
  soak: [20, "minutes", "--minutes"],
  properties: [3, "rounds", "--rounds"],
};
/** Seeds other than 1. */
const SEEDS = { selection: 11, statements: 36, findings: 12, incidents: 8_001, properties: "random", attack: "none", inputs: "none" };
/** Part of a proof that a run of all proofs plays. By name it is played whole. */
const PARTS = { hostile: "1/6" };
/** Steps of a run of all proofs: lanes that run at the same time. They wait for timers, or have no time limits. All other proofs run alone, before these. */
const BESIDE = [
  [["outages"], ["browser"], ["clusters"]],
  [
    ["viewers", "read-only"],
    ["courses", "cases", "sign-in", "secrets", "axe", "situations"],
  ],
  [["soak"], ["planted", "selection", "statements", "findings", "incidents", "properties", "history"], ["planted-journeys", "hostile"]],
];

/**
 * `npm run prove`: the long proofs, a JSON line per goal on standard output, and a table of all at the end. Names after the command choose some of them;
 * `npm run prove -- chaos --seed 17 --runs 1` replays one run, `npm run prove -- soak --minutes 60` soaks for an hour.
 */
const PROOFS = {
  chaos: (more) => chaos(extentArguments("chaos", more)),
  unaided: (more) => chaos(["--contender", "unaided", ...extentArguments("unaided", more)]),
  "stock-informer": (more) => chaos(["--contender", "stock-informer", "--patience", "3000", ...extentArguments("stock-informer", more)]),
  planted: () => planted(),
  // The faults in which a time limit matters, in life's time.
  outages: (more) => program("outages", extentArguments("outages", more)),
  // Ten clusters, of which seven hang, refuse or come later; one more is added and removed.
  clusters: (more) => program("clusters", extentArguments("clusters", more)),
  // What a page in a real browser says while its roads are cut, stalled, slow or wrong.
  browser: (more) => inBrowser("browser-outages", extentArguments("browser", more)),
  // Streams that ask for too much, read nothing, or send a body that never ends: the server answers, and an honest reader has its frames.
  attack: (more) => withProduct("attack", extentArguments("attack", more)),
  // Rights that are lost at random moments: the last byte that a stream, a request or a file tells by them.
  revocations: (more) => program("revocations", extentArguments("revocations", more)),
  // Inputs that mean to take time, memory or the process: bombs, depth, length, thousands of everything.
  inputs: (more) => withProduct("hostile", extentArguments("inputs", more)),
  // Numbers, states and names on pages in every scenario, against Kubernetes objects that the test reads itself.
  values: () => ensureBuilt().then(() => runJourneys({ args: ["e2e/values"], env: { STOLOS_VALUES: "all" } })),
  // Journeys whole: what may be read and written by whom, what strangers write, signing in, secrets, every page for axe, every course, every case.
  ...Object.fromEntries(Object.entries(PROVED_JOURNEYS).map(([name, args]) => [name, (more) => journeys(name, args, more)])),
  // Every defect that is planted in the build must be noticed by the journey or the program that is there to see it. `--only S5,12` plants some of them.
  "planted-journeys": (more) => ensureBuilt().then(() => runPlantedJourneys(chosenJourneys(optionOf(more, "--only")))),
  // Who answers for a host, in random worlds: the product beside a second, naive reading of Istio's rules. `--runs 1000 --seed 5` runs fewer, and others.
  selection: (more) => secondReading(more, SELECTION),
  // Counts and ports on the pages of services, entries and their list, in random worlds: beside the same second reading.
  statements: (more) => secondReading(more, STATEMENTS),
  // What every rule of the findings finds, in random worlds: the rules beside a second, naive reading of them.
  findings: (more) => secondReading(more, FINDINGS),
  // Generated stories with known incidents, judged per kind against the specification. Prints a table. `--seed` plays others.
  incidents: (more) => secondReading(more, INCIDENTS),
  soak: (more) => program("soak", extentArguments("soak", more)),
  // Every property of the unit tests, in random cases that no run has drawn before.
  properties: (more) => properties(extentArguments("properties", more)),
  // Proves that the history survives kills, full disks, damaged files, and a restarted or replaced PostgreSQL. Its runs start the three bundled programs.
  history: (more) =>
    Promise.all(["history-worker", "history-child", "history-replica"].map((name) => bundleProgram(name))).then(() => program("history-proofs", more)),
};

const SELECTION = {
  goal: "selection: worlds on which a second reading agrees",
  tests: ["lib/server/kube/parse/selection/second-reading.test.ts"],
  ...{ name: "selection", variables: { worlds: "SELECTION_WORLDS", seed: "SELECTION_SEED" } },
};
const STATEMENTS = {
  goal: "statements: worlds in which pages about endpoints equal a second reading",
  tests: ["lib/server/live/views/endpoint-statements.test.ts"],
  ...{ name: "statements", variables: { worlds: "STATEMENT_WORLDS", seed: "STATEMENT_SEED" } },
};
const FINDINGS = {
  goal: "findings: worlds on which a second reading of every rule agrees, and patches silence",
  tests: ["lib/domain/findings/second-reading.test.ts", "lib/domain/findings/patches.test.ts"],
  ...{ name: "findings", variables: { worlds: "FINDING_WORLDS", seed: "FINDING_SEED" } },
};
const INCIDENTS = {
  goal: "incidents: generated stories, of which every kind passes its limits",
  tests: ["lib/testing/incident-stories/stories.test.ts"],
  ...{ name: "incidents", variables: { worlds: "INCIDENT_STORIES", seed: "INCIDENT_SEED" } },
};

await ensureInstalled();
const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("--"));
// What follows "history" chooses among its own proofs.
const splitAt = words[0] === "history" ? 1 : firstOption < 0 ? words.length : firstOption;
const [names, options] = [words.slice(0, splitAt), words.slice(splitAt)];
const unknown = names.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) throw new Error(`There is no proof ${unknown.join(", ")}, only ${Object.keys(PROOFS).join(", ")}.`);

const startedAt = performance.now();
const steps = names.length === 0 ? stepsOf(Object.keys(PROOFS), BESIDE) : names.map((name) => [[name]]);
const rows = await runProofs(steps.map((lanes) => lanes.map((lane) => lane.map(proofOf))));
process.stdout.write(`\n${proofTable(rows, (performance.now() - startedAt) / 60_000)}\n`);
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);

function proofOf(name) {
  return { name, ...extentOf(name), prove: () => PROOFS[name]([...partOf(name), ...options]) };
}

/** Returns the options that limit a proof to a part. */
function partOf(name) {
  return names.length === 0 && name in PARTS ? ["--part", PARTS[name]] : [];
}

/** Returns the columns "runs" and "seed" of a proof. */
function extentOf(name) {
  const seed = optionOf(options, "--seed", String(SEEDS[name] ?? 1));
  const [number, unit, option] = EXTENTS[name] ?? [];
  if (unit !== undefined) return { runs: `${Number(optionOf(options, option, number)).toLocaleString("en-US")} ${unit}`, seed };
  const part = optionOf([...partOf(name), ...options], "--part", undefined);
  return { runs: name in PROVED_JOURNEYS ? (part === undefined ? "whole" : `part ${part}`) : "as declared", seed };
}

/** The options of a program with the number that it plays: the last of two options counts. */
function extentArguments(name, more) {
  const [number, , option] = EXTENTS[name];
  return [option, String(number), ...more];
}

function chaos(programArguments) {
  return program("chaos", programArguments);
}

/** Journeys whole, of which `npm test` has a sample; `--seed 5` draws other cases, and `--part 2/3` plays the second third of what can be divided. */
async function journeys(name, args, options) {
  await ensureBuilt();
  // Playwright deletes its folder of results at its start: proofs that run beside each other have one each.
  const output = ["--output", inGenerated("proofs", name)];
  const told = (option, name) => (options.includes(option) ? { [name]: optionOf(options, option) } : {});
  const env = { STOLOS_PROOFS: "whole", ...told("--seed", "STOLOS_PROOF_SEED"), ...told("--part", "STOLOS_PROOF_PART") };
  return runJourneys({ args: [...args, ...output], env });
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
async function secondReading(options, { name, goal, tests, variables }) {
  const [runs, seed] = [Number(optionOf(options, "--runs", EXTENTS[name][0])), Number(optionOf(options, "--seed", SEEDS[name]))];
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
