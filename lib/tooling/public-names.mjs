import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { root } from "./root.mjs";

/**
 * Compares the public names of the code with `docs/public-names.ndjson`. `--write` adds a line for each new name, copies the explanations of
 * settings, and writes `docs/public-names.md` and the tables of `docs/settings.md`; it never removes or renames a line.
 */
await ensureInstalled();
process.chdir(root);
await import(await bundleProgram("public-names"));
