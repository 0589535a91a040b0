import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findBrowser } from "./browser.mjs";
import { bundleProgram } from "./bundle.mjs";
import { runJourneys } from "./e2e.mjs";
import { verdictOnGoals, verdictOnJourney } from "./planted-verdict.mjs";
import { inGenerated, inRoot } from "./root.mjs";
import { startNode, writtenBy } from "./run.mjs";
import { readReport } from "./test-reports.mjs";

/**
 * The defects that are planted in the text of the built server and of the scripts of its pages, each of which one journey, or one program of the long
 * proofs, must catch: `find` is an expression over what the bundler made of our source (names of variables are its own), `put` what stands there instead.
 */
export const plantedJourneys = JSON.parse(readFileSync(inRoot("lib/chaos/planted-journeys.json"), "utf8"));

/** Those of them that `only` names, by their goals or their places in the list: `S5,12`. Without it: all. */
export function chosenJourneys(only) {
  if (only === undefined) return plantedJourneys;
  const words = only.split(",");
  const chosen = plantedJourneys.filter(({ goal }, place) => words.includes(goal) || words.includes(String(place)));
  if (chosen.length === 0)
    throw new Error(`No defect is planted for ${only}; there are ${plantedJourneys.map(({ goal }, place) => `${place} ${goal}`).join(", ")}.`);
  return chosen;
}

const HITS = inGenerated("planted-hits.txt");
const REPORT = inGenerated("planted-report.json");

/** Plants one defect and runs what should catch it. Resolves to `{caught, refused}`, as `planted-verdict.mjs` tells them. */
async function runPlantedJourney(planted) {
  const { find, put, program } = planted;
  mkdirSync(inGenerated(), { recursive: true });
  for (const path of [HITS, REPORT]) rmSync(path, { force: true });
  const env = { PLANTED_IN_BUILD: JSON.stringify([{ find, put }]), PLANTED_HITS: HITS };
  const written = program === undefined ? await playJourney(planted, env) : await runProof(planted, env);
  const hits = existsSync(HITS) ? readFileSync(HITS, "utf8").split("\n") : [];
  return program === undefined ? verdictOnJourney(planted, { hits, report: readReport(REPORT) }) : verdictOnGoals(planted, { hits, written });
}

/** A sample of every journey is enough: also of those that `npm test` leaves out. Where only some samples have the test, `seed` draws one that has it. */
async function playJourney({ journey, test, seed }, env) {
  await runJourneys({
    report: REPORT,
    args: [`/${journey}.spec`, "--retries=0", ...(test === undefined ? [] : ["--grep", test])],
    env: { ...env, STOLOS_PROOFS: "sample", ...(seed !== undefined && { STOLOS_PROOF_SEED: seed }) },
  });
  return "";
}

async function runProof({ program, args = [] }, env) {
  const [browser, bundle] = [await findBrowser(), await bundleProgram(program)];
  await bundleProgram("sandbox");
  return writtenBy(startNode(["--enable-source-maps", bundle, ...args], { env: { ...env, STOLOS_CHROMIUM: browser }, stdio: ["ignore", "pipe", "inherit"] }));
}

/** Plants each defect and runs its journey, which has to notice it; a JSON line for each, and one for all. Resolves to true where all are caught. */
export async function runPlantedJourneys(chosen) {
  const began = performance.now();
  let caught = 0;
  for (const planted of chosen) {
    const { goal, promise, defect, journey, program } = planted;
    const verdict = await runPlantedJourney(planted);
    if (verdict.caught !== null) caught++;
    process.stdout.write(`${JSON.stringify({ plantedIn: goal, promise, defect, by: journey ?? program, ...verdict })}\n`);
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(
    `${JSON.stringify({ goal: "defects planted in the build and caught by a journey", value: caught, target: chosen.length, n: chosen.length, seconds })}\n`,
  );
  return caught === chosen.length;
}

/** As a program: those that are named, or all. The app is built before. */
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await runPlantedJourneys(chosenJourneys(process.argv[2]))) ? 0 : 1);
