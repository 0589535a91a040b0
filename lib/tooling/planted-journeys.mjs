import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runJourneys } from "./e2e.mjs";
import { inRoot } from "./root.mjs";

/**
 * The defects that are planted in the text of the built server, each of which one journey must catch: `find` is an expression over what the bundler
 * made of our source (names of variables are its own), `put` what stands there instead.
 */
export const plantedJourneys = JSON.parse(readFileSync(inRoot("lib/chaos/planted-journeys.json"), "utf8"));

/** Plants each defect and runs its journey, which has to fail; a JSON line for each, and one for all. Resolves to true where all are caught. */
export async function runPlantedJourneys(chosen = plantedJourneys) {
  const began = performance.now();
  let caught = 0;
  for (const { defect, journey, test, find, put } of chosen) {
    const args = [journey, ...(test === undefined ? [] : ["--grep", test])];
    const isCaught = !(await runJourneys({ args, env: { PLANTED_IN_BUILD: JSON.stringify([{ find, put }]) } }));
    if (isCaught) caught++;
    process.stdout.write(`${JSON.stringify({ defect, journey, caught: isCaught })}\n`);
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(
    `${JSON.stringify({ goal: "defects planted in the build and caught by a journey", value: caught, target: chosen.length, n: chosen.length, seconds })}\n`,
  );
  return caught === chosen.length;
}

/** As a program: one defect by its place in the list, or all. The app is built before. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = process.argv[2] === undefined ? plantedJourneys : [plantedJourneys[Number(process.argv[2])]];
  process.exit((await runPlantedJourneys(chosen)) ? 0 : 1);
}
