import "./node-version.mjs";
import { benchOptions } from "./bench-options.mjs";
import { findBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundleProgram } from "./bundle.mjs";
import { collect, report } from "./figures.mjs";
import { ensureInstalled } from "./install.mjs";

/**
 * `npm run bench:browser`: what a browser has of the pages, as JSON. `-- --entries=1k,10k --rounds=3` chooses fleets and repetitions.
 * With REAL_CLUSTER it seeds that control plane (10,000 entries unless said otherwise); else the sandbox has 1k, 10k and 100k.
 */
const { sizes, rounds } = benchOptions(process.argv.slice(2), process.env.REAL_CLUSTER ? ["10k"] : ["1k", "10k", "100k"]);
await ensureInstalled();
const env = { STOLOS_CHROMIUM: await findBrowser() };
await ensureBuilt();
await bundleProgram("sandbox");
const program = await bundleProgram("bench-browser");
const figures = [];
for (const entries of sizes) figures.push(...(await collect([program, "--entries", String(entries), "--rounds", String(rounds)], env)));
report(figures);
