import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { optionOf } from "./proof-table.mjs";
import { inRoot } from "./root.mjs";
import { runProgram } from "./run.mjs";

/** Runs the unit tests that draw random cases, in cases that no run has drawn before: `--rounds 20` times, or once with the `--seed 5` that an earlier run told. */
export async function properties(options) {
  const told = (name, byDefault) => Number(optionOf(options, name, byDefault));
  const rounds = options.includes("--seed") ? 1 : told("--rounds", 3);
  const files = filesThatDraw();
  let held = 0;
  for (let round = 0; round < rounds; round++) {
    const seed = told("--seed", randomInt(2 ** 31));
    const env = { PROPERTY_SEED: String(seed) };
    const code = await runProgram("vitest", ["run", "-c", "lib/tooling/vitest.config.ts", ...files], { env, stdio: ["ignore", process.stderr, "inherit"] });
    if (code === 0) held++;
    process.stdout.write(`${JSON.stringify({ goal: "properties hold in new random cases", value: code === 0 ? 1 : 0, target: 1, n: files.length, seed })}\n`);
  }
  return held === rounds;
}

function filesThatDraw() {
  return ["app", "components", "lib"]
    .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(inRoot(path), "utf8").includes('from "fast-check"'));
}
