import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "./bundle.mjs";
import { inRoot } from "./root.mjs";

/** The defects that are planted to see that the chaos runs catch them. */
export const plantedDefects = JSON.parse(readFileSync(inRoot("lib/chaos/planted-defects.json"), "utf8"));

/** Bundles the chaos runs with one defect in them, and runs them until one is wrong. Resolves to `{defect, caught, n, seconds}`; `caught` says what was wrong, or is null. */
export async function runPlanted(planted, { runs, patienceMs = 8_000 }) {
  const began = performance.now();
  const as = `chaos-planted-${plantedDefects.indexOf(planted)}`;
  const program = await bundleProgram("chaos", { as, planted });
  const arguments_ = ["--contender", planted.contender, "--runs", String(runs), "--at-once", "10", "--patience", String(patienceMs), "--until-wrong"];
  const output = await new Promise((resolve) => {
    execFile(process.execPath, [program, ...arguments_], (_error, stdout) => resolve(stdout));
  });
  rmSync(program);
  const { caught, n } = JSON.parse(output);
  return { defect: planted.defect, caught, n, seconds: Math.round((performance.now() - began) / 1_000) };
}

/** As a program: one defect by its place in the list, or all; a JSON line for each. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = process.argv[2] === undefined ? plantedDefects : [plantedDefects[Number(process.argv[2])]];
  for (const planted of chosen) process.stdout.write(`${JSON.stringify(await runPlanted(planted, { runs: 250 }))}\n`);
}
