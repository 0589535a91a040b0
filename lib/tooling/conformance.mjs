import "./node-version.mjs";
import { pathToFileURL } from "node:url";
import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { exitOf, startNode } from "./run.mjs";

/** Replays the recorded conversations with a real API server against the sandbox. Resolves to true where nothing unknown differs. */
export async function runConformance() {
  await ensureInstalled();
  const program = await bundleProgram("conformance");
  return (await exitOf(startNode(["--enable-source-maps", program, ...process.argv.slice(2)]))) === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit((await runConformance()) ? 0 : 1);
