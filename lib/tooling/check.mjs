import "./node-version.mjs";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { inRoot } from "./root.mjs";
import { runProgram } from "./run.mjs";
import { stageTimes } from "./stage-times.mjs";

/** Lint, format, unused code, types and unit tests, all of them even when one fails. Resolves to the names of the stages that failed. */
export async function runChecks({ unitReport, times = stageTimes() } = {}) {
  await times.time("install", ensureInstalled);
  const failed = [];
  failed.push(...(await times.time("lint", lintTroubles)));
  if ((await times.time("types", () => checkTypes(unitReport !== undefined))) !== 0) failed.push("types");
  // The chaos runs take longer than all other tests together: they belong to `npm test`, whose tests are reported.
  const quick = unitReport ? {} : { QUICK_CHECK: "1" };
  if ((await times.time("unit", () => runProgram("vitest", unitArguments(unitReport), { env: quick }))) !== 0) failed.push("unit tests");
  return failed;
}

/** Lints everything. Looks for files, exports and dependencies that nothing uses, then for those that only tests use. */
async function lintTroubles() {
  const knip = (...more) => runProgram("knip", ["-c", "lib/tooling/knip.config.ts", "--treat-config-hints-as-errors", ...more]);
  const unused = Promise.all([knip(), knip("--production")]);
  const failed = (await runProgram("biome", ["check", "--error-on-warnings"])) === 0 ? [] : ["lint and format"];
  return (await unused).every((code) => code === 0) ? failed : [...failed, "unused code"];
}

async function checkTypes(isWhole) {
  // Next declares what `import "./globals.css"` means, which is not there before the first build, and what a page and a route may export.
  if (isWhole || !existsSync(inRoot("next-env.d.ts"))) await runProgram("next", ["typegen"], { stdio: ["ignore", "ignore", "inherit"] });
  return runProgram("tsc", ["--noEmit", "-p", "."]);
}

function unitArguments(report) {
  const base = ["run", "-c", "lib/tooling/vitest.config.ts"];
  return report ? [...base, "--reporter=default", `--reporter=${inRoot("lib/tooling/unit-reporter.mjs")}`, `--outputFile.json=${report}`] : base;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startedAt = performance.now();
  const failed = await runChecks();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(failed.length === 0 ? `check: all good (${seconds} s)\n` : `check: failed: ${failed.join(", ")} (${seconds} s)\n`);
  process.exit(failed.length === 0 ? 0 : 1);
}
