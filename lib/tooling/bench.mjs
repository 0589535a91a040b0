import "./node-version.mjs";
import { findBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { exitOf, startNode } from "./run.mjs";

/** `npm run bench`: the performance table, as JSON on standard output. What follows the command's name goes to the program. */
await ensureInstalled();
const browser = await findBrowser();
await ensureBuilt();
await bundleProgram("sandbox");
const program = await bundleProgram("bench");
process.exit(await exitOf(startNode(["--enable-source-maps", program, ...process.argv.slice(2)], { env: { STOLOS_CHROMIUM: browser } })));
