import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "./bundle.mjs";
import { inRoot, root } from "./root.mjs";

/**
 * The stored faults: one for each promise (`promise`), caught by the chaos runs (`contender`) or by one test file (`test`). With those of the journeys
 * they are at most 40.
 */
export const plantedDefects = JSON.parse(readFileSync(inRoot("lib/chaos/planted-defects.json"), "utf8"));

/** No test file takes so long by itself. */
const HANGS_MS = 300_000;

/** Plants one defect and runs what should catch it. Resolves to `{promise, defect, caught, n, seconds}`; `caught` says what was wrong, or is null. */
export async function runPlanted(planted, limits) {
  const began = performance.now();
  const { caught, n } = planted.test === undefined ? await inChaos(planted, limits) : await inTest(planted);
  return { promise: planted.promise, defect: planted.defect, caught, n, seconds: Math.round((performance.now() - began) / 1_000) };
}

/** Runs one test file with the defect in the source that it tests; the first test that fails has caught it. */
async function inTest(planted) {
  const parts = readFileSync(inRoot(planted.file), "utf8").split(planted.find);
  if (parts.length !== 2) throw new Error(`${planted.file} has ${parts.length - 1} places that read: ${planted.find}`);
  const index = String(plantedDefects.indexOf(planted));
  const words = ["run", "-c", "lib/tooling/vitest.config.ts", "--reporter=json", planted.test];
  const report = await outputOf([inRoot("node_modules/vitest/vitest.mjs"), ...words], { PLANTED_DEFECT: index }, HANGS_MS);
  // A test that hangs has caught nothing.
  if (report === "") return { caught: null, n: 0 };
  const { testResults } = JSON.parse(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { caught: tests.find(({ status }) => status === "failed")?.fullName ?? null, n: tests.length };
}

/** Runs the chaos runs with the defect in them until one is wrong. */
async function inChaos(planted, { runs, patienceMs = 8_000 }) {
  const as = `chaos-planted-${plantedDefects.indexOf(planted)}`;
  const program = await bundleProgram("chaos", { as, planted });
  const arguments_ = ["--contender", planted.contender, "--runs", String(runs), "--at-once", "10", "--patience", String(patienceMs), "--until-wrong"];
  const [line] = (await outputOf([program, ...arguments_])).split("\n");
  rmSync(program);
  return JSON.parse(line);
}

/** What a Node program says on standard output, however it ends. */
function outputOf(words, env = {}, timeout = 0) {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024, timeout }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

/** As a program: one defect by its place in the list, or all; a JSON line for each. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = process.argv[2] === undefined ? plantedDefects : [plantedDefects[Number(process.argv[2])]];
  for (const planted of chosen) process.stdout.write(`${JSON.stringify(await runPlanted(planted, { runs: 600 }))}\n`);
}
