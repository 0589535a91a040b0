import "./node-version.mjs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { findBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { runProgram } from "./run.mjs";

/** Runs the browser journeys against the built app and the sandbox. Resolves to true where all pass. */
export async function runJourneys({ report, args = [], env = {} } = {}) {
  const browser = await findBrowser();
  await Promise.all([bundleProgram("sandbox"), bundleProgram("situations")]);
  const reporters = report ? ["--reporter=list,json"] : ["--reporter=list"];
  const environment = { STOLOS_CHROMIUM: browser, TMPDIR: memoryFolder() ?? tmpdir(), ...(report && { PLAYWRIGHT_JSON_OUTPUT_FILE: report }), ...env };
  return (await runProgram("playwright", ["test", "-c", "e2e/playwright.config.ts", ...reporters, ...args], { env: environment })) === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  await ensureBuilt();
  process.exit((await runJourneys({ args: process.argv.slice(2) })) ? 0 : 1);
}
